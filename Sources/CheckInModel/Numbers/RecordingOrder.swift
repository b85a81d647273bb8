/// The order in which things with the same time were recorded, derived from their numbers.
///
/// In a group, each device assigns its own numbers, and refers to the other devices' things by numbers that only it
/// uses. Things are therefore ordered first by the device that created them, by its rank in the order of UUIDs, and
/// then by the number that this device assigned. This order is the same on all devices. A thing that several devices
/// created is ordered as the first device's.
package struct RecordingOrder: Sendable {
  /// For each device, this one first and then the others by their ordinals, its place in the order of identities; empty
  /// outside a group.
  package let ranks: [Int]
  /// Of what several numbers name, by the number that it has here.
  private var firsts: [UInt32: Int] = [:]

  package init(ranks: [Int] = []) {
    self.ranks = ranks
  }

  /// The higher, the later. The number itself outside a group.
  package func place(of number: UInt32) -> Int {
    if ranks.isEmpty { return Int(number) }
    return firsts[number] ?? givenPlace(of: number)
  }

  /// See ``place(of:)``; numbers are all below 2³².
  package func place(of number: Int) -> Int { place(of: UInt32(clamping: number)) }

  private func givenPlace(of number: UInt32) -> Int {
    let code = ReplicaNumber(Int(number))
    let writer = code.map { $0.ordinal + 1 } ?? 0
    return (writer < ranks.count ? ranks[writer] : ranks.count) << 32 | (code?.number ?? Int(number))
  }

  /// Takes note that two numbers name the same, which has the second one.
  package mutating func unite(_ number: UInt32, with other: UInt32) {
    firsts[other] = min(place(of: number), place(of: other))
  }

  /// Returns `true` if another number was united with this one.
  package func isUnited(_ number: UInt32) -> Bool { firsts[number] != nil }
}

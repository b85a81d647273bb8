/// Which of two things was recorded later, where their times do not tell: by the numbers that were given to them.
///
/// In a group each device gives numbers of its own, and knows those of the others by numbers that are its own affair.
/// So the device counts first, by its place in the order of identities, and then the number that it gave itself: that
/// is the same on all of them. What several devices created counts as that of the first of these.
struct RecordingOrder: Sendable {
  /// For each device, this one first and then the others by their ordinals, its place in the order of identities; empty
  /// outside a group.
  let ranks: [Int]
  /// Of what several numbers name, by the number that it has here.
  private var firsts: [UInt32: Int] = [:]

  init(ranks: [Int] = []) {
    self.ranks = ranks
  }

  /// The higher, the later. The number itself outside a group.
  func place(of number: UInt32) -> Int {
    if ranks.isEmpty { return Int(number) }
    return firsts[number] ?? givenPlace(of: number)
  }

  /// See ``place(of:)``; numbers are all below 2³².
  func place(of number: Int) -> Int { place(of: UInt32(clamping: number)) }

  private func givenPlace(of number: UInt32) -> Int {
    let code = ReplicaNumber(Int(number))
    let writer = code.map { $0.ordinal + 1 } ?? 0
    return (writer < ranks.count ? ranks[writer] : ranks.count) << 32 | (code?.number ?? Int(number))
  }

  /// Takes note that two numbers name the same, which has the second one.
  mutating func unite(_ number: UInt32, with other: UInt32) {
    firsts[other] = min(place(of: number), place(of: other))
  }

  /// Whether some other number was united with this one.
  func isUnited(_ number: UInt32) -> Bool { firsts[number] != nil }
}

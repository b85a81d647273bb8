/// Which month the check-ins lie in that other replicas of a group created, by their numbers here; see
/// ``ReplicaNumber``.
struct ReplicaNumbers: Sendable {
  let names: ReplicaNames
  /// For each ordinal the months of its numbers, from 1 on; `nil` for a check-in that was lost.
  private var months: [[CivilMonth?]] = []
  /// Numbers whose check-ins are one with another, which has its own number.
  private var united: [UInt32: UInt32] = [:]
  /// The numbers that others are united with.
  private var goals: Set<UInt32> = []

  init(names: [String]) {
    self.names = ReplicaNames(names)
  }

  /// The month of a check-in that is no other's; `nil` where there is none.
  subscript(number: UInt32) -> CivilMonth? {
    get {
      guard let number = ReplicaNumber(Int(number)), number.ordinal < months.count,
        number.number <= months[number.ordinal].count
      else { return nil }
      return months[number.ordinal][number.number - 1]
    }
    set {
      guard let number = ReplicaNumber(Int(number)), number.ordinal < months.count,
        number.number <= months[number.ordinal].count
      else { return }
      months[number.ordinal][number.number - 1] = newValue
    }
  }

  /// The number that a creation takes, if it is the next of its replica.
  func next(_ number: UInt64) -> UInt32? {
    guard let code = ReplicaNumber(Int(clamping: number)), code.number == lastNumber(code.ordinal) + 1 else {
      return nil
    }
    return UInt32(number)
  }

  /// The highest number of a replica; 0 for none.
  func lastNumber(_ ordinal: Int) -> Int { ordinal < months.count ? months[ordinal].count : 0 }

  /// Every number that was given, in ranges.
  var ranges: [ClosedRange<Int>] {
    months.indices.filter { !months[$0].isEmpty }.map { ordinal in
      let first = ReplicaNumber(ordinal: ordinal, number: 1).rawValue
      return first...first + months[ordinal].count - 1
    }
  }

  /// Adds the next number of its replica.
  mutating func append(_ number: UInt32, _ month: CivilMonth?) {
    guard let code = ReplicaNumber(Int(number)) else { return }
    while months.count <= code.ordinal { months.append([]) }
    months[code.ordinal].append(month)
  }

  /// Takes note that a check-in is one with another.
  mutating func unite(_ number: UInt32, with other: UInt32) {
    united[number] = other
    goals.insert(other)
  }

  /// Whether several numbers name the check-in that a number names.
  func isUnited(_ number: UInt32) -> Bool { united[number] != nil || goals.contains(number) }

  /// The number that the check-in has which a number names.
  func resolved(_ number: UInt32) -> UInt32 {
    var number = number
    while let other = united[number] { number = other }
    return number
  }
}

/// The names of the other devices of a group, by their ordinals.
final class ReplicaNames: Sendable {
  private let names: [String]

  init(_ names: [String]) {
    self.names = names
  }

  /// What the command calls a check-in that another device created; `nil` for one of this journal's own.
  func name(of number: UInt32) -> String? {
    guard let code = ReplicaNumber(Int(number)), code.ordinal < names.count else { return nil }
    return "\(names[code.ordinal])/\(code.number)"
  }
}

/// The months of the check-ins that other replicas of a group created.
///
/// They are found by the check-ins' numbers in this journal; see ``ReplicaNumber``.
package struct ReplicaNumbers: Sendable {
  package let names: ReplicaNames
  /// For each ordinal the months of its numbers, from 1 on; `nil` for a check-in that was lost.
  private var months: [NumberIndex] = []
  /// For each ordinal how many numbers it has.
  package private(set) var counts: [Int] = []
  /// Numbers whose check-ins are one with another, which has its own number.
  package private(set) var united: [UInt32: UInt32] = [:]
  /// The order of what has the same time.
  private(set) var order: RecordingOrder

  /// - Parameter ranks: for each device, this one first, its place in the order of identities.
  package init(names: [String], ranks: [Int]) {
    self.names = ReplicaNames(names)
    order = RecordingOrder(ranks: ranks)
  }

  /// The numbers that a snapshot holds.
  ///
  /// - Parameter counts: for each ordinal how many numbers it has.
  package init(names: [String], ranks: [Int], storedCounts counts: [Int], united: [UInt32: UInt32]) {
    self.init(names: names, ranks: ranks)
    self.counts = counts
    months = counts.map { NumberIndex(storedCount: $0) }
    self.united = united
    for number in united.keys { order.unite(number, with: resolved(number)) }
  }

  /// The month of a check-in that is no other's, and whose block is loaded; `nil` where there is none.
  subscript(number: UInt32) -> CivilMonth? {
    get {
      guard let number = ReplicaNumber(Int(number)), number.number <= lastNumber(number.ordinal) else { return nil }
      return months[number.ordinal][number.number]
    }
    set {
      guard let number = ReplicaNumber(Int(number)), number.number <= lastNumber(number.ordinal) else { return }
      months[number.ordinal][number.number] = newValue
    }
  }

  /// The number that a creation takes, if it is the next of its replica.
  package func next(_ number: UInt64) -> UInt32? {
    guard let code = ReplicaNumber(Int(clamping: number)), code.number == lastNumber(code.ordinal) + 1 else {
      return nil
    }
    return UInt32(number)
  }

  /// The highest number of a replica; 0 for none.
  func lastNumber(_ ordinal: Int) -> Int { ordinal < counts.count ? counts[ordinal] : 0 }

  /// The number of check-in numbers that all other replicas have assigned.
  var count: Int { counts.reduce(0, +) }

  /// Every number that was given, in ranges.
  package var ranges: [ClosedRange<Int>] {
    counts.indices.filter { counts[$0] > 0 }.map { ordinal in
      let first = ReplicaNumber(ordinal: ordinal, number: 1).rawValue
      return first...first + counts[ordinal] - 1
    }
  }

  /// Adds the next number of its replica. Its block, if there is one, is loaded.
  package mutating func append(_ number: UInt32, with month: CivilMonth?) {
    guard let code = ReplicaNumber(Int(number)) else { return }
    while counts.count <= code.ordinal {
      months.append(NumberIndex())
      counts.append(0)
    }
    months[code.ordinal].append(month)
    counts[code.ordinal] += 1
  }

  /// Takes note that a check-in is one with another.
  package mutating func unite(_ number: UInt32, with other: UInt32) {
    united[number] = other
    order.unite(number, with: other)
  }

  /// Returns `true` if several numbers refer to the check-in with a number.
  package func isUnited(_ number: UInt32) -> Bool { united[number] != nil || order.isUnited(number) }

  /// Returns the check-in's own number for any number that refers to it.
  package func resolved(_ number: UInt32) -> UInt32 {
    var number = number
    while let other = united[number] { number = other }
    return number
  }

  /// Returns `true` if no number leads back to itself.
  ///
  /// - Complexity: O(*n*), where *n* is the number of united numbers.
  package static func isFreeOfCircles(_ united: [UInt32: UInt32]) -> Bool {
    // Those that are known to lead to an end.
    var ended: Set<UInt32> = []
    for start in united.keys {
      var passed: Set<UInt32> = []
      var number = start
      while let other = united[number], !ended.contains(number) {
        guard passed.insert(number).inserted else { return false }
        number = other
      }
      ended.formUnion(passed)
    }
    return true
  }

  // MARK: Blocks

  /// The block that a number is in, or comes into, and how many numbers it has; `nil` unless it is to be loaded.
  func missingBlock(_ number: ReplicaNumber) -> (block: Int, count: Int)? {
    guard number.ordinal < months.count else { return nil }
    let block = NumberIndex.block(of: number.number)
    guard block < months[number.ordinal].blocks.count, !months[number.ordinal].isLoaded(block) else { return nil }
    return (block, min(counts[number.ordinal] - block * NumberIndex.blockCount, NumberIndex.blockCount))
  }

  mutating func setLoaded(replica ordinal: Int, block: Int, with stored: [Int32]) {
    months[ordinal].setLoaded(block, with: stored)
  }

  /// Puts the latest numbers into their blocks.
  mutating func settle() {
    for ordinal in months.indices { months[ordinal].settle() }
  }

  /// All blocks, or those that differ from the snapshot.
  func blocks(changed: Bool) -> [(ordinal: Int, block: Int)] {
    months.indices.flatMap { ordinal in
      (changed ? months[ordinal].changedBlocks.sorted() : Array(months[ordinal].blocks.indices)).map { (ordinal, $0) }
    }
  }

  /// The months of a block, which is loaded.
  func months(of ordinal: Int, block: Int) -> [Int32]? { months[ordinal].blocks[block] }

  /// Takes note that everything is in the snapshot.
  mutating func setStored() {
    for ordinal in months.indices { months[ordinal].setStored() }
  }
}

/// The names of the other devices of a group, by their ordinals.
package final class ReplicaNames: Sendable {
  private let names: [String]

  init(_ names: [String]) {
    self.names = names
  }

  /// Returns the qualified ID of something that another device created.
  ///
  /// Returns `nil` for one of this journal's own numbers.
  func name(of number: UInt32) -> String? { name(of: Int(number)) }

  /// Returns the qualified ID of something that another device created.
  ///
  /// Returns `nil` for one of this journal's own numbers.
  package func name(of number: Int) -> String? {
    guard let code = ReplicaNumber(number), code.ordinal < names.count else { return nil }
    return "\(names[code.ordinal])/\(code.number)"
  }
}

package import FoundationEssentials

/// A generator whose numbers follow from its seed alone: SplitMix64.
///
/// Source: Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators* (OOPSLA 2014).
package struct RandomSource: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension RandomSource {
  /// A number in the range, each as likely as the others.
  package mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// True once in `count` times.
  package mutating func oneIn(_ count: Int) -> Bool {
    number(1...count) == 1
  }

  /// One of the elements, of which there is at least one.
  package mutating func element<Element>(of elements: [Element]) -> Element {
    elements[number(0...elements.count - 1)]
  }

  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

  /// The random ones of the system would make each run of a seed another one.
  package mutating func identity() -> UUID {
    bytes(16).withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// A text of up to `count` of these pieces.
  package mutating func text(of pieces: [String], upTo count: Int) -> String {
    (0..<number(0...count)).map { _ in element(of: pieces) }.joined()
  }
}

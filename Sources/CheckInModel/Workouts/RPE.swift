/// The rate of perceived exertion (RPE) of a set, from 1 to 10 in half steps.
///
/// ```swift
/// let rpe = RPE("8.5")  // eight and a half of ten
/// ```
public struct RPE: Hashable, Comparable, Sendable {
  /// Twice the rate: 2...20.
  public let halves: Int

  /// From 1 to 10, in halves.
  public static let halvesRange = 2...20

  /// `nil` for a rate below 1 or above 10.
  public init?(halves: Int) {
    guard Self.halvesRange.contains(halves) else { return nil }
    self.halves = halves
  }

  /// Reads `8` or `8.5`; `nil` for every other text.
  public init?(_ text: some StringProtocol) {
    guard let tenths = decimalNumber(text, fractionDigits: 1), tenths % 5 == 0 else { return nil }
    self.init(halves: tenths / 5)
  }

  /// From 1 to 10.
  public var value: Double { Double(halves) / 2 }

  public static func < (left: RPE, right: RPE) -> Bool { left.halves < right.halves }
}

extension RPE: CustomStringConvertible {
  /// `8.5`.
  public var description: String { decimalText(halves * 5, fractionDigits: 1) }
}

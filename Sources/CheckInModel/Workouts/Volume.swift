/// Weight times repetitions, summed up exactly.
///
/// ```swift
/// let session = try journal.existingSession(5)
/// print(try journal.totals(of: session).volume.kilograms)
/// ```
public struct Volume: Hashable, Sendable {
  /// Thousandths of kilograms, lifted in sets that were entered in kilograms.
  package var kilogramThousandths = 0
  /// Thousandths of pounds, lifted in sets that were entered in pounds.
  package var poundThousandths = 0

  /// Nothing.
  public init() {}

  package init(kilogramThousandths: Int, poundThousandths: Int) {
    self.kilogramThousandths = kilogramThousandths
    self.poundThousandths = poundThousandths
  }

  /// Adds a weight that was lifted so often.
  mutating func add(_ weight: Weight, repetitions: Int) {
    switch weight.unit {
    case .kilograms: kilogramThousandths &+= weight.thousandths &* repetitions
    case .pounds: poundThousandths &+= weight.thousandths &* repetitions
    }
  }

  package static func += (left: inout Volume, right: Volume) {
    left.kilogramThousandths &+= right.kilogramThousandths
    left.poundThousandths &+= right.poundThousandths
  }

  package static func -= (left: inout Volume, right: Volume) {
    left.kilogramThousandths &-= right.kilogramThousandths
    left.poundThousandths &-= right.poundThousandths
  }

  /// In units of 10⁻¹¹ kg; see ``Weight``.
  var magnitude: Int128 { Int128(kilogramThousandths) * 100_000_000 + Int128(poundThousandths) * 45_359_237 }

  /// Returns `true` if this volume is greater than another.
  public func isGreater(than other: Volume) -> Bool { magnitude > other.magnitude }

  /// A Boolean value that indicates whether the volume is zero.
  public var isZero: Bool { magnitude == 0 }

  /// The sum in kilograms.
  public var kilograms: Double { Double(magnitude) / 1e11 }
}

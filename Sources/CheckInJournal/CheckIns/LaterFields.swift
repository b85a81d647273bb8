/// Fields that came into the schema after the first release, and that files which are exported name only where some
/// event has them: so the file of a history without them is what it always was.
package struct LaterFields: OptionSet, Hashable, Sendable {
  package var rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The duration or the distance of a check-in.
  package static let measures = LaterFields(rawValue: 1)
  /// The name of the device.
  package static let device = LaterFields(rawValue: 2)
  /// That the time of day is not known.
  package static let dayOnly = LaterFields(rawValue: 4)

  /// Every combination of fields.
  package static var combinations: [LaterFields] { (0..<8).map { LaterFields(rawValue: $0) } }
}

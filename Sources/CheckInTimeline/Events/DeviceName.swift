/// The name of the device that events are recorded on: "laptop", "Anna's phone".
///
/// Only a person gives one. A machine's own name is never taken for it: it would go out with every export, unasked, and
/// says nothing to who has one device.
package enum DeviceName {
  /// Characters that a reader counts; what is longer is cut.
  package static let maximumCharacters = 60

  /// The device that a process records on: what `CHECKIN_DEVICE` says, else none.
  package static func preferred(environment: [String: String]) -> String? {
    environment["CHECKIN_DEVICE"].flatMap { normalized($0) }
  }

  /// The name as it is recorded: without control characters and needless white space, and cut; `nil` if nothing is
  /// left.
  package static func normalized(_ text: String) -> String? {
    let plain = String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(1024).map { scalar in
          scalar.properties.generalCategory == .control ? " " : scalar
        }))
    let name = String(plain.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(maximumCharacters))
    return name.isEmpty || name.utf8.count > 16 * maximumCharacters ? nil : name
  }
}

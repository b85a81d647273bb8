import Hummingbird

/// The fields of a form or of a query, as they were sent: each at most once.
struct FormFields {
  private var values: [String: String] = [:]

  init() {}

  subscript(name: String) -> String? { values[name] }

  var all: [String: String] { values }

  /// Adds a field; `false` if it is there already.
  mutating func add(_ name: String, value: String) -> Bool {
    guard values[name] == nil else { return false }
    values[name] = value
    return true
  }

  /// Reads `application/x-www-form-urlencoded`; `nil` if that is malformed, not UTF-8, or names a field twice.
  init?(encoded bytes: some Collection<UInt8>) {
    for pair in bytes.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(parts[0]), let value = parts.count > 1 ? Self.decoded(parts[1]) : "",
        add(name, value: value)
      else { return nil }
    }
  }

  /// Reads the query of an address.
  ///
  /// - Throws: `HTTPError` if it cannot be read.
  init(queryOf request: Request) throws {
    guard let fields = FormFields(encoded: (request.uri.query ?? "").utf8) else {
      throw HTTPError(.badRequest, message: "The address cannot be read.")
    }
    self = fields
  }

  /// A value as it stands in an address.
  static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber, byte < 128 {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the text of URL-encoded bytes.
  ///
  /// - Returns: `nil` if an escape is incomplete, or if the result has a null byte or is not valid UTF-8.
  static func decoded(_ bytes: some Collection<UInt8>) -> String? {
    var result: [UInt8] = []
    var iterator = bytes.makeIterator()
    while let byte = iterator.next() {
      switch byte {
      case UInt8(ascii: "+"): result.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = iterator.next().flatMap(digit), let low = iterator.next().flatMap(digit) else { return nil }
        result.append(high << 4 | low)
      default: result.append(byte)
      }
    }
    guard !result.contains(0) else { return nil }
    return String(validating: result, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}

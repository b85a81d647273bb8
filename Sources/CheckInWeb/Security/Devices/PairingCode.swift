/// The secret that pairs one device, once, within five minutes: 130 random bits in 26 characters that are hard to
/// confuse, since some people type them.
struct PairingCode: Sendable {
  static let lifetimeMilliseconds: Int64 = 5 * 60_000
  private static let length = 26
  /// Crockford's: without i, l, o and u.
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")

  let text: String

  init() {
    var generator = SystemRandomNumberGenerator()
    text = String((0..<Self.length).map { _ in Self.alphabet[Int(generator.next(upperBound: 32 as UInt8))] })
  }

  /// A code as somebody typed it: capitals, spaces and hyphens do not count, and similar letters are taken for digits.
  init(typed: String) {
    text = String(
      typed.lowercased().compactMap { letter in
        switch letter {
        case " ", "-": nil
        case "o": "0"
        case "i", "l": "1"
        default: letter
        }
      }.prefix(Self.length + 1))
  }

  /// The address that a device opens.
  func address(at base: String) -> String { "\(base)/pair?code=\(text)" }
}

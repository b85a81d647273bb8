/// A random text that nobody can guess, different in each process.
struct Secret: Sendable {
  /// 64 hexadecimal digits: 32 random bytes.
  let text: String

  init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<4).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  func matches(_ other: (some StringProtocol)?) -> Bool {
    guard let other else { return false }
    return isSameSecret(text, other)
  }
}

/// Returns `true` if two secrets, or their digests, are equal.
///
/// The time doesn't depend on the position of the first difference.
func isSameSecret(_ first: some StringProtocol, _ second: some StringProtocol) -> Bool {
  guard first.utf8.count == second.utf8.count else { return false }
  return zip(first.utf8, second.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}

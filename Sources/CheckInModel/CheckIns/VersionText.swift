/// A version as people and programs pass it on: a sequence number, and behind it digests of 16 digits each, as in
/// `17-9f86d081884c7d65`.
struct VersionText: LosslessStringConvertible {
  var sequence: UInt64
  var digests: [UInt64]

  init(sequence: UInt64, digests: [UInt64?]) {
    self.sequence = sequence
    self.digests = digests.compactMap { $0 }
  }

  /// Reads what ``description`` writes; `nil` for everything else.
  init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, first.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let sequence = UInt64(first)
    else { return nil }
    var digests: [UInt64] = []
    for part in parts.dropFirst() {
      guard part.utf8.count == 16, let digest = UInt64(part, radix: 16), Self.hexadecimal(digest) == part else {
        return nil
      }
      digests.append(digest)
    }
    self.init(sequence: sequence, digests: digests)
  }

  var description: String { ([String(sequence)] + digests.map(Self.hexadecimal)).joined(separator: "-") }

  private static func hexadecimal(_ digest: UInt64) -> String {
    let digits = String(digest, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

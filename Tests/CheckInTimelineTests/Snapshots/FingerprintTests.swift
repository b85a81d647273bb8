import EventLog
import Testing

@testable import CheckInTimeline

@Suite("The fingerprint")
struct FingerprintTests {
  @Test("The constant is the digest of what the projections make of their corpus")
  func constant() {
    let computed = Fingerprint.digest(of: Fingerprint.corpus)
    let words = computed.bytes.withUnsafeBytes { bytes in
      (0..<4).map { word in
        "0x"
          + (0..<8).reversed().map { byte in
            hexadecimal(bytes[8 * word + byte]) + (byte % 2 == 0 && byte > 0 ? "_" : "")
          }.joined()
      }
    }
    #expect(
      Fingerprint.current == computed,
      """
      The schema, or what the projections make of events, is another than that of the constant, so that snapshots of \
      before would be taken for today's. Write this in Fingerprint.swift:
        static let current = Digest(
          words: (\(words.joined(separator: ", "))))
      """)
  }

  private func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return digits.count < 2 ? "0" + digits : digits
  }
}

import Foundation
import TestSupport
import Testing

@testable import CheckInModel

/// What is written digit by digit, against what Foundation and `description` say of the same.
@Suite("Bytes of an answer")
struct OutputBytesTests {
  private func text(_ write: (OutputBytes) -> Void) -> String {
    let output = OutputBytes()
    write(output)
    return output.text
  }

  @Test("An identity is written as Foundation writes it")
  func identities() {
    for byte: UInt8 in 0...255 {
      let id = UUID(
        uuid: (byte, 1, 2, 3, 0xF4, byte, 0x9A, 0xA9, byte, ~byte, 0, 0xFF, 12, 13, byte &* 7, byte &+ 15))
      #expect(text { $0.identity(id) } == id.uuidString)
    }
  }

  @Test("Whole numbers are written as they are described", arguments: [0, 7, -7, 42, 1_234_567, Int.max, Int.min])
  func numbers(number: Int) {
    #expect(text { $0.decimal(number) } == String(number))
  }

  @Test("The forms of a time say the same")
  func times() {
    var random = RandomSource(seed: TestSettings.seed)
    for _ in 0..<1000 {
      let time = CheckInTime(
        instantMilliseconds: Int64(random.number(-62_135_510_400_000...253_402_214_399_999)),
        offsetMinutes: random.number(-1439...1439))
      #expect(text { $0.time(time) } == time.description)
      #expect(text { $0.date(time) } == time.day.description)
      let local = CheckInTime(
        instantMilliseconds: min(
          max(time.localMilliseconds, CheckInTime.instantRange.lowerBound), CheckInTime.instantRange.upperBound),
        offsetMinutes: 0)
      let basic = local.description.prefix(19).filter { $0 != "-" && $0 != ":" }
      #expect(text { $0.basicTime(localMilliseconds: time.localMilliseconds) } == basic)
      let utc = CheckInTime(instantMilliseconds: time.instantMilliseconds, offsetMinutes: 0)
      #expect(text { $0.utcTime(time) } == utc.description.replacing("+00:00", with: "Z"))
    }
  }

  @Test(
    "A JSON string reads back as the text",
    arguments: [
      "", "plain", "a\"b\\c", "line\nfeed\ttab\r", "\u{0}\u{1F}\u{7F}", "Größe 日本 🏃‍♀️", "12345678\"", "é1234567",
    ])
  func strings(string: String) throws {
    let written = text { $0.jsonString(string) }
    #expect(try JSONDecoder().decode(String.self, from: Data(written.utf8)) == string)
    #expect(written.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
  }
}

import Foundation
import TestSupport
import Testing

@testable import CheckInInterchange
@testable import CheckInJournal
@testable import CheckInModel

/// Text in UTF-16, as spreadsheets save "Unicode text".
@Suite("Imports of text in UTF-16")
struct WideTextTests {
  private let trial: ProgramImport

  init() throws { trial = try ProgramImport() }

  enum Order: CaseIterable {
    case little, big

    /// The text with its byte order mark.
    func bytes(_ text: String) -> [UInt8] {
      ("\u{FEFF}" + text).utf16.flatMap { unit in
        let bytes = [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)]
        return self == .little ? bytes : bytes.reversed()
      }
    }
  }

  @Test("A table as Excel saves it")
  func excel() throws {
    let report = try trial.run("tables/unicode-text.txt")
    #expect(report.rejected == [])
    #expect(
      try trial.shown() == [
        "2025-11-21T07:10:00+01:00|Europe/Berlin|Run|Morgenrunde 🏃‍♀️|1890 s|5020 m|\"naß\" und kalt",
        "2025-11-22|Europe/Berlin|Swim|Étang|2400 s|1250 m|eins\\nzwei",
        "2025-11-23T18:00:00+01:00|Europe/Berlin|Yoga|夜のヨガ|3600 s",
      ])
    let again = try trial.run("tables/unicode-text.txt")
    #expect((again.added, again.duplicates) == (0, 3))
  }

  @Test("However it is read in pieces, it is what the same text in UTF-8 is", arguments: [1, 2, 3, 5, 7, 64, 1 << 20])
  func pieces(chunkByteCount: Int) throws {
    let characters = ["a", ",", "\"", "\r\n", "\n", "é", "日", "\u{FFFD}", "\u{E000}", "🏃‍♀️", "\u{10FFFF}", "\u{FEFF}"]
    var generator = RandomSource(seed: 16)
    for _ in 0..<30 {
      let text = "x" + generator.text(of: characters, upTo: 40)
      for order in Order.allCases {
        let path = try trial.scratch.write(order.bytes(text), to: "wide")
        #expect(try Self.bytes(at: path, chunkByteCount) == Array(text.utf8), "\(order): \(text.debugDescription)")
      }
    }
  }

  private static func bytes(at path: String, _ chunkByteCount: Int) throws -> [UInt8] {
    var input = try InputFile.open(path, chunkByteCount: chunkByteCount)
    var bytes: [UInt8] = []
    while true {
      let part = input.withWindow { window in window.withUnsafeBufferPointer { Array($0) } }
      bytes += part
      input.consume(part.count)
      if input.isAtEnd { return bytes }
      try input.fill()
    }
  }

  @Test("Every format of text can be in it", arguments: Order.allCases)
  func formats(order: Order) throws {
    let lines = #"{"at":"2025-11-21T07:10:00+01:00","type":"Run","title":"naß"}"# + "\n"
    #expect(try trial.run(trial.scratch.write(order.bytes(lines), to: "a.jsonl")).added == 1)
    let csv = "at,type,title\n2025-11-22T07:10:00+01:00,Run,夜\n"
    #expect(try trial.run(trial.scratch.write(order.bytes(csv), to: "a.csv")).added == 1)
    let gpx = """
      <?xml version="1.0" encoding="UTF-16"?>
      <gpx version="1.1"><trk><name>Étang</name><type>running</type><trkseg>
      <trkpt lat="52.5" lon="13.4"><time>2025-11-23T06:00:00Z</time></trkpt>
      <trkpt lat="52.6" lon="13.4"><time>2025-11-23T06:30:00Z</time></trkpt>
      </trkseg></trk></gpx>
      """
    #expect(try trial.run(trial.scratch.write(order.bytes(gpx), to: "a.gpx")).added == 1)
    #expect(try trial.journal.checkIns().map(\.title) == ["Étang", "夜", "naß"])
  }

  /// Units of UTF-16, little-endian after a mark; -1 is a single byte.
  @Test(
    "What is no character is named by its place, and nothing is imported",
    arguments: [
      ([0x61, 0xD83C, 0x62], "at byte 4 stands half a pair of surrogates"),
      ([0x61, 0xD83C], "at byte 4 stands half a pair of surrogates"),
      ([0xD83C, 0xD83C, 0xDFC3], "at byte 2 stands half a pair of surrogates"),
      ([0x61, 0x62, 0xDFC3, 0x63], "at byte 6 stands half a pair of surrogates"),
      ([0x61, 0x62, -1], "it ends within the character at byte 6"),
    ] as [([Int], String)])
  func refuses(units: [Int], words: String) throws {
    let bytes = units.flatMap { unit -> [UInt8] in
      unit < 0 ? [0x61] : [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
    }
    let path = try trial.scratch.write([0xFF, 0xFE] + bytes, to: "wide.csv")
    for chunkByteCount in [1, 2, 1 << 20] {
      let error = #expect(throws: JournalError.self) { try Self.bytes(at: path, chunkByteCount) }
      #expect(error?.code == .refusedInput && error?.message.contains(words) == true, "\(error?.message ?? "")")
    }
    #expect(throws: JournalError.self) { try trial.run(path) }
    #expect(trial.journal.sequence == 0)
  }

  @Test(
    "Other encodings are refused",
    arguments: [
      [0x61, 0x00, 0x74, 0x00], [0x00, 0x61, 0x00, 0x74], [0xFF, 0xFE, 0x00, 0x00, 0x61, 0x00, 0x00, 0x00],
      [0x00, 0x00, 0xFE, 0xFF, 0x00, 0x00, 0x00, 0x61],
    ] as [[UInt8]])
  func otherEncodings(bytes: [UInt8]) throws {
    let path = try trial.scratch.write(bytes, to: "wide.csv")
    let error = #expect(throws: JournalError.self) { try trial.run(path) }
    #expect(error?.code == .refusedInput && error?.message.contains("save it as UTF-8") == true)
  }
}

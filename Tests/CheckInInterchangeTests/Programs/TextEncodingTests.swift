import CheckInInterchange
import CheckInJournal
import Foundation
import Testing

/// Text in the encodings that files declare, and bytes that are not in them.
@Suite("Encodings of imported text")
struct TextEncodingTests {
  private let trial: ProgramImport

  init() throws { trial = try ProgramImport() }

  private func gpx(_ declaration: String, _ name: String) -> String {
    """
    \(declaration)
    <gpx version="1.1"><trk><name>\(name)</name><type>running</type><trkseg>
    <trkpt lat="52.5" lon="13.4"><time>2025-11-23T06:00:00Z</time></trkpt>
    <trkpt lat="52.6" lon="13.4"><time>2025-11-23T06:30:00Z</time></trkpt>
    </trkseg></trk></gpx>
    """
  }

  private func write(_ bytes: [UInt8]) throws -> String { try trial.scratch.write(bytes, to: "input.gpx") }

  @Test(
    "XML is decoded as it declares",
    arguments: [
      ("ISO-8859-1", String.Encoding.isoLatin1, "Tour d'été ÿ"), ("iso-8859-1", .isoLatin1, "«Lac» Ä"),
      ("windows-1252", .windowsCP1252, "“Œuvre” – 5 € … ™ Ÿ"), ("Windows-1252", .windowsCP1252, "Größe"),
      ("US-ASCII", .ascii, "Lake"), ("UTF-8", .utf8, "naß 夜 🏃"),
    ])
  func declared(name: String, encoding: String.Encoding, title: String) throws {
    for quote in ["\"", "'"] {
      let text = gpx("<?xml version=\"1.0\" encoding=\(quote)\(name)\(quote) standalone=\"no\"?>", title)
      let bytes = [UInt8](try #require(text.data(using: encoding)))
      #expect(try trial.run(try write(bytes)).rejected == [])
      #expect(try trial.journal.checkIns().map(\.title) == [title])
    }
  }

  @Test("UTF-16 is known by its mark, and without one by the declaration", arguments: [true, false])
  func wide(isBigEndian: Bool) throws {
    let text = gpx("<?xml version=\"1.0\" encoding=\"UTF-16\"?>", "Étang 🏃")
    for mark in ["\u{FEFF}", ""] {
      let bytes = (mark + text).utf16.flatMap { unit -> [UInt8] in
        let pair = [UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit)]
        return isBigEndian ? pair : pair.reversed()
      }
      #expect(try trial.run(try write(bytes)).rejected == [])
    }
    #expect(try trial.journal.checkIns().map(\.title) == ["Étang 🏃"])
  }

  /// The error's message for an input, of which nothing is imported.
  private func refusal(_ bytes: [UInt8], _ name: String = "input.gpx", as format: ImportFormat? = nil) throws -> String
  {
    let path = try trial.scratch.write(bytes, to: name)
    let error = #expect(throws: JournalError.self) { try trial.run(path, as: format) }
    #expect(error?.code == .refusedInput)
    #expect(trial.journal.sequence == 0)
    return error?.message ?? ""
  }

  @Test(
    "A byte that is not in the declared encoding is rejected with its position",
    arguments: [
      // Old programs write Latin-1 and declare UTF-8, or declare nothing.
      ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", [0xE9], "UTF-8", "E9"), ("", [0xE9], "UTF-8", "E9"),
      ("", [0x61, 0xED, 0xA0, 0x80], "UTF-8", "ED"), ("", [0xC0, 0x80], "UTF-8", "C0"),
      ("<?xml version=\"1.0\" encoding=\"windows-1252\"?>", [0x81], "windows-1252", "81"),
      ("<?xml version=\"1.0\" encoding=\"US-ASCII\"?>", [0x62, 0x80], "US-ASCII", "80"),
    ] as [(String, [UInt8], String, String)])
  func wrongBytes(declaration: String, wrong: [UInt8], encoding: String, byte: String) throws {
    let parts = gpx(declaration, "|").split(separator: "|").map { Array($0.utf8) }
    let position = parts[0].count + (wrong.firstIndex { $0 >= 0x80 } ?? 0)
    let message = try refusal(parts[0] + wrong + parts[1])
    #expect(message.contains("is not \(encoding): byte \(position), 0x\(byte),"), "\(message)")
  }

  @Test("The position of a byte does not depend on the pieces in which a large file is read")
  func farBytes() throws {
    let parts = gpx("", "|").split(separator: "|").map { Array($0.utf8) }
    let filling = Array("<!--\(String(repeating: "é", count: 800_000))-->\n".utf8)
    for shift in 0..<3 {
      let before = filling + [UInt8](repeating: 0x20, count: shift) + parts[0]
      let message = try refusal(before + [0xFF] + parts[1], as: .gpx)
      #expect(message.contains("byte \(before.count), 0xFF"), "\(message)")
      let path = try write(before + Array("é".utf8) + parts[1])
      #expect(try trial.run(path, as: .gpx, dryRun: true).added == 1)
    }
    // A character that the end of the file cuts off.
    let cut = Array("<gpx>é".utf8).dropLast()
    #expect(try refusal(Array(cut), as: .gpx).contains("byte 5, 0xC3"))
  }

  @Test(
    "XML that declares another encoding than it is in is rejected",
    arguments: [
      ("UTF-16", "\u{FEFF}", String.Encoding.utf8, "is UTF-8"), ("utf-16", "", .utf8, "is UTF-8"),
      ("ISO-8859-1", "\u{FEFF}", .utf8, "is UTF-8"), ("UTF-8", "\u{FEFF}", .utf16LittleEndian, "is UTF-16"),
      ("UTF-16LE", "\u{FEFF}", .utf16BigEndian, "is UTF-16"), ("KOI8-R", "", .utf8, "not supported"),
    ])
  func mismatch(name: String, mark: String, encoding: String.Encoding, words: String) throws {
    let text = mark + gpx("<?xml version=\"1.0\" encoding=\"\(name)\"?>", "Lake")
    let message = try refusal([UInt8](try #require(text.data(using: encoding))))
    #expect(message.contains(words) && message.contains(name), "\(message)")
  }

  @Test(
    "Texts of other programs that are not UTF-8 are rejected with the byte, and nothing is replaced",
    arguments: [
      ("a.json", #"{"metadata":{},"entries":[{"uuid":"A","creationDate":"2025-11-24T05:03:11Z","text":"t|t"}]}"#),
      ("b.json", #"{"fitnessActivity":"running","startTime":"2025-11-21T05:03:11Z","name":"t|t"}"#),
      ("c.csv", "Date,Value,Notes\n2025-11-21,YES_MANUAL,t|t\n"), ("d.csv", "Date,t|t,\n2025-11-21,2,\n"),
      ("e.csv", "Date,Activity,Notes\n2025-11-21 07:10,Run,t|t\n"), ("f.csv", "Date,Activity,t|t\n2025-11-21,Run,a\n"),
      ("g.csv", "Activity ID,Activity Date,Activity Name,Activity Type\n1,\"Nov 23, 2025, 5:03:11 AM\",t|t,Run\n"),
      (
        "h.csv",
        "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps\n2025-11-21 07:10:00,t|t,1h,Squat,1,80,5\n"
      ),
    ])
  func otherTexts(name: String, text: String) throws {
    let parts = text.split(separator: "|", maxSplits: 1).map { Array($0.utf8) }
    let message = try refusal(parts[0] + [0xFC] + parts[1], name)
    #expect(message.contains("byte \(parts[0].count), 0xFC"), "\(message)")
  }

  @Test("A file in an archive or a folder is rejected with its byte, too")
  func inTrees() throws {
    let files = ["Habits.csv": Array("Position,Name\n1,L".utf8) + [0xE4] + Array("ufe\n".utf8), "Checkmarks.csv": []]
    let folder = trial.scratch.path + "/export"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, bytes) in files { _ = try trial.scratch.write(bytes, to: "export/" + name) }
    let error = #expect(throws: JournalError.self) { try trial.run(folder) }
    #expect(error?.message.contains("Habits.csv is not UTF-8: byte 17, 0xE4") == true, "\(error?.message ?? "")")
  }

  @Test("Text of a database that is not UTF-8 rejects its row")
  func databases() throws {
    let path = trial.scratch.path + "/loop.db"
    _ = try python(
      """
      import sqlite3, sys
      d = sqlite3.connect(sys.argv[1])
      d.executescript('''
        CREATE TABLE Habits (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE Repetitions (habit, timestamp, value, notes TEXT);
        INSERT INTO Habits VALUES (1, 'Run'), (2, CAST(x'52756EFF' AS TEXT));
        INSERT INTO Repetitions VALUES (1, 1763683200000, 2, 'easy'), (1, 1763769600000, 2, CAST(x'E4' AS TEXT)),
          (2, 1763683200000, 2, NULL), (2, 1763769600000, 0, NULL), (1, NULL, 2, NULL);
      ''')
      d.commit()
      """, [path])
    let report = try trial.run(path, dryRun: true, skipInvalid: true)
    #expect(report.rejected.map(\.messages) == [["The text is not UTF-8"], ["The text is not UTF-8"]])
    #expect(report.added == 1)
    #expect(report.dropped.map(\.reason) == ["marks without a day"])
  }
}

import Foundation
import TestSupport
import Testing

@testable import CheckInInterchange
@testable import CheckInJournal
@testable import CheckInModel

/// Archives as phones and programs make them, and archives that lost something.
@Suite("Imports of archives")
struct ArchiveImportTests {
  private let trial: ProgramImport

  init() throws { trial = try ProgramImport() }

  /// Makes an archive of texts by their names, in Python. There, `data` is the archive's bytes, and `entries` has the
  /// start of each entry of its list.
  private func archive(_ files: [(String, String)], then change: String = "") throws -> String {
    let path = trial.scratch.path + "/archive.zip"
    _ = try python(
      """
      import io, json, struct, sys, zipfile
      buffer = io.BytesIO()
      with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
          for name, text in json.loads(sys.argv[2]):
              archive.writestr(name, text.encode("latin-1" if name.endswith(".jpeg") else "utf-8"))
      data = bytearray(buffer.getvalue())
      end = data.rindex(b"PK\\5\\6")
      list_size, list_start = struct.unpack("<II", data[end + 12:end + 20])
      entries = [i for i in range(list_start, end) if data[i:i + 4] == b"PK\\1\\2"]
      \(change)
      open(sys.argv[1], "wb").write(data)
      """, [path, String(decoding: try JSONEncoder().encode(files.map { [$0.0, $0.1] }), as: UTF8.self)])
    return path
  }

  private static let loop = [
    ("Habits.csv", "Position,Name\n1,Run\n2,Swim\n"), ("001 Run/Checkmarks.csv", "Date,Value\n2025-11-21,YES_MANUAL\n"),
    ("002 Swim/Checkmarks.csv", "Date,Value\n2025-11-22,YES_MANUAL\n"),
  ]

  private static func health(_ day: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <HealthData locale="en_GB"><ExportDate value="2025-11-30 08:00:00 +0100"/>
    <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" sourceName="Watch"
      startDate="\(day) 06:03:11 +0100" endDate="\(day) 06:33:11 +0100"/></HealthData>
    """
  }

  @Test(
    "An archive whose list of files lost an entry, has one too many or does not end exactly is rejected",
    arguments: [
      // The last entry is cut off, with and without the size and the number that the archive declares.
      "del data[entries[-1]:end]",
      "del data[entries[-1]:end]; data[-10:-6] = struct.pack('<I', entries[-1] - list_start)",
      "data[end + 12:end + 16] = struct.pack('<I', entries[-1] - list_start)",
      "data[end + 8:end + 12] = struct.pack('<HH', 2, 2)", "data[end + 8:end + 12] = struct.pack('<HH', 4, 4)",
      // The list starts at its second entry.
      "data[end + 12:end + 20] = struct.pack('<II', end - entries[1], entries[1])",
      // Bytes follow the end, stand before it, or belong to no entry.
      "data += b'x'", "data[end:end] = b'x'", "data[end + 20] = 1", "data[end + 4] = 1",
      // The length of a name takes in the next entry.
      "data[entries[1] + 28] += 46",
    ])
  func damagedLists(change: String) throws {
    let path = try archive(Self.loop, then: change)
    let error = #expect(throws: JournalError.self) { try trial.run(path) }
    #expect(error?.code == .refusedInput && error?.message.contains("Unpack it") == true, "\(error?.message ?? "")")
    #expect(trial.journal.sequence == 0)
  }

  @Test(
    "An archive with a comment, with the records of large archives, and with 65536 more entries than its number holds",
    arguments: [
      ("data[end + 20:] = struct.pack('<H', 26) + b'PK\\5\\6' + b'\\0' * 16 + b'xyz12'[:4] + b'\\0\\0'", 0),
      (
        """
        data[end:end] = struct.pack("<IQHHIIQQQQ", 0x06064B50, 44, 45, 45, 0, 0, 3, 3, list_size, list_start) \
        + struct.pack("<IIQI", 0x07064B50, 0, end, 1)
        """, 0
      ),
      ("", 65_536),
    ])
  func soundArchives(change: String, more: Int) throws {
    var change = change
    if more > 0 {
      change = """
        entry = data[entries[0]:entries[1]]
        more = b"".join(entry.replace(b"Habits.csv", b"%010d" % i) for i in range(\(more)))
        data[end:end] = more
        data[-10:-6] = struct.pack("<I", list_size + len(more))
        """
    }
    let report = try trial.run(try archive(Self.loop, then: change))
    #expect((report.added, report.rejected.count) == (2, 0))
  }

  @Test("A file that an archive has twice is not chosen between")
  func doubledName() throws {
    let twice = Self.loop + [("Habits.csv", "Position,Name\n1,Walk\n2,Yoga\n")]
    let error = #expect(throws: JournalError.self) { try trial.run(try archive(twice)) }
    #expect(error?.message.contains("'Habits.csv' twice") == true)
  }

  @Test("Names in code page 437 are read, and do not become one name")
  func oldNames() throws {
    let change = "data = bytearray(data.replace(b'aaa', b'a\\x81a').replace(b'bbb', b'b\\x82b'))"
    let path = try archive([("aaa.txt", "1"), ("bbb.txt", "2")], then: change)
    #expect(try ZipArchive(path).entries.map(\.name) == ["aüa.txt", "béb.txt"])
    let wrong = try archive([("aé.txt", "1")], then: "data = bytearray(data.replace(b'\\xc3\\xa9', b'\\xc3x'))")
    #expect(throws: JournalError.self) { try ZipArchive(wrong) }
  }

  @Test(
    "An Apple Health export is known by its root, whatever the phone's language calls it",
    arguments: ["export.xml", "Exportieren.xml", "导出.xml", "exportación.XML"])
  func healthNames(name: String) throws {
    let clinical = "<?xml version=\"1.0\"?><ClinicalDocument xmlns=\"urn:hl7-org:v3\"><id/></ClinicalDocument>"
    let files = [
      ("apple_health_export/\(name)", Self.health("2025-11-21")), ("apple_health_export/a_cda.xml", clinical),
      ("apple_health_export/workout-routes/route.gpx", "<gpx/>"), ("apple_health_export/broken.xml", "<a"),
    ]
    let report = try trial.run(try archive(files))
    #expect((report.added, report.rejected.count) == (1, 0))
    #expect(try trial.shown() == ["2025-11-21T06:03:11+01:00|-|Run|Running|1800 s"])
    // The folder is the same when it is unpacked.
    let folder = trial.scratch.path + "/folder"
    _ = try python(
      "import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])",
      [
        trial.scratch.path + "/archive.zip", folder,
      ])
    #expect(try trial.run(folder).duplicates == 1)
  }

  @Test("A folder of XML without an Apple Health export is rejected with what is missing")
  func noHealthExport() throws {
    let path = try archive([("a.xml", "<a/>"), ("b.xml", "<b/>")])
    let error = #expect(throws: JournalError.self) { try trial.run(path, as: .applehealth) }
    #expect(error?.message.contains("HealthData") == true)
  }

  @Test("Archives that wrap everything in a folder, as file managers make them", arguments: ["", "Export 1/", "a/b/"])
  func wrapped(root: String) throws {
    func wrapped(_ files: [(String, String)]) throws -> String {
      try archive(files.map { (root + $0.0, $0.1) } + [("__MACOSX/\(root)._a", "x"), ("\(root).DS_Store", "x")])
    }
    #expect(try trial.run(try wrapped(Self.loop)).added == 2)
    let strava =
      "Activity ID,Activity Date,Activity Name,Activity Type,Elapsed Time,Distance\n"
      + "1,\"Nov 23, 2025, 5:03:11 AM\",Morning,Run,1800,5.0\n"
    #expect(try trial.run(try wrapped([("activities.csv", strava), ("media/a.jpg", "x")])).added == 1)
    let entry =
      #"{"metadata":{},"entries":[{"uuid":"A","creationDate":"2025-11-24T05:03:11Z","text":"Hi","#
      + #""photos":[{"md5":"0123456789abcdef0123456789abcdef"}]}]}"#
    let photo = ("photos/0123456789abcdef0123456789abcdef.jpeg", "\u{FF}\u{D8}\u{FF}")
    let report = try trial.run(try wrapped([("Journal.json", entry), photo]))
    #expect((report.added, report.photos) == (1, 1))
  }

  @Test("The message for a file in a wrapped archive has its whole path")
  func wholePath() throws {
    let path = try archive([("a/Habits.csv", "Position,Name\n1,Run\n"), ("a/Checkmarks.csv", "Date,Run,\n2025,2,\n")])
    let error = #expect(throws: JournalError.self) { try trial.run(path) }
    #expect(error?.message.contains("archive.zip/a/Checkmarks.csv") == true, "\(error?.message ?? "")")
  }
}

import CheckInInterchange
import CheckInJournal
import Foundation
import Testing

/// Exports and backups of Loop Habit Tracker.
@Suite("Imports from Loop")
struct LoopImportTests {
  private let trial: ProgramImport
  private static let expected = [
    "2025-11-14|Europe/Berlin|Swim|Swimming|2250 m|lake",
    "2025-11-17|Europe/Berlin|Run|Run",
    "2025-11-20|Europe/Berlin|Gym|Push, pull|bench",
    "2025-11-21|Europe/Berlin|Gym|Push, pull",
    "2025-11-21|Europe/Berlin|Run|Run|easy; rain",
    "2025-11-21|Europe/Berlin|Swim|Swimming|1500 m",
  ]

  init() throws { trial = try ProgramImport() }

  @Test("The archive, its folder and the database are the same check-ins", arguments: [0, 1, 2])
  func threeForms(first: Int) throws {
    let forms = ["loop/Loop Habits CSV.zip", "loop/export", "loop/Loop Habits Backup.db"]
    let report = try trial.run(forms[first], map: ["Push, pull=Gym"])
    #expect(report.rejected == [])
    #expect((report.added, report.unknownTimeCount) == (6, 6))
    #expect(
      report.dropped.map { "\($0.count) \($0.reason)" } == [
        "1 days that count by a habit's frequency, with nothing done",
        "1 habit 'Read', which is not known as an exercise; --map 'Read=TYPE' says what it is", "1 skipped days",
      ])
    #expect(try trial.shown().sorted() == Self.expected.sorted())
    for form in forms {
      let again = try trial.run(form, map: ["Push, pull=Gym"])
      #expect((again.added, again.duplicates) == (0, 6), "\(form)")
    }
  }

  @Test("What is counted and is no distance, duration or energy stands in the notes")
  func counts() throws {
    _ = try trial.run("loop/export", map: ["Read=Yoga"])
    #expect(try trial.shown().contains("2025-11-21|Europe/Berlin|Yoga|Read|25 pages"))
  }

  @Test("A habit that --map leaves out is reported as an activity, not as an unknown habit")
  func leftOut() throws {
    let report = try trial.run("loop/export", map: ["Read=none", "Run=none"])
    #expect(report.shownActivities == ["Read→nothing 1", "Run→nothing 2", "Swimming→Swim 2"])
    #expect(!report.dropped.contains { $0.reason.text.contains("'Read'") })
    #expect(try trial.shown().allSatisfy { $0.contains("Swim") })
  }

  @Test("Older exports have numbers: one table of all habits, and one of a habit that its folder names")
  func older() throws {
    let report = try trial.run("loop/old/Checkmarks.csv")
    #expect(report.rejected == [])
    #expect(
      try trial.shown() == [
        "2025-11-18|Europe/Berlin|Yoga|Yoga",
        "2025-11-20|Europe/Berlin|Yoga|Yoga",
        "2025-11-21|Europe/Berlin|Run|Run",
      ])
    let one = try trial.run("loop/old/001 Run/Checkmarks.csv")
    #expect((one.added, one.duplicates) == (1, 1))
  }

  @Test("A name with a comma in the table of all habits needs the archive, and the error says so")
  func commas() throws {
    let error = #expect(throws: JournalError.self) { try trial.run("loop/export/Checkmarks.csv") }
    #expect(error?.message.contains("row 2") == true && error?.message.contains("archive") == true)
  }

  @Test("Marks and days that nobody wrote", arguments: ["2025-11-21,5x,\n", "2025-13-21,2,\n", "2025-11-21,-7,\n"])
  func refuses(row: String) throws {
    let error = #expect(throws: JournalError.self) { try trial.run(text: "Date,Run,\n" + row, as: .loop) }
    #expect(error?.code == .refusedInput && error?.message.contains("row 2") == true)
  }

  @Test("A database whose schema is hostile runs nothing of it")
  func hostileDatabase() throws {
    // The second has views alone, which compute a mark without anything that SQLite forbids.
    for views in [
      "CREATE TABLE Repetitions (habit, timestamp, value, notes); "
        + "CREATE VIEW Habits AS SELECT load_extension('x') AS id, 'Run' AS name;",
      "CREATE VIEW Habits AS SELECT 1 AS id, 'Run' AS name; CREATE VIEW Repetitions AS "
        + "SELECT 1 AS habit, 1763683200000 AS timestamp, 2 AS value, 1 AS rowid;",
    ] {
      try refuse(views)
    }
  }

  private func refuse(_ views: String) throws {
    let path = trial.scratch.path + "/evil-\(views.hashValue).db"
    _ = try python(
      """
      import sqlite3, sys
      d = sqlite3.connect(sys.argv[1])
      d.executescript(sys.argv[2])
      d.commit()
      """, [path, views])
    let error = #expect(throws: JournalError.self) { try trial.run(path) }
    #expect(error?.code == .refusedInput && error?.message.contains("Habits") == true)
    let before = try Data(contentsOf: URL(filePath: path))
    #expect(before == (try Data(contentsOf: URL(filePath: path))))
  }

  @Test("Timestamps that are no days are named; cells of other kinds are passed over")
  func oddDatabase() throws {
    let path = trial.scratch.path + "/odd.db"
    _ = try python(
      """
      import sqlite3, sys
      d = sqlite3.connect(sys.argv[1])
      d.executescript('''
        CREATE TABLE Habits (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE Repetitions (habit, timestamp, value);
        INSERT INTO Habits VALUES (1, 'Run'), (2, x'FF00');
        INSERT INTO Repetitions VALUES (1, 1763683200001, 2), (1, 9223372036854775807, 2), (1, 'x', 2), (2, 0, 'y');
      ''')
      d.commit()
      """, [path])
    let report = try trial.run(path)
    #expect(report.rejected.count == 2 && report.added == 0)
  }
}

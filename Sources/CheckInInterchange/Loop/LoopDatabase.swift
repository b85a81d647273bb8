internal import CheckInJournal
internal import Foundation
internal import SQLite

/// Reads the database that Loop Habit Tracker keeps and backs up: the tables `Habits` and `Repetitions`.
///
/// As with the app's own database, a copy is read, and nothing in its schema is run.
enum LoopDatabase {
  /// Days since 1970 that a mark can be of, so that arithmetic holds.
  private static let dayRange: ClosedRange<Int64> = -700_000...2_900_000

  /// Returns `true` if a database's first pages, which contain its schema, are those of Loop.
  static func isDatabase(_ input: borrowing InputFile) -> Bool {
    input.contains("Repetitions", within: 1 << 16) && !input.contains("ZCHECKIN", within: 1 << 16)
  }

  /// - Throws: `JournalError` with `.refusedInput` where it is no such database, `.notFound`, `.inputOutput`.
  static func read(_ path: String, into rows: inout ActivityRows) throws(JournalError) {
    guard path != "-" else {
      throw JournalError(.invalidValue, "A database cannot be read from standard input; name the file.")
    }
    let folder = try TemporaryFolder()
    let copy = try folder.copyDatabase(path)
    let refusal = JournalError(
      .refusedInput,
      "\(path) is not a database of Loop Habit Tracker that can be read: it needs the tables Habits (id, name) and "
        + "Repetitions (habit, timestamp, value). Make a full backup in Loop's settings once more.")
    do {
      let found =
        try Database(foreignAt: copy).read { connection in
          try connection.requireSound()
          return try allMarks(connection)
        }
      var marks = LoopMarks()
      for (index, mark) in found.enumerated() {
        guard let timestamp = mark.timestamp else {
          rows.drop("marks without a day")
          continue
        }
        let (number, rest) = timestamp.quotientAndRemainder(dividingBy: 86_400_000)
        guard rest == 0, dayRange.contains(number) else {
          rows.reject(["The timestamp \(timestamp) is not the start of a day"], number: index + 1)
          continue
        }
        let meaning = mark.habit.mark(mark.value < 0 ? "-1" : "\(mark.value)")
        guard mark.isText || meaning == .no else {
          rows.reject([ImportRow.notUnicode], number: index + 1)
          continue
        }
        marks.add(
          meaning, of: mark.habit, on: CivilDay(dayNumber: Int(number)), notes: mark.notes, number: index + 1, to: &rows
        )
      }
      marks.tell(&rows)
    } catch let error as JournalError {
      throw error
    } catch {
      throw refusal
    }
  }

  private struct FoundMark {
    var habit: LoopHabit
    var value: Int64
    /// Milliseconds since 1970.
    var timestamp: Int64?
    var notes: String
    /// `true` if the habit's name, its unit and the notes are text or missing.
    var isText: Bool
  }

  private static func allMarks(_ connection: Connection) throws -> [FoundMark] {
    let habitColumns = Set(try connection.columns(of: "Habits").map { $0.lowercased() })
    let markColumns = Set(try connection.columns(of: "Repetitions").map { $0.lowercased() })
    // A view has no columns here, so what a schema computes is never read.
    guard habitColumns.isSuperset(of: ["id", "name"]),
      markColumns.isSuperset(of: ["habit", "timestamp", "value"])
    else { throw SQLiteError(code: 1, message: "the tables are missing") }
    func column(_ name: String, in columns: Set<String>, of table: String) -> String {
      columns.contains(name) ? "\(table).\(name)" : "NULL"
    }
    let sql = """
      SELECT habit.name, \(column("type", in: habitColumns, of: "habit")),
        \(column("unit", in: habitColumns, of: "habit")), mark.timestamp, mark.value,
        \(column("notes", in: markColumns, of: "mark"))
      FROM Repetitions AS mark JOIN Habits AS habit ON habit.id = mark.habit
      ORDER BY mark.timestamp, mark.habit, mark.rowid
      """
    var marks: [FoundMark] = []
    try connection.statement(sql).forEachRow([]) { row in
      let habit = LoopHabit(name: row.text(0) ?? "", isNumeric: row.integer(1) == 1, unit: row.text(2) ?? "")
      marks.append(
        FoundMark(
          habit: habit, value: row.integer(4) ?? 0, timestamp: row.integer(3), notes: row.text(5) ?? "",
          isText: [0, 2, 5].allSatisfy { row.blob($0) == nil }))
    }
    return marks
  }
}

public import CheckInJournal

/// The result of an import or a dry run.
///
/// ```swift
/// let report = try Importer.run(path: "check-ins.csv", dryRun: true, zone: zone) { _ in journal }
/// print("\(report.read) rows, \(report.added) new, \(report.duplicates) already there")
/// for row in report.rejected { print("Row \(row.row): \(row.messages.map(\.text).joined(separator: "; "))") }
/// ```
public struct ImportReport: Sendable, Equatable {
  /// Rows with content, the rejected ones included; of events, the lines after the header.
  public var read = 0
  /// Check-ins, or events, that are new in the journal.
  public var added = 0
  /// Rows whose check-in was in the journal already, or earlier in the input, and stays as it was.
  public var duplicates = 0
  /// Rows whose check-in was discarded and is brought back.
  public var restored = 0
  /// Rows whose check-in was in the journal with an unknown type, and has now the one that the person said.
  public var typed = 0
  /// The numbers of the check-ins among the duplicates that are discarded, so that the row is in no list.
  public var discarded: [Int] = []
  /// A Boolean value that indicates whether a redo would restore all check-ins in ``discarded``.
  public var isRedoRestoring = false
  /// In the order of the input.
  public var rejected: [RejectedRow] = []
  /// A Boolean value that indicates whether the rows are events instead of check-ins.
  public var isOfEvents = false
  /// A Boolean value that indicates whether the rows are sets of workouts.
  ///
  /// If so, ``added`` and ``duplicates`` count sessions.
  public var isOfWorkouts = false
  /// Sets that are new in the journal.
  public var addedSets = 0
  /// Exercises that were defined for them.
  public var addedExercises = 0
  /// A Boolean value that indicates whether the rows are activities of another program.
  public var isOfActivities = false
  /// The kinds of activity in the input and the exercise types that they become, the most frequent first.
  public var activities: [ActivityCount] = []
  /// The exercises that the names in added workouts become, the one with the most sets first.
  public var exercises: [Journal.SessionImportOutcome.ImportedExercise] = []
  /// The names of exercises in the map that the workouts don't have.
  public var mappedNamesNotFound: [String] = []
  /// The columns that nothing is imported from, in their order.
  public var columnsNotImported: [UnusedColumn] = []
  /// The names of ``columnsNotImported``.
  public var unusedColumns: [String] { columnsNotImported.map(\.name) }
  /// Activities of which the input has the day alone.
  public var unknownTimeCount = 0
  /// Activities whose local time has no zone in the input, so that it was read in the reader's.
  public var zonelessTimeCount = 0
  /// The rows and values that weren't imported, by reason, the most frequent reason first.
  public var dropped: [DroppedRows] = []
  /// Photos of the input that are in the journal, or would be.
  public var photos = 0
  /// Photos that the input names and that could not be taken.
  public var photosLeftOut = 0
  /// The first rows whose local time the clock skipped or shows twice, in the order of the input.
  public var doubtfulTimes: [DoubtfulTime] = []
  /// All of these rows.
  public var doubtfulTimeCount = 0
  /// The first activity whose distance no one covers in its duration.
  public var doubtfulSpeed: DoubtfulSpeed?
  /// The number of such activities.
  public var doubtfulSpeedCount = 0
  /// The first of what the input holds, valid and in its order, whether it is in the journal or not; none of events.
  public var sample: [ImportSample] = []

  package init() {}
}

/// A kind of activity, as another program names it, and what it becomes.
///
/// ```swift
/// for activity in report.activities { print(activity.name, activity.type?.name ?? "left out", activity.count) }
/// ```
public struct ActivityCount: Sendable, Equatable {
  /// Empty where the input does not name it.
  public var name: String
  /// `unknown` where it is none of the others for certain; `nil` where the person said that it is left out.
  public var type: ExerciseType?
  /// The number of activities of this kind.
  public var count: Int
}

/// A column of the input that nothing is imported from.
///
/// ```swift
/// for column in report.columnsNotImported { print(column.name, column.values ?? 0) }
/// ```
public struct UnusedColumn: Sendable, Equatable {
  /// The name in the header; for a column without a name, its position.
  public var name: String
  /// The number of rows with a value in it; `nil` if they weren't counted.
  public var values: Int?

  init(_ name: String, at index: Int, values: Int? = nil) {
    self.name = name.isEmpty ? "column \(index + 1), which has no name" : name
    self.values = values
  }
}

/// A check-in or a session of the input.
///
/// ```swift
/// for one in report.sample { print(one.time.day, one.title) }
/// ```
public struct ImportSample: Sendable, Equatable {
  /// The maximum number of samples in a report.
  static let maximumCount = 10

  /// As it would be recorded.
  public var title: String
  /// As it would be recorded.
  public var time: CheckInTime
  /// The exercise type of a check-in; `nil` for a session.
  public var type: ExerciseType?
  /// The sets of a session; `nil` for a check-in.
  public var sets: Int?
}

/// Rows, or something of them, that a journal has no place for.
///
/// ```swift
/// for dropped in report.dropped { print(dropped.count, dropped.reason) }
/// ```
public struct DroppedRows: Sendable, Equatable {
  /// In words.
  public var reason: Message
  /// The number of rows or values that were left out for this reason.
  public var count: Int
}

/// A row that is no valid check-in, or set.
///
/// ```swift
/// for row in report.rejected { print(row.row, row.messages) }
/// ```
public struct RejectedRow: Sendable, Equatable {
  /// Of CSV the row that a spreadsheet shows, where the header is row 1; of JSON Lines the line, from 1.
  public var row: Int
  /// Everything that is wrong with it; at least one.
  public var messages: [Message]
}

/// An activity whose distance no one covers in its duration, most likely because its unit is another one.
///
/// ```swift
/// if let doubtful = report.doubtfulSpeed { print(doubtful.row, doubtful.plausibleMaps) }
/// ```
public struct DoubtfulSpeed: Sendable, Equatable {
  /// The row's number, as in ``RejectedRow``.
  public var row: Int
  /// The exercise type that the activity becomes.
  public var type: ExerciseType
  /// The distance in metres.
  public var metres: Int
  /// The duration in seconds.
  public var seconds: Int
  /// The assignments of an ``ImportMap`` with which the speed is plausible, such as `distance=Strecke:m`.
  public var plausibleMaps: [String] = []
}

/// A local time without an offset that does not stand on the clock exactly once.
///
/// ```swift
/// for doubtful in report.doubtfulTimes { print(doubtful.row, doubtful.reading) }
/// ```
public struct DoubtfulTime: Sendable, Equatable {
  /// The row's number, as in ``RejectedRow``.
  public var row: Int
  /// The local time in the row, in milliseconds since 1970 as if it were UTC.
  public var localMilliseconds: Int64
  /// The time that was imported.
  public var time: CheckInTime
  /// The reason why the time is doubtful.
  public var reading: LocalTimeZone.Reading
}

import CheckInInterchange
import CheckInJournal
import Foundation

/// A journal in a scratch directory, and imports of workouts into it.
struct WorkoutImport {
  let scratch: ScratchDirectory
  let journal: Journal

  init() throws {
    scratch = try ScratchDirectory()
    journal = try Journal(at: scratch.path + "/journal")
  }

  @discardableResult
  func run(
    _ text: String, unit: Weight.Unit? = nil, longDurations: ImportQuestion.LongDurations? = nil, map: [String] = [],
    dryRun: Bool = false, skipInvalid: Bool = false
  ) throws -> ImportReport {
    try Importer.run(
      path: try scratch.write(text, to: "workouts.csv"), dryRun: dryRun, skipInvalid: skipInvalid, now: noon,
      zone: centralEuropeanZone, unit: unit, longDurations: longDurations, map: try ImportMap(map),
      into: { _ in journal })
  }

  /// The sessions, oldest first: title, start, duration, and each set as its exercise and notation.
  func shown() throws -> [String] {
    let names = Dictionary(uniqueKeysWithValues: try journal.exercises().map { ($0.number, $0.name) })
    return try journal.completedSessions().reversed().map { session in
      let sets = session.sets.map { set in
        "\(names[set.exercise] ?? "?") \(SetNotation.text(set.entry, unit: .kilograms))"
      }
      let start = session.start.isTimeOfDayKnown ? session.start.description : session.day.description
      let minutes = session.durationSeconds.map { " \($0 / 60)min" } ?? ""
      return "\(session.title) \(start)\(minutes): \(sets.joined(separator: ", "))"
    }
  }
}

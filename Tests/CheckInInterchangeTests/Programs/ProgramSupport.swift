import CheckInInterchange
import CheckInJournal
import Foundation

/// A journal in a scratch directory, and imports of other programs' files into it.
struct ProgramImport {
  static let fixtures = URL(filePath: #filePath).appending(path: "../../../../Fixtures/programs").standardized.path

  let scratch: ScratchDirectory
  let journal: Journal

  init() throws {
    scratch = try ScratchDirectory()
    journal = try Journal(at: scratch.path + "/journal")
  }

  /// Imports a fixture, or a file of a path that begins with a slash.
  func run(
    _ path: String, as format: ImportFormat? = nil, map: [String] = [], zone: String = "Europe/Berlin",
    dryRun: Bool = false, skipInvalid: Bool = false
  ) throws -> ImportReport {
    try Importer.run(
      path: path.hasPrefix("/") ? path : "\(Self.fixtures)/\(path)", format: format, dryRun: dryRun,
      skipInvalid: skipInvalid, now: 1_800_000_000_000, zone: LocalTimeZone(identifier: zone) ?? .utc,
      map: try ImportMap(map), photoConversion: { bytes in NewPhoto(jpeg: bytes, width: 1, height: 1) },
      into: { _ in journal })
  }

  /// Imports a text.
  func run(
    text: String, as format: ImportFormat? = nil, map: [String] = [], dryRun: Bool = false
  ) throws -> ImportReport {
    try run(try scratch.write(text, to: "input"), as: format, map: map, dryRun: dryRun)
  }

  /// The check-ins, oldest first, as they came in: time, zone, type, title, and what else there is.
  func shown() throws -> [String] {
    try journal.checkIns().sorted {
      ($0.time.instantMilliseconds, $0.number) < ($1.time.instantMilliseconds, $1.number)
    }
    .map { checkIn in
      var parts = [checkIn.time.written, checkIn.time.timeZone ?? "-", checkIn.type.name, checkIn.title]
      if let calories = checkIn.calories { parts.append("\(calories) kcal") }
      if let duration = checkIn.durationSeconds { parts.append("\(duration) s") }
      if let distance = checkIn.distanceMetres { parts.append("\(distance) m") }
      if let location = checkIn.location { parts.append("at \(location)") }
      if !checkIn.notes.isEmpty { parts.append(checkIn.notes.replacing("\n", with: "\\n")) }
      return parts.joined(separator: "|")
    }
  }
}

extension ImportReport {
  /// `name→type count`, sorted.
  var shownActivities: [String] { activities.map { "\($0.name)→\($0.type?.name ?? "nothing") \($0.count)" }.sorted() }
}

internal import CheckInJournal
internal import FoundationEssentials

/// Brings the check-ins of the app's database into a journal.
///
/// Both generations: rows without a type and a title become "Unknown" and "Legacy Check-in". Identities are the app's,
/// so the same database twice adds nothing. The app keeps instants without a zone; the day is that of the reader's
/// zone, as the app shows it.
struct AppStoreImporter {
  let dryRun: Bool
  let skipInvalid: Bool
  /// `true` if check-ins that the journal has but that are discarded are restored.
  let restoring: Bool
  /// Milliseconds since 1970; check-ins after it are rejected.
  let now: Int64
  let zone: LocalTimeZone
  /// `nil` if photos can't be imported.
  let photoConversion: PhotoConversion?
  let progress: Journal.Progress?

  /// - Throws: as ``Importer`` does.
  func run(_ path: String, into openJournal: (UUID?) throws -> Journal?) throws -> ImportReport {
    guard path != "-" else {
      throw JournalError(.invalidValue, "A database cannot be read from standard input; name the file.")
    }
    let database = try AppStoreDatabase(path)
    var rows = ImportedRows(now: now)
    var photos: [(id: UUID, key: Int64)] = []
    try database.forEachRow { row in
      let (draft, problems) = draft(of: row)
      let isAdded = rows.add(draft, problems: problems, number: Int(row.key))
      if isAdded, row.hasPhoto, let id = draft.id { photos.append((id, row.key)) }
    }
    return try rows.append(
      dryRun: dryRun, skipInvalid: skipInvalid, restoring: restoring, progress: progress, into: openJournal
    ) { journal, report in
      let intake = PhotoIntake(conversion: photoConversion, dryRun: dryRun)
      let reading = photos.map { photo in
        (id: photo.id, read: { () throws -> [UInt8]? in try database.photo(ofRow: photo.key) })
      }
      try intake.attach(reading, to: journal, &report)
    }
  }

  private func draft(of row: AppStoreDatabase.Row) -> (CheckInDraft, [Message]) {
    var problems: [Message] = row.misfits.map { "The column \($0) holds a value of another kind" }
    var time = CheckInTime(instantMilliseconds: CheckInTime.instantRange.lowerBound, offsetMinutes: 0)
    let milliseconds = row.date.flatMap { Int64(exactly: (($0 + secondsFrom1970To2001) * 1000).rounded()) }
    if let milliseconds, CheckInTime.instantRange.contains(milliseconds) {
      time = zone.time(atInstant: milliseconds)
    } else if !row.misfits.contains("ZDATE") {
      problems.append(row.date == nil ? "The date is missing" : Validation.dateOutOfRange)
    }
    if row.id == nil, !row.misfits.contains("ZID") { problems.append("The id is missing") }
    let type = row.type.map { name in ExerciseType(name: name) } ?? .unknown
    if type == nil { problems.append("The type '\((row.type ?? "").prefix(40))' is not known") }
    let draft = CheckInDraft(
      id: row.id.flatMap { bytes in bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) } },
      // A type that is not known is told once.
      type: type ?? .unknown, title: row.title ?? legacyTitle.description, time: time,
      calories: row.calories.map { Int($0) }, location: row.location, notes: row.notes ?? "")
    return (Validation.normalized(draft), problems)
  }
}

private let secondsFrom1970To2001 = 978_307_200.0

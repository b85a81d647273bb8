public import CheckInJournal
internal import FoundationEssentials

/// Makes a photo fit for the journal, from the bytes of an image file. An error means that this photo cannot be taken.
///
/// ```swift
/// let conversion: PhotoConversion = { bytes in
///   let jpeg = try uprightJPEGWithoutMetadata(bytes)
///   return NewPhoto(jpeg: jpeg.bytes, width: jpeg.width, height: jpeg.height)
/// }
/// ```
public typealias PhotoConversion = @Sendable (_ bytes: [UInt8]) throws -> NewPhoto

/// Brings the check-ins of the app's database into a journal.
///
/// Both generations: rows without a type and a title become "Unknown" and "Legacy Check-in". Identities are the app's,
/// so the same database twice adds nothing. The app keeps instants without a zone; the day is that of the reader's
/// zone, as the app shows it.
struct AppStoreImporter {
  let dryRun: Bool
  let skipInvalid: Bool
  /// Whether check-ins that are in the journal and discarded are brought back.
  let restoring: Bool
  /// Milliseconds since 1970; check-ins after it are rejected.
  let now: Int64
  let zone: LocalTimeZone
  /// `nil` where photos cannot be taken.
  let photoConversion: PhotoConversion?
  let progress: Journal.Progress?

  /// - Throws: as ``Importer/run(path:format:dryRun:skipInvalid:restoring:now:zone:photoConversion:progress:into:)``.
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
      try attach(photos, of: database, to: journal, &report)
    }
  }

  private func draft(of row: AppStoreDatabase.Row) -> (CheckInDraft, [String]) {
    var problems = row.misfits.map { "The column \($0) holds a value of another kind" }
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

  /// Gives check-ins their photos. One that ever had a photo keeps what became of it, so that importing again completes
  /// an import that was cut off, and undoes nothing.
  private func attach(
    _ photos: [(id: UUID, key: Int64)], of database: AppStoreDatabase, to journal: Journal?,
    _ report: inout ImportReport
  ) throws {
    guard !photos.isEmpty else { return }
    let everAttached = try journal?.replay(PhotographedCheckIns.self).numbers ?? []
    for (id, key) in photos {
      let checkIn = try journal?.checkIn(id: id)
      if let checkIn, everAttached.contains(checkIn.number) || checkIn.isDiscarded { continue }
      guard let photoConversion, let bytes = try database.photo(ofRow: key),
        let photo = try? photoConversion(bytes)
      else {
        report.photosLeftOut += 1
        continue
      }
      if !dryRun, let journal, let checkIn {
        _ = try journal.attachPhoto(photo, to: checkIn.number, origin: .import)
      }
      report.photos += 1
    }
  }
}

private let secondsFrom1970To2001 = 978_307_200.0

/// The check-ins that ever had a photo.
private struct PhotographedCheckIns: Projection {
  static let name = "photographed check-ins"
  static let version = 1
  private(set) var numbers: Set<Int> = []

  mutating func apply(_ event: Event) {
    if case .photoAttached = event.action { numbers.insert(event.checkIn) }
  }
}

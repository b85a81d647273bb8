internal import CheckInJournal
internal import EventLog
internal import FoundationEssentials
internal import SQLite

/// Writes the journal as a plain SQLite database, for questions in SQL: check-ins with the discarded ones, every event
/// with what it changed, photos by their digests, and views of days and months.
///
/// It is made under a temporary name and appears at its place whole.
enum DatabaseExporter {
  /// `CKIN`: by it an earlier export is known, and replaced.
  private static let applicationID: UInt32 = 0x434B_494E
  private static let applicationIDOffset = 68
  /// So much of the database is kept in memory: every row goes behind the one before. It is also how much of an index
  /// is sorted at a time, which takes half as long where it fits into the processor's own memory.
  private static let cacheByteCount = 2 << 20

  /// The column that the table of events has besides, if some event names its device.
  private static let deviceColumn = """
    ALTER TABLE events ADD COLUMN device TEXT; -- the name of the device that it was recorded on
    """
  /// The additional columns for a journal on several devices. Its own check-in numbers stay the keys.
  private static let groupColumns = """
    ALTER TABLE check_ins ADD COLUMN name TEXT; -- of a check-in of another device: phone/17
    ALTER TABLE events ADD COLUMN replica TEXT; -- the device in whose log the event is
    """
  private static let schema = """
    CREATE TABLE photos (
      sha256 TEXT PRIMARY KEY,
      bytes INTEGER NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE check_ins (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL,          -- unique
      type TEXT NOT NULL,
      title TEXT NOT NULL,
      at TEXT NOT NULL,          -- local time with its offset, ISO 8601
      at_utc TEXT NOT NULL,      -- the same instant in UTC
      time_zone TEXT,            -- IANA
      day TEXT NOT NULL,         -- the local date
      calories INTEGER,
      location TEXT,
      notes TEXT NOT NULL,
      photo TEXT REFERENCES photos (sha256),
      discarded INTEGER NOT NULL CHECK (discarded IN (0, 1)),
      sequence INTEGER NOT NULL REFERENCES events (sequence) -- its latest event
    );
    CREATE TABLE events (
      sequence INTEGER PRIMARY KEY,
      recorded_at TEXT NOT NULL, -- UTC, ISO 8601
      origin TEXT NOT NULL,
      action TEXT NOT NULL,
      check_in INTEGER REFERENCES check_ins (number),
      command INTEGER NOT NULL REFERENCES events (sequence),
      undoes INTEGER REFERENCES events (sequence),
      changes TEXT NOT NULL CHECK (json_valid(changes))
    );
    CREATE TABLE journal (id TEXT NOT NULL, sequence INTEGER NOT NULL);
    CREATE VIEW days AS
      SELECT day, count(*) AS check_ins, sum(calories) AS calories
      FROM check_ins WHERE discarded = 0 GROUP BY day;
    CREATE VIEW months AS
      SELECT substr(day, 1, 7) AS month, sum(check_ins) AS check_ins, count(*) AS days,
        CAST(strftime('%d', substr(min(day), 1, 7) || '-01', '+1 month', '-1 day') AS INTEGER) AS days_in_month
      FROM days GROUP BY substr(day, 1, 7);
    """
  /// Made when all rows are there: identities come in no order, and each would go to another place of its index.
  private static let indexes = """
    CREATE UNIQUE INDEX check_ins_by_id ON check_ins (id);
    CREATE INDEX check_ins_by_day ON check_ins (day);
    CREATE INDEX check_ins_by_photo ON check_ins (photo) WHERE photo IS NOT NULL;
    CREATE INDEX events_by_check_in ON events (check_in);
    """

  /// - Throws: what reading the journal throws; `inputOutput`.
  static func run(
    journal: Journal?, to output: consuming OutputFile, progress: Journal.Progress?
  ) throws(JournalError) -> ExportReport {
    // SQLite writes a file; what goes to a pipe is made elsewhere and copied.
    let folder = output.temporaryPath == nil ? try TemporaryFolder() : nil
    let file = output.temporaryPath ?? (folder.map { $0.path + "/export.sqlite" } ?? "")
    var report = ExportReport(exported: 0)
    try withJournalErrors {
      do {
        let database = try Database(path: file, for: .writing)
        // Check-ins and events name each other, and SQLite checks no foreign keys unless it is told to. Constraints are
        // for who writes into it later; to parse again what each event changed would only take time.
        try database.withConnection { connection in
          try connection.execute(
            """
            PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
            PRAGMA page_size = 16384; PRAGMA cache_size = -\(cacheByteCount >> 10); PRAGMA threads = 2;
            PRAGMA application_id = \(applicationID);
            PRAGMA ignore_check_constraints = ON
            """)
        }
        report.exported = try database.write { try write(journal, to: $0, progress: progress) }
        try database.close()
      } catch let error as SQLiteError {
        throw JournalError(.inputOutput, "The database cannot be written: \(error.message).")
      }
    }
    if folder != nil { try output.copy(file) }
    try output.finish()
    return report
  }

  /// Returns `true` if the file is an earlier export.
  ///
  /// - Throws: `inputOutput`.
  static func isExport(at path: String) throws(JournalError) -> Bool {
    let head = try OutputFile.content(of: path, limit: 100) ?? []
    let id = (0..<4).map { UInt8(truncatingIfNeeded: applicationID >> UInt32(24 - 8 * $0)) }
    return head.count == 100 && head[applicationIDOffset..<applicationIDOffset + 4].elementsEqual(id)
  }

  private static func write(_ journal: Journal?, to connection: Connection, progress: Journal.Progress?) throws -> Int {
    try connection.execute(schema)
    guard let journal else { return 0 }
    let later = try journal.laterFields()
    let added = CheckInQuantity.added(with: later)
    for quantity in added { try connection.execute("ALTER TABLE check_ins ADD COLUMN \(quantity.rawValue) INTEGER") }
    if later.contains(.device) { try connection.execute(deviceColumn) }
    let isOfGroup = journal.showsPeers
    if isOfGroup { try connection.execute(groupColumns) }
    let recorded = journal.recordedEvents
    let sequence = UInt64(recorded.count)
    try connection.execute(
      "INSERT INTO journal VALUES (?, ?)", .text(recorded.journalID?.uuidString ?? ""), .integer(Int64(sequence)))
    var photos: [Digest: Photo] = [:]
    let columns = Columns(added: added, hasDevice: later.contains(.device), isOfGroup: isOfGroup)
    let events = try RowInserter(connection, insertion: "INSERT INTO events", columnCount: columns.ofEvents)
    var rows = TableRows()
    let form = AuditForm.row { action, output in
      var json = JSONWriter(to: output)
      json.object { action.writeMembers(to: &$0) }
    }
    // From 0: a log that is damaged before its first event is read, too, and refused.
    let eventCount = try journal.writeAudit(from: 0, to: sequence, as: form, progress: progress) { bytes in
      rows.removeAll()
      var offset = 0
      while let row = AuditRow(at: &offset, in: bytes) {
        if let attached = row.photo, photos[attached.digest] == nil { photos[attached.digest] = attached }
        rows.add(row, in: columns)
      }
      try events.insert(rows, textsIn: bytes)
    }
    guard eventCount == sequence else {
      throw JournalError(
        .damaged,
        "The log ends before event \(sequence); \(.verify, or: "a verification") tells where it is damaged.")
    }
    // In the order of their digests each comes beside the one before. The first number is nearly that order.
    let photoInserter = try RowInserter(connection, insertion: "INSERT INTO photos", columnCount: Columns.ofPhotos)
    for photo in photos.values.sorted(by: { $0.digest.words.0.bigEndian < $1.digest.words.0.bigEndian }) {
      rows.removeAll()
      rows.add(photo)
      try photoInserter.insert(rows)
    }
    var count = 0
    let inserter = try RowInserter(connection, insertion: "INSERT INTO check_ins", columnCount: columns.ofCheckIns)
    let outputs = OutputPool()
    // While some are inserted, another thread puts the next together.
    try journal.foldCheckIns(includesDiscarded: true) { checkIns in
      var rows = TableRows(texts: outputs.take())
      try checkIns.forEachCheckIn { rows.add($0, in: columns) }
      return (rows, checkIns.count)
    } merge: { (batch: consuming (rows: TableRows, count: Int)) in
      try inserter.insert(batch.rows)
      count += batch.count
      outputs.give(batch.rows.texts)
    }
    try connection.execute(indexes)
    return count
  }
}

/// The columns that the tables have.
private struct Columns {
  /// The added quantities that the check-ins have.
  let added: [CheckInQuantity]
  let hasDevice: Bool
  let isOfGroup: Bool

  static let ofPhotos = 4
  var ofEvents: Int { 8 + (hasDevice ? 1 : 0) + (isOfGroup ? 1 : 0) }
  var ofCheckIns: Int { 14 + added.count + (isOfGroup ? 1 : 0) }
}

extension TableRows {
  fileprivate mutating func add(_ photo: Photo) {
    text { $0.hexadecimal(photo.digest) }
    integer(photo.byteCount)
    integer(photo.width)
    integer(photo.height)
  }

  fileprivate mutating func add(_ row: AuditRow, in columns: Columns) {
    func integerOrNull(_ value: UInt64) -> Int? { value > 0 ? Int(clamping: value) : nil }
    integer(Int(clamping: row.sequence))
    text(at: row.recordedAt)
    text(at: row.origin)
    text(at: row.action)
    integer(integerOrNull(row.checkIn))
    integer(Int(clamping: row.command))
    integer(integerOrNull(row.undoes))
    text(at: row.changes)
    if columns.hasDevice { if row.device.isEmpty { null() } else { text(at: row.device) } }
    if columns.isOfGroup { text(at: row.replica) }
  }

  fileprivate mutating func add(_ checkIn: CheckIn, in columns: Columns) {
    integer(checkIn.number)
    text { $0.identity(checkIn.id) }
    text(checkIn.type.name)
    text(checkIn.title)
    text { $0.written(checkIn.time) }
    text { $0.utcTime(checkIn.time) }
    text(checkIn.time.timeZone)
    text { $0.date(checkIn.time) }
    for quantity in CheckInQuantity.original { integer(checkIn.fields[quantity]) }
    text(checkIn.location)
    text(checkIn.notes)
    if let photo = checkIn.photo { text { $0.hexadecimal(photo.digest) } } else { null() }
    integer(checkIn.isDiscarded ? 1 : 0)
    integer(Int(clamping: checkIn.sequence))
    for quantity in columns.added { integer(checkIn.fields[quantity]) }
    if columns.isOfGroup { text(checkIn.name) }
  }
}

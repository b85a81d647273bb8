package import EventLog
package import FoundationEssentials
internal import SQLite

/// `search.sqlite`: which check-ins have which words, in a full-text index of SQLite. A cache.
///
/// It only tells where to look: what it names is looked at before it is an answer. So what it has too much does no
/// harm, and an edited check-in keeps its former words until the index is made anew.
package final class SearchIndex: Sendable {
  /// The journal state that the index was built from.
  ///
  /// The index is valid for the same journal if the event with this sequence number is unchanged.
  package struct Header: Equatable {
    package var journalID: UUID
    package var sequence: UInt64
    /// The recording time of the event with this sequence number.
    var recordedAtMilliseconds: Int64
    /// The check-in that the event affects.
    var checkIn: UInt64

    package init(journalID: UUID, sequence: UInt64, recordedAtMilliseconds: Int64, checkIn: UInt64) {
      self.journalID = journalID
      self.sequence = sequence
      self.recordedAtMilliseconds = recordedAtMilliseconds
      self.checkIn = checkIn
    }
  }

  /// The form of the file and of the words: to be raised when either changes.
  private static let version = 1
  /// Up to so many bytes of new words are sorted in memory.
  private static let sortedByteCount = 64 << 20

  private static let schema = """
    CREATE TABLE header (version, journal, sequence, recorded, check_in);
    CREATE VIRTUAL TABLE entry USING fts5(
      words, content = '', columnsize = 0, detail = none, prefix = '1 2 3', tokenize = 'ascii');
    CREATE VIRTUAL TABLE vocabulary USING fts5vocab(entry, row);
    CREATE TABLE term (term TEXT PRIMARY KEY) WITHOUT ROWID
    """
  /// The conditions for using an index. Anyone who can write into the journal's directory may have changed it.
  private static let rules = Result { try DatabaseGuard(schema: schema, maximumValueByteCount: 16 << 20) }
  /// The beginning of a word is looked for as the words that begin so, unless there are more. SQLite would collect all
  /// check-ins that have one of them, before the first is an answer.
  private static let maximumTermCount = 64

  private let database: Database
  package let header: Header

  /// The index at a path; `nil` where there is none that can be read. Writes nothing.
  package init?(readingFrom path: String) {
    guard
      let database = try? Database(cacheAt: path, for: .reading, busyMilliseconds: 200, guardedBy: Self.rules.get()),
      let header = try? database.read({ try Self.header(in: $0) })
    else { return nil }
    self.database = database
    self.header = header
  }

  private static func header(in connection: Connection) throws -> Header? {
    try connection.first("SELECT version, journal, sequence, recorded, check_in FROM header") { row in
      guard row.integer(0) == Int64(version), let journalID = row.text(1).flatMap({ UUID(uuidString: $0) }),
        let sequence = row.integer(2).flatMap({ UInt64(exactly: $0) }), let recordedAt = row.integer(3),
        let checkIn = row.integer(4).flatMap({ UInt64(exactly: $0) })
      else { return nil }
      return Header(journalID: journalID, sequence: sequence, recordedAtMilliseconds: recordedAt, checkIn: checkIn)
    }
  }

  /// The places of check-ins that may be looked for, ascending; `nil` if the index was renewed since it was opened.
  ///
  /// - Throws: what SQLite says.
  package func places(
    of filter: CheckInFilter, in range: ClosedRange<SearchEntry.Place>, limit: Int
  ) throws -> [SearchEntry.Place]? {
    try database.read { connection in
      guard try Self.header(in: connection) == header else { return nil }
      var parts = filter.markExpressions
      for term in filter.terms.terms {
        guard let expression = try Self.expression(for: term, in: connection) else { return [] }
        parts.append(expression)
      }
      return try connection.all(
        "SELECT rowid FROM entry WHERE entry MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid LIMIT ?",
        .text(parts.joined(separator: " AND ")), .integer(range.lowerBound.rowID), .integer(range.upperBound.rowID),
        .integer(Int64(limit))
      ) { SearchEntry.Place(rowID: $0.integer(0) ?? 0) }
    }
  }

  /// A term in the syntax of FTS5, in which its characters mean nothing; `nil` if no word is like it.
  private static func expression(for term: SearchTerms.Term, in connection: Connection) throws -> String? {
    let word = String(decoding: term.bytes, as: UTF8.self)
    guard term.isBeginning else { return "\"\(word)\"" }
    let words = try connection.all(
      "SELECT term FROM term WHERE term >= ? AND term < ? LIMIT ?", .text(word), .text(word + "\u{10FFFF}"),
      .integer(Int64(maximumTermCount + 1))
    ) { $0.text(0) ?? "" }
    guard words.count <= maximumTermCount else { return "\"\(word)\" *" }
    return words.isEmpty ? nil : "(" + words.map { "\"\($0)\"" }.joined(separator: " OR ") + ")"
  }

  // MARK: Writing

  /// Hands over the entries to be written, ascending by place.
  package typealias Entries = (_ put: (SearchEntry) throws -> Void) throws -> Void

  /// Writes a whole new index beside the one at `path` and puts it in its place, unless another process is at it.
  ///
  /// - Throws: what SQLite or the file system says, or `entries`; the old index is untouched then.
  package static func create(
    _ header: Header, at path: String, in fileSystem: any FileSystem, _ entries: Entries
  ) throws {
    try fileSystem.requireReplaceable(path)
    let temporaryPath = path + ".new"
    // Readable by its owner alone, as everything in a journal is.
    let isNew = try fileSystem.kind(of: temporaryPath) == nil
    let file = try isNew ? fileSystem.create(temporaryPath) : fileSystem.open(temporaryPath, for: .readingAndWriting)
    guard try file.tryLock(), try file.isNamed(temporaryPath) else { return }
    try fileSystem.removing(temporaryPath) {
      // What is there was left behind by a process that was cut off.
      try file.truncate(to: 0)
      try write(header, toNew: fileSystem.pathForSQLite(temporaryPath), entries)
      try file.synchronize()
      try fileSystem.rename(temporaryPath, to: path)
    }
  }

  private static func write(_ header: Header, toNew path: String, _ entries: Entries) throws {
    let writer = try Database(path: path, for: .writing)
    // Nobody sees this file before it is whole and synced, so SQLite need not be able to roll it back.
    try writer.withConnection {
      try $0.execute("PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    }
    try writer.write { connection in
      try connection.execute(schema)
      try connection.execute("INSERT INTO entry (entry, rank) VALUES ('hashsize', \(sortedByteCount))")
      try write(header, in: connection, entries)
      try connection.execute("INSERT INTO term SELECT term FROM vocabulary")
    }
    try writer.close()
  }

  /// Adds entries to the index that this one is, unless another process has renewed it.
  ///
  /// - Throws: what SQLite says, or `entries`; the index is as before then.
  package func add(_ header: Header, at path: String, _ entries: Entries) throws {
    let writer = try Database(cacheAt: path, for: .writing, busyMilliseconds: 200, guardedBy: Self.rules.get())
    try writer.withConnection { try $0.execute("PRAGMA synchronous = NORMAL") }
    try writer.write { connection in
      guard try Self.header(in: connection) == self.header else { return }
      let term = try connection.statement("INSERT OR IGNORE INTO term VALUES (?)")
      try Self.write(header, in: connection, entries) { word in
        try term.run([.text(String(decoding: word, as: UTF8.self))])
      }
    }
  }

  /// - Parameter forEachWord: is called with the words of each entry.
  private static func write(
    _ header: Header, in connection: Connection, _ entries: Entries,
    forEachWord: ((ArraySlice<UInt8>) throws -> Void)? = nil
  ) throws {
    let statement = try connection.statement("INSERT INTO entry (rowid, words) VALUES (?, ?)")
    try entries { entry in
      try statement.run([.integer(entry.place.rowID), .text(entry.text)])
      if let forEachWord { try entry.words.split(separator: WordForm.space).forEach(forEachWord) }
    }
    try connection.execute("DELETE FROM header")
    try connection.execute(
      "INSERT INTO header (version, journal, sequence, recorded, check_in) VALUES (?, ?, ?, ?, ?)",
      .integer(Int64(version)), .text(header.journalID.uuidString), .integer(Int64(clamping: header.sequence)),
      .integer(header.recordedAtMilliseconds), .integer(Int64(clamping: header.checkIn)))
  }
}

/// The known state of the search index.
package enum SearchIndexState {
  case unknown
  case known(KnownSearchIndex)
  /// The index can't be read and must be rebuilt.
  case unusable
}

/// An index that can be used at a moment of the journal.
package struct KnownSearchIndex {
  package let index: SearchIndex
  /// The last event of that moment.
  package let sequence: UInt64
  /// The check-ins that events since the index concern.
  package let changed: Set<Int>

  package init(index: SearchIndex, sequence: UInt64, changed: Set<Int>) {
    self.index = index
    self.sequence = sequence
    self.changed = changed
  }
}

extension CheckInFilter {
  /// The filter's conditions other than terms, in FTS5 syntax.
  fileprivate var markExpressions: [String] {
    var parts: [String] = []
    if !types.isEmpty {
      parts.append("(" + types.map { "\"\(SearchEntry.mark(of: $0))\"" }.sorted().joined(separator: " OR ") + ")")
    }
    for tag in tags.sorted() { parts.append("\"\(SearchEntry.mark(of: tag))\"") }
    if hasPhoto == true { parts.append("\"\(SearchEntry.photoMark)\"") }
    return parts
  }
}

internal import CheckInJournal
internal import EventLog
internal import Foundation
internal import SQLite

/// The app's own database (`default.store`): a SQLite file that SwiftData keeps by Core Data's conventions.
///
/// Table `ZCHECKIN`, a column `Z` and the property's name in capitals for each property; dates are seconds since
/// 2001-01-01 UTC; identities are 16 bytes. Columns that a generation lacks read as null.
///
/// The file is never opened: it is copied, with the log of changes that stands beside it, and the copy is read. So
/// nothing changes in the app's folder, and changes that the app has not merged yet are there.
final class AppStoreDatabase {
  /// A row of `ZCHECKIN`, whatever its columns hold.
  struct Row {
    /// `Z_PK`
    var key: Int64
    var id: [UInt8]?
    /// Seconds since 2001-01-01 UTC.
    var date: Double?
    var type: String?
    var title: String?
    var calories: Int64?
    var location: String?
    var notes: String?
    var hasPhoto: Bool
    /// Columns that hold a value of another kind than they should.
    var misfits: [String]
  }

  /// A photo is not read where it is larger, in bytes.
  private static let photoByteLimit = 64 << 20
  private static let neededColumns = ["Z_PK", "ZDATE", "ZID"]

  private let name: String
  private let supportPath: String
  private let folder: TemporaryFolder
  private let database: Database
  private let columns: Set<String>

  /// - Throws: `notFound` where there is no file; `refusedInput` where it is no database of the app; `inputOutput`.
  init(_ path: String) throws(JournalError) {
    name = path
    let file = URL(filePath: path)
    supportPath =
      file.deletingLastPathComponent().appending(
        path: ".\(file.deletingPathExtension().lastPathComponent)_SUPPORT/_EXTERNAL_DATA"
      ).path
    folder = try TemporaryFolder()
    let copy = try folder.copyDatabase(path)
    do {
      database = try Database(foreignAt: copy)
      columns = try database.read { connection in
        try connection.requireSound()
        return Set(try connection.columns(of: "ZCHECKIN").map { $0.uppercased() })
      }
    } catch {
      throw Self.refusal(of: path, reason: "SQLite cannot read it")
    }
    guard columns.isSuperset(of: Self.neededColumns) else {
      throw Self.refusal(
        of: path, reason: "it has no table ZCHECKIN with the columns \(Self.neededColumns.joined(separator: ", "))")
    }
  }

  private static func refusal(of path: String, reason: String) -> JournalError {
    JournalError(
      .refusedInput, "\(path) is not the app's database: \(reason). It is the file default.store in the app's folder.")
  }

  /// Calls `body` with every row, by ascending key.
  func forEachRow(_ body: (Row) -> Void) throws(JournalError) {
    func column(_ name: String) -> String { columns.contains(name) ? name : "NULL" }
    let photo = columns.contains("ZPHOTODATA") ? "length(ZPHOTODATA) > 0" : "0"
    let sql = """
      SELECT Z_PK, ZID, ZDATE, \(column("ZEXERCISETYPE")), \(column("ZTITLE")), \(column("ZCALORIES")),
        \(column("ZLOCATION")), \(column("ZNOTES")), coalesce(\(photo), 0) FROM ZCHECKIN ORDER BY Z_PK
      """
    do {
      try database.read { connection in
        try connection.statement(sql).forEachRow([]) { body(Row($0)) }
      }
    } catch {
      throw Self.refusal(of: name, reason: "it is damaged")
    }
  }

  /// The bytes of a row's photo; `nil` where they are not there, or are too many.
  ///
  /// Core Data keeps them in the column as they are, or behind a byte 1; or behind a byte 2 it names a file that holds
  /// them.
  func photo(ofRow key: Int64) throws(JournalError) -> [UInt8]? {
    let bytes: [UInt8]
    do {
      bytes =
        try database.read { connection in
          try connection.first(
            "SELECT ZPHOTODATA FROM ZCHECKIN WHERE Z_PK = ? AND length(ZPHOTODATA) <= ?", .integer(key),
            .integer(Int64(Self.photoByteLimit))
          ) { $0.blob(0) }
        } ?? []
    } catch {
      throw Self.refusal(of: name, reason: "it is damaged")
    }
    switch bytes.first {
    case nil: return nil
    case 1: return Array(bytes.dropFirst())
    case 2: return try externalPhoto(bytes.dropFirst())
    default: return bytes
    }
  }

  private func externalPhoto(_ reference: ArraySlice<UInt8>) throws(JournalError) -> [UInt8]? {
    // Nothing but an identity is taken for a file's name.
    guard let id = UUID(uuidString: String(decoding: reference.prefix { $0 != 0 }, as: UTF8.self)) else { return nil }
    let path = supportPath + "/" + id.uuidString
    return try withJournalErrors {
      guard try DiskFileSystem(followsLinks: true).kind(of: path) == .file else { return nil }
      let file = try DiskFileSystem(followsLinks: true).open(path, for: .reading)
      let size = try file.size()
      return size <= Self.photoByteLimit ? try file.readBytes(at: 0, count: size) : nil
    }
  }
}

extension AppStoreDatabase.Row {
  fileprivate init(_ row: SQLite.Row) {
    var misfits: [String] = []
    func value<Value>(_ column: Int32, named name: String, _ convert: (SQLiteValue) -> Value?) -> Value? {
      let value = row.value(column)
      if case .null = value { return nil }
      let converted = convert(value)
      if converted == nil { misfits.append(name) }
      return converted
    }
    func text(_ column: Int32, _ name: String) -> String? {
      value(column, named: name) { if case .text(let text) = $0 { text } else { nil } }
    }
    key = row.integer(0) ?? 0
    id = value(1, named: "ZID") { if case .blob(let bytes) = $0, bytes.count == 16 { bytes } else { nil } }
    date = value(2, named: "ZDATE") { value in
      switch value {
      case .real(let seconds): seconds
      case .integer(let seconds): Double(seconds)
      default: nil
      }
    }
    type = text(3, "ZEXERCISETYPE")
    title = text(4, "ZTITLE")
    calories = value(5, named: "ZCALORIES") { if case .integer(let number) = $0 { number } else { nil } }
    location = text(6, "ZLOCATION")
    notes = text(7, "ZNOTES")
    hasPhoto = row.integer(8) ?? 0 != 0
    self.misfits = misfits
  }
}

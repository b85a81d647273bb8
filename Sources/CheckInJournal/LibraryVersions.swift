internal import CLZ4
internal import GRDB

/// The versions of the libraries in use, which may be newer than those that the program was built with.
package enum LibraryVersions {
  package static var lz4: String { String(cString: LZ4_versionString()) }

  /// `nil` where SQLite does not answer.
  package static var sqlite: String? {
    try? DatabaseQueue().read { try String.fetchOne($0, sql: "SELECT sqlite_version()") }
  }
}

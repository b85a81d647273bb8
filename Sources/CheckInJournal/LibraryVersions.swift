internal import CLZ4
internal import SQLite

/// The versions of the libraries in use, which may be newer than those that the program was built with.
package enum LibraryVersions {
  package static var lz4: String { String(cString: LZ4_versionString()) }
  package static var sqlite: String { SQLite.libraryVersion }
}

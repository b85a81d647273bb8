/// The formats that come in.
package enum ImportFormat: String, CaseIterable, Sendable {
  /// Comma-separated values, RFC 4180, with a header.
  case csv
  /// JSON Lines: one check-in object a line.
  case jsonl
  /// JSON Lines: a header, then one event a line. See ``EventLine``.
  case events
  /// The app's own database, a SQLite file. See ``AppStoreDatabase``.
  case store

  /// The format that the path's extension names, in any case; `nil` for every other extension and for `-`.
  package init?(pathExtensionOf path: String) {
    switch pathExtension(of: path) {
    case ".csv": self = .csv
    case ".jsonl", ".ndjson": self = .jsonl
    case ".store": self = .store
    default: return nil
    }
  }

  /// The format of the input, where nobody has named it: files of events and databases are known by their beginning;
  /// then the path's extension decides, then the first character. Only JSON starts with a brace (or, where somebody
  /// made one array of the lines, a bracket); everything else is taken for CSV.
  init(of input: borrowing ByteInput, at path: String) {
    if input.starts(with: EventFileHeader.beginning) {
      self = .events
    } else if input.starts(with: Array("SQLite format 3\0".utf8)) {
      self = .store
    } else if let named = ImportFormat(pathExtensionOf: path) {
      self = named
    } else {
      let first = input.firstVisibleByte
      self = first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .jsonl : .csv
    }
  }
}

/// What follows the last dot of the path's last component, with the dot, in lower case; `nil` where there is none.
func pathExtension(of path: String) -> String? {
  let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
  return name.utf8.lastIndex(of: UInt8(ascii: ".")).map { name[$0...].lowercased() }
}

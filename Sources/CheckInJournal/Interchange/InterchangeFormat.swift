/// The text formats in which check-ins come in and go out.
package enum InterchangeFormat: String, CaseIterable, Sendable {
  /// Comma-separated values, RFC 4180, with a header.
  case csv
  /// JSON Lines: one check-in object a line.
  case jsonl

  /// The format that the path's extension names, in any case; `nil` for every other extension and for `-`.
  package init?(pathExtensionOf path: String) {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    switch name[dot...].lowercased() {
    case ".csv": self = .csv
    case ".jsonl", ".ndjson": self = .jsonl
    default: return nil
    }
  }

  /// The format that the content looks like. Only JSON starts with a brace (or, where somebody made one array of the
  /// lines, a bracket); everything else is taken for CSV.
  init(sniffing input: borrowing ByteInput) {
    let first = input.firstVisibleByte
    self = first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .jsonl : .csv
  }
}

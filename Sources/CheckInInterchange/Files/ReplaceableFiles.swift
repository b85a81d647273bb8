package import CheckInJournal

/// The existing files that an output may replace.
///
/// An output never replaces a file that checkin did not write, unless the user asks for it. Each format recognises its
/// own files by their content. An empty file contains nothing to lose, so every output may replace it.
package struct ReplaceableFiles: Sendable {
  private let recognizes: @Sendable (_ path: String) throws(JournalError) -> Bool

  /// Any file.
  package static let all = ReplaceableFiles { _ in true }

  /// The files that start with these bytes.
  package static func starting(with start: some Sequence<UInt8>) -> ReplaceableFiles {
    let start = Array(start)
    return ReplaceableFiles { path throws(JournalError) in
      try OutputFile.content(of: path, limit: start.count)?.elementsEqual(start) ?? false
    }
  }

  /// The files that contain exactly these bytes.
  package static func containing(_ bytes: [UInt8]) -> ReplaceableFiles {
    ReplaceableFiles { path throws(JournalError) in
      try OutputFile.content(of: path, limit: bytes.count + 1) == bytes
    }
  }

  init(_ recognizes: @escaping @Sendable (_ path: String) throws(JournalError) -> Bool) {
    self.recognizes = recognizes
  }

  /// Returns `true` if writing to `path` loses nothing: no regular file is there, or this set contains it.
  ///
  /// - Throws: `JournalError` with `.inputOutput`.
  package func allowWriting(to path: String) throws(JournalError) -> Bool {
    guard let start = try OutputFile.content(of: path, limit: 1), !start.isEmpty else { return true }
    return try recognizes(path)
  }
}

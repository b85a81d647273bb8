import CheckInInterchange
import CheckInJournal
import OrderedCollections
import Synchronization

/// Files that were sent to be imported and are looked at before that: the last two, in a temporary folder that goes
/// with them.
final class PendingImports: Sendable {
  /// A file that waits for a confirmation.
  struct File: Sendable {
    fileprivate let folder: TemporaryFolder
    let path: String
    /// Of weights that do not name theirs.
    let unit: Weight.Unit?
    let longDurations: ImportQuestion.LongDurations?
  }

  private static let limit = 2

  /// In the order in which they came, by names that nobody can guess.
  private let files = Mutex(OrderedDictionary<String, File>())

  /// Keeps a file.
  ///
  /// - Returns: its name.
  /// - Throws: `inputOutput`.
  func keep(
    _ bytes: [UInt8], unit: Weight.Unit?, longDurations: ImportQuestion.LongDurations? = nil
  ) throws(JournalError) -> String {
    let folder = try TemporaryFolder()
    let file = File(folder: folder, path: try folder.write(bytes, as: "file"), unit: unit, longDurations: longDurations)
    let name = Secret().text
    files.withLock { files in
      files[name] = file
      if files.count > Self.limit { files.removeFirst() }
    }
    return name
  }

  /// A file that is kept; `nil` if it is not any more.
  subscript(name: String) -> File? { files.withLock { $0[name] } }

  func remove(_ name: String) { files.withLock { _ = $0.removeValue(forKey: name) } }
}

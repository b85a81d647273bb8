internal import EventLog
internal import FoundationEssentials

/// The record of a fork, in the directory of the journal that is forked: `fork.json`.
///
/// It is written before the copy is created, and stays in the directory when the copy takes the journal's name. So
/// whatever interrupts the fork, the record shows whether it took place, and which directories belong to it.
struct ForkRecord: Codable {
  private static let fileName = "fork.json"

  /// The identity of the journal that is forked.
  var original: UUID
  /// The identity that the copy has.
  var journal: UUID
  /// The name of the copy's device.
  var name: String
  /// The number of the directories; see ``ForkPaths``.
  var number: Int
  /// The last event that is copied.
  var last: UInt64
  /// The last event of the new journal when the fork was completed; `nil` until then.
  var end: UInt64?

  static func path(in directory: String) -> String { "\(directory)/\(fileName)" }

  init(original: UUID, journal: UUID, name: String, number: Int, last: UInt64) {
    (self.original, self.journal, self.name, self.number, self.last) = (original, journal, name, number, last)
  }

  /// Reads the record.
  ///
  /// - Returns: `nil` if there is none in the directory, or if it can't be read as one.
  /// - Throws: `inputOutput`.
  init?(in directory: String, _ fileSystem: any FileSystem) throws(JournalError) {
    let path = Self.path(in: directory)
    guard try withJournalErrors({ try fileSystem.kind(of: path) }) == .file,
      let bytes = try withJournalErrors({ try fileSystem.content(of: path, limit: 1 << 16) }),
      let record = try? JSONDecoder().decode(Self.self, from: Data(bytes))
    else { return nil }
    self = record
  }

  func write(in directory: String, _ fileSystem: any FileSystem) throws(JournalError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try withJournalErrors {
      let bytes = Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
      try fileSystem.writeAtomically(bytes.span.bytes, to: Self.path(in: directory))
    }
  }

  /// Removes the record from a directory, durably.
  static func remove(from directory: String, _ fileSystem: any FileSystem) throws(FileError) {
    try fileSystem.remove(path(in: directory))
    try fileSystem.synchronizeDirectory(directory)
  }
}

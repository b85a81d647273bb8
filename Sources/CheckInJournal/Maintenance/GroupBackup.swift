internal import EventLog
internal import FoundationEssentials

/// The part of a ``Backup`` that other devices have written.
enum GroupBackup {
  /// Copies what the journal knows of its group: the copies of the others' logs, and the file that names them.
  static func copy(from source: LogDirectory, to target: LogDirectory) throws(JournalError) {
    let fileSystem = source.fileSystem
    for known in try PeerLog.all(inJournalAt: source.path, fileSystem) {
      guard try known.log.head() != nil else { continue }
      let copy = PeerLog(of: known.replica, inJournalAt: target.path, fileSystem)
      var chunks = try known.log.chunks(after: try copy.log.lastSequence() ?? 0)
      while let chunk = try chunks.next() {
        guard try copy.append(chunk) == .appended else {
          throw JournalError(
            .refusedInput,
            "\(target.path) holds another log of replica \(known.replica.uuidString) than \(source.path) does; name "
              + "another directory.")
        }
      }
    }
    try withJournalErrors {
      // Whoever leaves the group meanwhile writes the second before the first goes.
      for name in [Group.fileName, Group.leftFileName] {
        let path = source.path + "/" + name
        guard try fileSystem.kind(of: path) == .file else {
          // Of an earlier backup; restored with it, the journal would be in the group again.
          let old = target.path + "/" + name
          if try fileSystem.kind(of: old) == .file { try fileSystem.remove(old) }
          continue
        }
        let file = try fileSystem.open(path, for: .reading)
        let bytes = try file.readBytes(at: 0, count: file.size())
        try fileSystem.createDirectories(parent(of: target.path + "/" + name))
        try fileSystem.writeAtomically(bytes.span.bytes, to: target.path + "/" + name)
      }
    }
  }
}

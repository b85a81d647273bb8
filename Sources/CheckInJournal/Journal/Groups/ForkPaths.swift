package import EventLog

/// The paths of the directories that a fork creates next to the journal's.
///
/// Both names end with the same number, so directories of different forks can't be confused.
package struct ForkPaths {
  private static let copySuffix = ".fork"
  private static let keptSuffix = ".before-fork"

  /// The journal's directory, with no slash at the end.
  package let journal: String
  /// The number of the fork.
  package let number: Int
  /// The directory that the new journal is created in.
  package let copy: String
  /// The directory that preserves the original journal.
  package let kept: String

  /// The paths of one fork.
  ///
  /// - Throws: `invalidValue` if the path doesn't end with the journal's own name.
  package init(besideJournalAt path: String, number: Int) throws(JournalError) {
    var journal = path
    while journal.count > 1, journal.hasSuffix("/") { journal.removeLast() }
    let name = journal.split(separator: "/").last
    guard let name, name != ".", name != ".." else {
      throw JournalError(.invalidValue, "Name the journal by a path that ends with its own name, not \(path).")
    }
    let end = number > 1 ? "-\(number)" : ""
    (self.journal, self.number) = (journal, number)
    (copy, kept) = (journal + Self.copySuffix + end, journal + Self.keptSuffix + end)
  }

  /// The paths of a new fork: the first ones that are both free.
  ///
  /// - Throws: As ``init(besideJournalAt:number:)``; `inputOutput`.
  package init(besideJournalAt path: String, _ fileSystem: any FileSystem) throws(JournalError) {
    var paths = try Self(besideJournalAt: path, number: 1)
    while try withJournalErrors({
      try fileSystem.kind(of: paths.copy) != nil || fileSystem.kind(of: paths.kept) != nil
    }) {
      paths = try Self(besideJournalAt: path, number: paths.number + 1)
    }
    self = paths
  }

  /// The paths of each fork of which a directory exists, by ascending numbers.
  ///
  /// - Throws: As ``init(besideJournalAt:number:)``; `inputOutput`.
  package static func existing(
    besideJournalAt path: String, _ fileSystem: any FileSystem
  ) throws(JournalError) -> [(paths: ForkPaths, directories: [String])] {
    let journal = try Self(besideJournalAt: path, number: 1).journal
    let names = try withJournalErrors { try fileSystem.list(parent(of: journal)) }
    let folder = journal.lastIndex(of: "/").map { String(journal[...$0]) } ?? ""
    let present = Set(names.map { folder + $0 })
    let numbers = present.compactMap { other -> Int? in
      for suffix in [copySuffix, keptSuffix] where other.hasPrefix(journal + suffix) {
        let end = other.dropFirst((journal + suffix).count)
        return end.isEmpty ? 1 : end.first == "-" ? Int(end.dropFirst()) : nil
      }
      return nil
    }
    var existing: [(paths: ForkPaths, directories: [String])] = []
    for number in Set(numbers).sorted() where number > 0 {
      let paths = try Self(besideJournalAt: path, number: number)
      let directories = try withJournalErrors {
        try [paths.copy, paths.kept].filter { try present.contains($0) && fileSystem.kind(of: $0) == .directory }
      }
      if !directories.isEmpty { existing.append((paths, directories)) }
    }
    return existing
  }
}

/// A fork that was interrupted between two renames, on a file system that can't exchange two directories in one step.
///
/// The journal then exists only under the name that preserves the original, next to the finished copy.
package enum InterruptedFork {
  /// Renames the original back, if there is no journal at the path because a fork was interrupted.
  ///
  /// - Returns: `true` if the journal is at its path again.
  /// - Throws: `busy` if the fork is still running; `inputOutput` with a recovery suggestion.
  package static func putBack(journalAt path: String, _ fileSystem: any FileSystem) throws(JournalError) -> Bool {
    guard try withJournalErrors({ try fileSystem.kind(of: path) }) == nil,
      let forks = try? ForkPaths.existing(besideJournalAt: path, fileSystem),
      let paths = forks.last(where: { $0.directories.count == 2 })?.paths
    else { return false }
    do {
      // The process that forks the journal holds the lock until the copy has the journal's name.
      guard try !LogLock.isHeld(in: LogDirectory(fileSystem: fileSystem, path: paths.kept)) else {
        throw JournalError(.busy, "Another process is forking the journal; try again in a moment.")
      }
      do throws(FileError) {
        try fileSystem.rename(paths.kept, to: paths.journal)
      } catch {
        // Another process was faster.
        if try fileSystem.kind(of: paths.journal) == nil { throw error }
      }
      try fileSystem.synchronizeDirectory(parent(of: paths.journal))
      return true
    } catch let error as JournalError {
      throw error
    } catch {
      throw JournalError(
        .inputOutput,
        """
        There is no journal at \(paths.journal): \(mentioning: .forkJournal, or: "a fork") was interrupted. It is in \
        \(paths.kept). \(.move(from: paths.kept, to: paths.journal), as: "Put it back: {1}", or: "Move it back.")
        """)
    }
  }
}

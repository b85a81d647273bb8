package import EventLog

/// The paths of the directories that a ``JournalFork`` creates next to the journal's.
///
/// Both names end with the same number, so directories of different forks can't be confused.
package struct ForkPaths {
  private static let copySuffix = ".fork"
  private static let keptSuffix = ".before-fork"

  /// The journal's directory, with no slash at the end.
  package let journal: String
  /// The directory that the new journal is created in.
  package let copy: String
  /// The directory that preserves the original journal.
  package let kept: String

  private init(_ journal: String, number: Int) {
    let end = number > 1 ? "-\(number)" : ""
    (self.journal, copy, kept) = (journal, journal + Self.copySuffix + end, journal + Self.keptSuffix + end)
  }

  private static func withoutSlashes(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// The first that are both free.
  ///
  /// - Throws: `invalidValue` for a path that does not end with the journal's own name; `inputOutput`.
  package init(besideJournalAt path: String, _ fileSystem: any FileSystem) throws(JournalError) {
    let journal = Self.withoutSlashes(path)
    let name = journal.split(separator: "/").last
    guard let name, name != ".", name != ".." else {
      throw JournalError(.invalidValue, "Name the journal by a path that ends with its own name, not \(path).")
    }
    self = try withJournalErrors {
      var number = 1
      while true {
        let paths = Self(journal, number: number)
        if try fileSystem.kind(of: paths.copy) == nil, try fileSystem.kind(of: paths.kept) == nil { return paths }
        number += 1
      }
    }
  }

  /// Those of a fork that was cut off, where there is no journal at `path`: both are there. `nil` if there was none, or
  /// that cannot be read.
  init?(cutOffBesideJournalAt path: String, _ fileSystem: any FileSystem) {
    let journal = Self.withoutSlashes(path)
    guard (try? fileSystem.kind(of: journal)) == .some(nil), let name = journal.split(separator: "/").last,
      let names = try? Set(fileSystem.list(parent(of: journal)))
    else { return nil }
    let numbers = names.compactMap { other -> Int? in
      guard other.hasPrefix(name + Self.keptSuffix) else { return nil }
      let end = other.dropFirst(name.count + Self.keptSuffix.count)
      return end.isEmpty ? 1 : end.first == "-" ? Int(end.dropFirst()) : nil
    }
    let cutOff = numbers.filter { number in
      let paths = Self(String(name), number: number)
      return names.contains(paths.copy) && names.contains(paths.kept)
    }
    guard let number = cutOff.max() else { return nil }
    self.init(journal, number: number)
  }
}

/// A ``JournalFork`` that was interrupted between two renames.
///
/// The journal then exists only under the name that preserves the original.
enum InterruptedFork {
  /// Returns the error for an interrupted fork, with a recovery suggestion.
  ///
  /// - Returns: `nil` if there is a journal at `path`, or if it is missing for another reason.
  static func error(at path: String, _ fileSystem: any FileSystem) -> JournalError? {
    guard let paths = ForkPaths(cutOffBesideJournalAt: path, fileSystem) else { return nil }
    return JournalError(
      .inputOutput,
      """
      There is no journal at \(paths.journal): \(mentioning: .forkJournal, or: "a fork") was cut off. It is in \
      \(paths.kept). \(.move(from: paths.kept, to: paths.journal), as: "Put it back: {1}", or: "Move it back.")
      """)
  }
}

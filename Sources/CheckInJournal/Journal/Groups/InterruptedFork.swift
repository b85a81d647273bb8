internal import EventLog

/// A ``JournalFork`` that was cut off between two renames: the journal is there only under the name that it is kept by.
enum InterruptedFork {
  /// What to do about it; `nil` where that is not why there is no journal at `path`.
  static func error(at path: String, _ fileSystem: any FileSystem) -> JournalError? {
    guard let paths = ForkPaths(cutOffBesideJournalAt: path, fileSystem) else { return nil }
    return JournalError(
      .inputOutput,
      advice: """
        There is no journal at \(paths.journal): \(mentioning: .forkJournal, or: "a fork") was cut off. It is in \
        \(paths.kept). \("Put it back: ", .move(from: paths.kept, to: paths.journal), "", or: "Move it back.")
        """)
  }
}

internal import EventLog

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

internal import EventLog

/// A ``JournalFork`` that was cut off between two renames: the journal is there only under the name that it is kept by.
enum InterruptedFork {
  /// What the directory that is made beside the journal's is called after it.
  static let copySuffix = ".fork"
  /// What the journal's directory as it was is called after it.
  static let keptSuffix = ".before-fork"

  /// What to do about it; `nil` where that is not why there is no journal at `path`.
  static func error(at path: String, _ fileSystem: any FileSystem) -> JournalError? {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard (try? fileSystem.kind(of: path)) == .some(nil), let names = try? fileSystem.list(parent(of: path)),
      let name = path.split(separator: "/").last
    else { return nil }
    guard names.contains(where: { $0.hasPrefix(name + copySuffix) }),
      let kept = names.last(where: { $0.hasPrefix(name + keptSuffix) })
    else { return nil }
    let keptAt = path.dropLast(name.count) + String(kept)
    return JournalError(
      .inputOutput,
      advice: """
        There is no journal at \(path): \(mentioning: .forkJournal, or: "a fork") was cut off. It is in \(keptAt). \
        \("Put it back: ", .move(from: String(keptAt), to: path), "", or: "Move it back.")
        """)
  }
}

internal import EventLog
internal import FoundationEssentials

/// Writes what can be saved of a damaged journal into a new one beside it; see ``SalvagePlan``. The damaged one stays
/// as it is.
struct Salvage {
  let source: LogDirectory
  let target: LogDirectory
  let plan: SalvagePlan
  /// The path that the new journal gets when it is whole.
  let name: String

  /// A path beside the journal where nothing is yet.
  static func freePath(for directory: LogDirectory) throws(JournalError) -> String {
    try withJournalErrors {
      // Beside the journal also where it is named with a slash at the end, or as the directory that one is in.
      var path = directory.path
      while path.count > 1, path.hasSuffix("/") { path.removeLast() }
      let last = path.split(separator: "/").last
      if last == nil || last == "." || last == ".." {
        throw JournalError(
          .invalidValue, "Name the journal by a path that ends with its own name, not \(directory.path).")
      }
      return try directory.fileSystem.freePath(path + "-salvaged")
    }
  }

  /// - Returns: what was done, in sentences.
  /// - Throws: `inputOutput`; `busy`.
  func run() throws(JournalError) -> [Message] {
    var configuration = Journal.Configuration()
    configuration.fileSystem = target.fileSystem
    let journal = try Journal(at: target.path, configuration: configuration)
    // Photos are durable before any event names them.
    let photoCount = try copyPhotos(plan.photos)
    _ = try journal.reproduce(plan.records)
    try copyPurges(of: plan.photos, until: journal.sequence)
    // The snapshot is left to the first command.
    try journal.withWriteLock { _ throws(JournalError) in }
    var actions: [Message] = [
      "\(pluralized(plan.checkInCount, "check-in")) saved into the new journal \(name), with their numbers, in "
        + "\(pluralized(plan.records.count, "event")).",
      "Photos copied: \(photoCount) of \(plan.photos.count). The old journal is as it was.",
    ]
    if let summary = plan.workouts.summary(plan.timeline) { actions.insert(summary, at: 1) }
    if plan.omittedCount > 0 {
      actions.append(
        "\(pluralized(plan.omittedCount, "event")) left out, on check-ins whose creation is lost, or in "
          + "contradiction to others.")
    }
    return actions + plan.sentences
  }

  /// Copies the records of purged photos, so the photos stay purged.
  ///
  /// The new records refer to the new journal's last event.
  private func copyPurges(of digests: Set<Digest>, until sequence: UInt64) throws(JournalError) {
    let store = PhotoStore(directory: target)
    var records: [PurgedPhotos.Record] = []
    for (digest, record) in try PurgedPhotos(source).records() where digests.contains(digest) {
      guard try store.condition(of: digest) == .missing else { continue }
      var record = record
      record.sequence = sequence
      records.append(record)
    }
    try PurgedPhotos(target).append(records.sorted { $0.sha256 < $1.sha256 })
  }

  private func copyPhotos(_ digests: Set<Digest>) throws(JournalError) -> Int {
    var count = 0
    for digest in digests {
      guard let jpeg = try PhotoStore(directory: source).read(digest) else { continue }
      _ = try PhotoStore(directory: target).store(jpeg)
      count += 1
    }
    return count
  }
}

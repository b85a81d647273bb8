internal import FoundationEssentials

/// Writes what can be read of a damaged journal into a new one.
///
/// Sequence numbers and check-in numbers are given anew, without gaps; when an event was recorded, by whom, and which
/// command it belongs to is kept. An event on a check-in whose creation cannot be read has nothing to stand on: it is left
/// out, and counted.
struct Salvage {
  let source: LogDirectory
  let target: LogDirectory

  /// A path beside the journal where nothing is yet.
  static func freePath(for directory: LogDirectory) throws(JournalError) -> String {
    try withJournalErrors { try directory.fileSystem.freePath(directory.path + "-salvaged") }
  }

  /// - Returns: what was done, in sentences.
  /// - Throws: `inputOutput`; `busy`.
  func run() throws(JournalError) -> [String] {
    var configuration = Journal.Configuration()
    configuration.fileSystem = target.fileSystem
    configuration.usesSnapshot = false
    let journal = try Journal(at: target.path, configuration: configuration)
    var renumbering = Renumbering()
    var digests: Set<Digest> = []
    var records = EventRecords()
    try withJournalErrors {
      _ = try DamageSurvey(source, lastSequence: nil) { view, bytes in
        guard let event = renumbering.renumbered(Event(view, in: bytes)) else { return }
        if case .photoAttached(let photo) = event.action { digests.insert(photo.digest) }
        records.append(event)
      }
    }
    // Photos are durable before any event names them.
    let photos = try copyPhotos(digests)
    _ = try journal.reproduce(records)
    try copyPurges(of: digests, until: journal.sequence)
    try journal.close()
    var actions = [
      "\(counted(records.count, "event")) of \(counted(renumbering.checkInCount, "check-in")) copied into the new journal "
        + "\(target.path).",
      "Photos copied: \(photos) of \(digests.count). The old journal is as it was.",
    ]
    if renumbering.orphanCount > 0 {
      actions.append(
        "\(counted(renumbering.orphanCount, "event")) left out, on check-ins whose creation cannot be read.")
    }
    return actions
  }

  /// What was purged stays so: the new journal's record names its own last event.
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

/// Gives events and check-ins new numbers, without gaps.
private struct Renumbering {
  private var sequences: [UInt64: UInt64] = [:]
  private var checkIns: [Int: Int] = [:]
  private var identities: Set<UUID> = []
  private(set) var orphanCount = 0

  var checkInCount: Int { checkIns.count }

  mutating func renumbered(_ event: Event) -> Event? {
    var event = event
    switch event.action {
    case .created(let created):
      guard checkIns[event.checkIn] == nil, identities.insert(created.id).inserted else { return nil }
      checkIns[event.checkIn] = checkIns.count + 1
    case .unknown:
      return nil
    default: break
    }
    guard let checkIn = checkIns[event.checkIn] else {
      orphanCount += 1
      return nil
    }
    let sequence = UInt64(sequences.count + 1)
    sequences[event.sequence] = sequence
    event.checkIn = checkIn
    // The first event of a command may be lost; the next one stands for it then.
    event.command = sequences[event.command] ?? sequence
    event.undoes = event.undoes.flatMap { sequences[$0] }
    event.sequence = sequence
    return event
  }
}

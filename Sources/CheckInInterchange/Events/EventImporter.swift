internal import CheckInJournal
internal import EventLog
internal import FoundationEssentials

/// Brings the events of a file into a journal, exactly as they were.
enum EventImporter {
  /// - Parameters:
  ///   - path: the file, for its photos; `-` has none.
  ///   - openJournal: gets the identity that a journal has which has to be created.
  /// - Throws: as ``Importer`` does;
  ///   `refusedInput` where the journal has other events, or a photo is damaged.
  static func run(
    _ input: consuming InputFile, path: String, dryRun: Bool, progress: Journal.Progress?,
    into openJournal: (UUID?) throws -> Journal?
  ) throws -> ImportReport {
    let file = try EventFile(input)
    var report = ImportReport()
    report.isOfEvents = true
    report.read = file.read
    report.rejected = file.rejected
    guard report.rejected.isEmpty else { return report }

    let name = path == "-" ? "The input" : path
    var logs: [(log: ReplicaChunk, device: String)] = []
    for (index, replica) in file.header.replicas.enumerated() {
      logs.append((try file.chunk(index, of: name), replica.name))
    }
    let history = file.history
    let named = Self.photos(of: file)
    let folder = path == "-" ? nil : try PhotoFolder(besideFile: path).ifThere()
    var present: Set<Digest> = []
    if let folder {
      for digest in named where try folder.read(digest) != nil { present.insert(digest) }
    }

    let purged = try folder?.purged.records() ?? [:]

    let journal = try openJournal(file.header.journalID)
    // Whose numbers the other logs name, whatever this journal has of its own.
    if !logs.isEmpty, let present = journal?.recordedEvents.journalID, present != file.header.journalID {
      throw JournalError(
        .refusedInput,
        "The journal is not the one that \(name) was exported from. Import the file into a new journal: name one with "
          + "--journal.")
    }
    for (log, device) in logs { report.duplicates += try journal?.countKnown(of: log, from: device) ?? 0 }
    if dryRun {
      report.duplicates += try journal?.countReproduced(of: history.records) ?? 0
    } else {
      guard let journal else { throw JournalError(.internalFault, "There is no journal to import into.") }
      if let reason = journal.readOnlyReason { throw reason }
      // Photos are durable before the events that name them, and what other devices wrote before the events that speak
      // of it. What was purged here after these events stays so.
      let added = try journal.reproduce(history, progress: progress) { () throws(JournalError) in
        let erased = try journal.purgedPhotos.records()
        present = present.filter { !erased.covers($0, attachedBy: UInt64(history.records.count)) }
        for digest in present {
          if let jpeg = try folder?.read(digest) { try journal.storePhoto(jpeg) }
        }
        try journal.purgedPhotos.take(purged, of: named.filter { !present.contains($0) })
        for (log, device) in logs { try journal.take(log, from: device) }
        if let devices = file.header.devices { try journal.keepNames(of: devices) }
      }
      report.duplicates += history.records.count - added
      // A cache: without it, the next start folds the logs.
      if !logs.isEmpty { try? journal.keepViewOfGroup() }
    }
    report.added = file.header.lineCount - report.duplicates
    report.photos = present.count
    let erased = try journal.map { try $0.purgedPhotos.records() } ?? [:]
    let stored = try journal?.storedPhotos() ?? []
    for digest in named where !present.contains(digest) {
      if stored.contains(digest), try journal?.photoBytes(digest) != nil {
        report.photos += 1
      } else if purged[digest] == nil, erased[digest] == nil {
        report.photosLeftOut += 1
      }
    }
    return report
  }

  /// The photos that the events of all logs name, each once.
  private static func photos(of file: EventFile) -> [Digest] {
    if file.others.isEmpty { return file.history.photos }
    var known: Set<Digest> = []
    return ([file.history] + file.others).flatMap(\.photos).filter { known.insert($0).inserted }
  }
}

internal import CheckInJournal
internal import EventLog

/// Writes every event of a journal, of one of the past until then, and the photos that they name beside the file.
enum EventExporter {
  /// The photos that the events name.
  private struct NamedPhotos {
    /// In the order in which they were first attached.
    private(set) var digests: [Digest] = []
    /// The last event of the journal's own log that attached each.
    private(set) var lastSequences: [Digest: UInt64] = [:]
    private var known: Set<Digest> = []

    /// - Parameter sequence: `nil` for an event of another device's log.
    mutating func note(_ digest: Digest, attachedBy sequence: UInt64?) {
      if known.insert(digest).inserted { digests.append(digest) }
      if let sequence { lastSequences[digest] = sequence }
    }
  }

  /// - Parameters:
  ///   - journal: `nil` for an empty one.
  ///   - output: The file or standard output.
  ///   - path: the file, beside which the photos go; `nil` is standard output, which takes no photos.
  /// - Throws: `damaged` if a log cannot be read to its end, `newerVersion` if one holds something that is no event:
  ///   nothing appears then; `inputOutput`.
  static func run(
    journal: Journal?, to output: consuming OutputFile, path: String?, progress: Journal.Progress?
  ) throws(JournalError) -> ExportReport {
    let own = journal?.recordedEvents
    let others = journal?.recordedPeerEvents ?? []
    var json = JSONWriter(to: output.buffer)
    let header = try EventFile.Header(journal, events: own, others: others)
    header.write(to: &json)
    json.endLine()
    let count = header.lineCount
    var photos = NamedPhotos()
    var before = 0
    for log in (own.map { [$0] } ?? []) + others {
      try log.write { event, message, output in
        var json = JSONWriter(to: output)
        EventLine.write(event, message: message, to: &json)
        json.endLine()
      } _: { part throws(JournalError) in
        try part.output.withBytes(0..<part.output.count) { bytes throws(JournalError) in try output.write(bytes) }
        for (digest, sequence) in part.photos {
          photos.note(digest, attachedBy: log.device == nil ? sequence : nil)
        }
        progress?(before + Int(part.lastSequence), count)
      }
      before += log.count
    }
    var report = ExportReport(exported: count)
    if let journal { try export(photos, of: journal, until: UInt64(header.eventCount), besideFile: path, &report) }
    progress?(count, count)
    // The photos are there before the file that names them.
    try output.finish()
    return report
  }

  private static func export(
    _ named: NamedPhotos, of journal: Journal, until sequence: UInt64, besideFile path: String?,
    _ report: inout ExportReport
  ) throws(JournalError) {
    guard let path else {
      report.photosLeftOut = named.digests.count
      return
    }
    let folder = PhotoFolder(besideFile: path)
    var records = try journal.purgedPhotos.records()
    var purged: [Digest: PurgedPhotos.Record] = [:]
    for digest in named.digests {
      if let jpeg = try journal.photoBytes(digest) {
        try folder.write(jpeg, as: digest)
        report.photos += 1
        continue
      }
      // A purge is recorded before the photo goes, and so perhaps since the records were read.
      let lastSequence = named.lastSequences[digest] ?? 0
      if !records.covers(digest, attachedBy: lastSequence) { records = try journal.purgedPhotos.records() }
      if var record = records[digest], record.sequence >= lastSequence {
        // A journal made of the file has no later event that the record could speak of.
        record.sequence = min(record.sequence, sequence)
        purged[digest] = record
      } else {
        report.photosLeftOut += 1
      }
    }
    try folder.write(purged: purged)
  }
}

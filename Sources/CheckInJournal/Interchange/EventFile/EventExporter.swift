internal import EventLog
internal import FoundationEssentials
internal import Synchronization

/// Writes every event of a journal, of one of the past until then, and the photos that they name beside the file.
struct EventExporter {
  private static let progressStep: UInt64 = 4096

  /// - Parameters:
  ///   - journal: `nil` for an empty one.
  ///   - path: the file; `nil` is standard output, which takes no photos.
  /// - Throws: `damaged` where the log cannot be read to its end, `newerVersion` where it holds something that is no
  ///   event: nothing appears then; `inputOutput`.
  static func run(journal: Journal?, path: String?, progress: Journal.Progress?) throws(JournalError) -> ExportReport {
    let state = journal?.state.withLock { ($0.position, $0.timeline.directory.sequence, $0.journalID, $0.isPast) }
    var (end, sequence, journalID, isPast) = state ?? (.start, 0, nil, false)
    // Of the past, where the log is read to at the most.
    end.sequence = sequence
    let visitor = LineVisitor(
      output: try ByteOutput.open(path), progress: progress, total: Int(end.sequence), isPast: isPast)
    try visitor.write(EventFileHeader(journalID: journalID ?? UUID(), eventCount: Int(end.sequence)))
    if let journal, let journalID {
      var reader = try EventReader(journal.directory, journalID: journalID, limit: end)
      try reader.forEachEvent { event, bytes throws(JournalError) in
        try visitor.visit(event, in: bytes)
        return !visitor.isFinished
      }
      if let error = reader.failure(upTo: end) { throw error }
      guard reader.notUnderstoodCount == visitor.notUnderstood else {
        throw JournalError(
          .newerVersion,
          "A newer version of checkin wrote something here that is no event, which this one cannot export.")
      }
    }
    var report = ExportReport(exported: Int(end.sequence))
    if let journal { try export(visitor.photos, of: journal, until: end.sequence, besideFile: path, &report) }
    progress?(Int(end.sequence), Int(end.sequence))
    // The photos are there before the file that names them.
    try visitor.finish()
    return report
  }

  private static func export(
    _ named: PhotoUses, of journal: Journal, until sequence: UInt64, besideFile path: String?,
    _ report: inout ExportReport
  ) throws(JournalError) {
    guard let path else {
      report.photosLeftOut = named.digests.count
      return
    }
    let folder = PhotoFolder(besideFile: path)
    var records = try PurgedPhotos(journal.directory).records()
    var purged: [Digest: PurgedPhotos.Record] = [:]
    for digest in named.digests {
      if let jpeg = try journal.photos.read(digest) {
        try folder.write(jpeg, digest)
        report.photos += 1
        continue
      }
      // A purge is recorded before the photo goes, and so perhaps since the records were read.
      let lastSequence = named.uses[digest]?.lastSequence ?? 0
      if !records.covers(digest, attachedBy: lastSequence) { records = try PurgedPhotos(journal.directory).records() }
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

  /// Writes each event's line.
  private final class LineVisitor {
    private var output: ByteOutput?
    private let progress: Journal.Progress?
    private let total: Int
    private let isPast: Bool
    /// The latest event that was met.
    private var sequence = 0
    private var json = JSONWriter()
    private(set) var photos = PhotoUses()
    private(set) var notUnderstood = 0

    init(output: consuming ByteOutput, progress: Journal.Progress?, total: Int, isPast: Bool) {
      self.output = consume output
      self.progress = progress
      self.total = total
      self.isPast = isPast
    }

    /// What comes after a moment of the past does not concern its export.
    var isFinished: Bool { isPast && sequence >= total }

    func write(_ header: EventFileHeader) throws(JournalError) {
      header.write(to: &json)
      try finishLine()
    }

    func visit(_ event: EventView, in bytes: RawSpan) throws(JournalError) {
      if event.isNotUnderstood { notUnderstood += 1 }
      sequence = Int(event.sequence)
      // The last frame holds more where the segment was framed anew since the journal was read.
      guard event.sequence <= UInt64(total) else { return }
      EventLine.write(event, in: bytes, to: &json)
      try finishLine()
      photos.visit(event, in: bytes)
      if event.sequence % progressStep == 0 { progress?(Int(event.sequence), total) }
    }

    func finish() throws(JournalError) { try output.take()?.finish() }

    private func finishLine() throws(JournalError) {
      output?.buffer.append(contentsOf: json.bytes)
      output?.buffer.append(UInt8(ascii: "\n"))
      json.removeAll()
      try output?.flushIfFull()
    }
  }
}

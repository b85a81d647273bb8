package import EventLog
internal import FoundationEssentials

extension Journal {
  /// Rereads every byte of the journal at `path`: log, snapshot and photos. Never writes.
  ///
  /// - Parameter receipt: The receipt of an earlier verification, which the log must extend.
  /// - Throws: `notFound`; `inputOutput`. The result reports damage.
  public static func verify(
    at path: String, against receipt: Receipt? = nil, progress: Progress? = nil
  ) throws(JournalError) -> Verification {
    try verify(at: path, against: receipt, in: DiskFileSystem(), progress: progress)
  }

  /// - Parameters:
  ///   - checksSnapshot: whether the snapshot has to say the same as the log.
  ///   - checksPhotos: whether the photos that the log names have to be there.
  ///   - checksGroup: whether the copies of other devices' logs, and what the log says of them, are looked at.
  ///   - isCopy: whether it is such a copy, which is not repaired but copied anew.
  package static func verify(
    at path: String, against receipt: Receipt? = nil, in fileSystem: any FileSystem, checksSnapshot: Bool = true,
    checksPhotos: Bool = true, checksGroup: Bool = true, isCopy: Bool = false, progress: Progress? = nil
  ) throws(JournalError) -> Verification {
    let directory = LogDirectory(fileSystem: fileSystem, path: path)
    while true {
      // Before the log, which then is as far as the snapshot at least, whoever is writing.
      let snapshot = checksSnapshot ? try SnapshotCheck(directory).check() : .absent
      let observer = VerificationObserver(receipt: receipt, notesPhotos: checksPhotos)
      let loader = JournalLoader(directory: directory, progress: progress, observer: observer)
      let state = try loader.load(ignoringSnapshot: true)
      guard state.exists else { throw JournalError(.notFound, "There is no journal at \(path).") }
      let verifier = Verifier(
        directory: directory, state: state, receipt: receipt, snapshot: snapshot, checksPhotos: checksPhotos,
        isCopy: isCopy, observed: observer.visitor(of: state))
      var result = try verifier.verify()
      if result.snapshot == .invalid, snapshot.store?.isRenewed == true { continue }
      if checksGroup {
        try verifyCopies(in: directory, &result)
        if let journalID = state.journalID { try addForkRemains(besideJournalIn: directory, journalID, &result) }
      }
      if checksGroup, result.problems.isEmpty, state.timeline.directory.isOfGroup || state.merged.isActive,
        let journalID = state.journalID
      {
        for finding in try SeenCheck(directory, journalID: journalID).findings() { result.add(finding) }
      }
      if checksSnapshot, result.problems.isEmpty { try verifyView(in: directory, state, &result) }
      return result
    }
  }
}

extension Journal {
  /// Compares the snapshot of what the group's logs come to with what they say.
  private static func verifyView(
    in directory: LogDirectory, _ state: JournalState, _ result: inout Verification
  ) throws(JournalError) {
    let snapshot = GroupSnapshot(directory: directory)
    let known = state.mergeFailure == nil ? state.merged : nil
    guard let differences = try snapshot.differences(journalID: state.journalID, from: known),
      let first = differences.first
    else { return }
    result.snapshot = .differs
    result.add(
      JournalError(
        .damaged,
        """
        The snapshot differs from the logs: \(first)\(differences.count > 1 ? ", and more" : ""). The logs are \
        right; \(run: .rebuildSnapshot, or: "rebuild it").
        """))
  }

  /// Adds a warning about each directory that an interrupted fork left next to the journal.
  private static func addForkRemains(
    besideJournalIn directory: LogDirectory, _ journalID: UUID, _ result: inout Verification
  ) throws(JournalError) {
    // A path such as "." doesn't show the journal's name, and the directory above it may not be readable.
    guard let all = try? ForkRemains.all(besideJournalAt: directory.path, journalID, directory.fileSystem) else {
      return
    }
    for remains in all { result.warningAdvice.append(try remains.message(directory.fileSystem)) }
  }

  /// Verifies the copies of other replicas' logs as logs of their own.
  private static func verifyCopies(in directory: LogDirectory, _ result: inout Verification) throws(JournalError) {
    let devices = GroupDevices(inJournalIn: directory)
    if let failure = devices.failure { result.add(failure) }
    for copy in try PeerLog.all(inJournalAt: directory.path, directory.fileSystem) {
      let name = devices.name(of: copy.replica)
      var found = Verification()
      do throws(JournalError) {
        guard try copy.log.head() != nil else {
          // The same is left by an append of the first events that was cut off, which is no damage.
          if try copy.hasSegments(), try !copy.isBeingWritten() {
            result.warningAdvice.append(
              """
              The copy of \(name)'s log has no HEAD, so nothing of it is shown. Sync: then it is copied anew.
              """)
          }
          continue
        }
        found = try verify(
          at: copy.log.directory.path, in: directory.fileSystem, checksSnapshot: false, checksPhotos: false,
          checksGroup: false, isCopy: true)
      } catch {
        guard error.code == .damaged else { throw error }
        found.add(error)
      }
      if found.problems.isEmpty { continue }
      result.problemAdvice += found.problemAdvice.map { "In the copy of \(name)'s log: \($0)" }
      let folder = PeerLog.folder(of: copy.replica)
      result.problemAdvice.append(
        "Move the folder of \(name)'s copy, \(folder), out of the journal and sync: then it is copied anew.")
      result.failure = result.failure ?? found.failure
    }
  }
}

/// One verification: the log was read and judged; its digests, photos and snapshot are compared.
private struct Verifier {
  let directory: LogDirectory
  /// The journal by replay of the whole log.
  let state: JournalState
  let receipt: Receipt?
  let snapshot: SnapshotCheck.Verdict
  let checksPhotos: Bool
  let isCopy: Bool
  /// The observations made during the replay; `nil` if a fault requires reading the log once more.
  let observed: VerificationVisitor?

  func verify() throws(JournalError) -> Verification {
    var result = Verification()
    if let problem = state.problem {
      result.add(isCopy ? JournalError(problem.error.code, problem.finding) : problem.error)
      if problem.kind == .logDamaged {
        let survey = try withJournalErrors {
          try DamageSurvey(
            directory, lastSequence: state.reading.head?.position.sequence, visit: EventView.isReadable(_:in:sequence:))
        }
        result.problemAdvice += survey.sentences.map(Message.init(verbatim:))
      }
    }
    // A copy is written many events at a time before its HEAD, so its end proves nothing.
    if let doubt = state.tornDoubt, !isCopy { result.add(doubt.error) }
    result.events = Int(state.position.sequence)
    if case .head(_, isWhole: false) = state.reading {
      result.warningAdvice.append("One half of HEAD is damaged; \(.repair, or: "a repair") mends it.")
    }
    result.torn = state.torn.map {
      Verification.Torn(
        segment: LogDirectory.segmentName($0.segment), offset: $0.offset, bytes: $0.byteCount)
    }

    let snapshot = openSnapshot(&result)
    let visitor = if let observed { observed } else { try readOnceMore(&result) }
    result.segments = visitor.segments
    // What comes after HEAD need not be durable yet, and a power cut may take it: a receipt must not accuse a whole log
    // of that.
    if state.problem == nil, let head = state.reading.head, let digest = visitor.head?.digest {
      result.receipt = Receipt(journalID: head.journalID, position: head.position, digest: digest)
    }
    if checksPhotos { try checkPhotos(visitor.photos, reportingIn: &result) }
    checkReceipt(visitor, reportingIn: &result)
    if let snapshot { compare(snapshot, with: try timeline(at: snapshot.header.position.sequence), &result) }
    return result
  }

  /// Reads the log up to where it was read before.
  private func readOnceMore(_ result: inout Verification) throws(JournalError) -> VerificationVisitor {
    var visitor = VerificationVisitor(
      end: state.position, receipt: receipt, head: state.reading.head?.position)
    var reader = try EventReader(directory, journalID: state.journalID, limit: state.position)
    let checksPhotos = checksPhotos
    try reader.forEachBatch { batch in
      checksPhotos ? PhotoUses.attachments(in: batch) : []
    } _: { reader, batch, _, attachments in
      do throws(JournalError) {
        try visitor.visit(batch)
      } catch {
        reader.stop(at: 0, of: batch, error)
        return false
      }
      for attachment in attachments where attachment.sequence <= state.position.sequence {
        visitor.photos.add(attachment)
      }
      return true
    }
    visitor.finishSegment()
    if let error = reader.failure(upTo: state.position), state.problem == nil { result.add(error) }
    return visitor
  }

  /// The timeline as of an event; `nil` if the log cannot be read up to there.
  private func timeline(at sequence: UInt64) throws(JournalError) -> Timeline? {
    if sequence >= state.timeline.directory.sequence {
      return sequence == state.timeline.directory.sequence ? state.timeline : nil
    }
    var fold = TimelineFold(progress: nil)
    fold.lastSequence = sequence
    var reader = try EventReader(directory, journalID: state.journalID, limit: state.position)
    try fold.fold(&reader)
    return fold.isFinished ? fold.timeline : nil
  }

  private func checkPhotos(_ named: PhotoUses, reportingIn result: inout Verification) throws(JournalError) {
    let store = PhotoStore(directory: directory)
    var records = try PurgedPhotos(directory).records()
    // Listed after the log was read: a photo is stored before the event that names it.
    let stored = try store.digests()
    let copies = try PeerLog.all(inJournalAt: directory.path, directory.fileSystem)
    for (digest, use) in named.uses.sorted(by: { $0.key.hexadecimal < $1.key.hexadecimal }) {
      switch try stored.contains(digest) ? store.condition(of: digest) : .missing {
      case .present: result.photos.present += 1
      case .missing where records.covers(digest, attachedBy: use.lastSequence): result.photos.purged += 1
      case .missing:
        // A purge is recorded before the photo goes, and so perhaps since the records were read.
        records = try PurgedPhotos(directory).records()
        if records.covers(digest, attachedBy: use.lastSequence) {
          result.photos.purged += 1
          continue
        }
        result.photos.missing += 1
        result.add(
          copies.isEmpty
            ? JournalError(.damaged, "Photo \(store.path(of: digest)) is missing. Restore it from a backup.")
            : JournalError(
              .damaged,
              "Photo \(store.path(of: digest)) is missing. Sync: it comes if the group still has it. Otherwise restore "
                + "it from a backup."))
      case .damaged:
        result.photos.damaged += 1
        result.add(
          JournalError(
            .damaged, "Photo \(store.path(of: digest)) is damaged: its content has changed. Restore it from a backup."))
      }
    }
    if !copies.isEmpty { try checkPhotos(of: copies, stored: stored, withoutThose: named, &result) }
  }

  /// Looks at the photos that other devices have attached, and the own log does not name.
  private func checkPhotos(
    of copies: [PeerLog], stored: Set<Digest>, withoutThose named: PhotoUses, _ result: inout Verification
  ) throws(JournalError) {
    let store = PhotoStore(directory: directory)
    var digests: Set<Digest> = []
    // Of a copy that cannot be read, something is said already.
    for copy in copies {
      digests.formUnion((try? PhotoFiles(directory).photosReferenced(by: copy.log, after: 0)) ?? [])
    }
    for digest in digests.subtracting(named.digests).sorted(by: { $0.hexadecimal < $1.hexadecimal }) {
      switch try stored.contains(digest) ? store.condition(of: digest) : .missing {
      case .present: result.photos.present += 1
      case .missing: result.photos.awaited += 1
      case .damaged:
        result.photos.damaged += 1
        result.add(
          JournalError(
            .damaged,
            "Photo \(store.path(of: digest)) of another device is damaged: its content has changed. Move it away and "
              + "sync: then it is copied anew."))
      }
    }
  }

  private func checkReceipt(_ visitor: VerificationVisitor, reportingIn result: inout Verification) {
    guard let receipt else { return }
    guard receipt.journalID == visitor.journalID else {
      return result.add(JournalError(.damaged, "The receipt belongs to another journal."))
    }
    guard let digest = visitor.receipt?.digest else {
      return result.add(
        JournalError(
          .damaged,
          "The log does not reach the receipt: event \(receipt.sequence), byte \(receipt.contentOffset) of segment "
            + "\(LogDirectory.segmentName(receipt.segment))'s content."))
    }
    if digest != receipt.digest {
      result.add(
        JournalError(
          .damaged, "The log does not extend the receipt: what it says up to event \(receipt.sequence) has changed."))
    } else if let sequence = visitor.receipt?.sequence, receipt.sequence != sequence {
      result.add(
        JournalError(
          .damaged,
          "The receipt names event \(receipt.sequence), but event \(sequence) is at its place in the log: "
            + "the receipt was changed."))
    }
  }

  // MARK: The snapshot

  private func openSnapshot(_ result: inout Verification) -> SnapshotStore? {
    switch snapshot {
    case .absent: break
    case .invalid: result.snapshot = .invalid
    case .ahead(let error):
      result.snapshot = .invalid
      if state.problem == nil { result.add(error) }
    case .valid(let store, _, _): return store
    }
    return nil
  }

  private func compare(_ store: SnapshotStore, with timeline: Timeline?, _ result: inout Verification) {
    guard var expected = timeline, var stored = Timeline(store) else {
      result.snapshot = .invalid
      return
    }
    do throws(JournalError) {
      let differences = try expected.differences(from: &stored)
      if let first = differences.first {
        result.snapshot = .differs
        result.add(
          JournalError(
            .damaged,
            """
            The snapshot differs from the log: \(first)\(differences.count > 1 ? ", and more" : ""). The log is \
            right; \(run: .rebuildSnapshot, or: "rebuild it").
            """))
      } else {
        result.snapshot = store.header.position.sequence == state.position.sequence ? .matches : .behind
      }
    } catch {
      result.snapshot = .invalid
    }
  }
}

/// Looks at a log for ``Verifier`` while it is replayed.
private final class VerificationObserver: FoldObserver {
  private let receipt: Receipt?
  let notesPhotos: Bool
  private var visitor: VerificationVisitor
  /// `true` unless the observer found a fault that a replay doesn't check.
  ///
  /// For example, a segment's content can differ from the digest in the next segment's header.
  private var isUsable = true

  init(receipt: Receipt?, notesPhotos: Bool) {
    self.receipt = receipt
    self.notesPhotos = notesPhotos
    visitor = VerificationVisitor(end: nil, receipt: receipt, head: nil)
  }

  func begin(_ reading: HeadState) {
    visitor = VerificationVisitor(end: nil, receipt: receipt, head: reading.head?.position)
    isUsable = true
  }

  func visit(_ batch: RecordBatch, with attachments: [PhotoUses.Attachment]) {
    guard isUsable else { return }
    do throws(JournalError) { try visitor.visit(batch) } catch { isUsable = false }
    for attachment in attachments { visitor.photos.add(attachment) }
  }

  /// Returns the observations, if they cover a sound log up to exactly the state's position; `nil` otherwise.
  func visitor(of state: JournalState) -> VerificationVisitor? {
    guard isUsable, state.problem == nil, visitor.isAt(state.position) else { return nil }
    visitor.finishSegment()
    return visitor
  }
}

/// Digests, identities, and photos.
private struct VerificationVisitor {
  /// The end of the content that counts, which may be inside a frame; `nil` if everything counts.
  let end: LogPosition?
  /// The digests of the log up to the receipt's position, and up to HEAD's.
  private(set) var receipt: Mark?
  private(set) var head: Mark?
  private(set) var segments: [Verification.Segment] = []
  private(set) var journalID: UUID?
  var photos = PhotoUses()
  private var lastSequence: UInt64 = 0
  private var hasher = SHA256Hasher()

  /// A place in a segment's content, and what the segment says up to there.
  struct Mark {
    let segment: UInt64
    let contentOffset: Int
    fileprivate(set) var digest: Digest?
    /// The last event before it.
    fileprivate(set) var sequence: UInt64 = 0
  }

  init(end: LogPosition?, receipt: Receipt?, head: LogPosition?) {
    self.end = end
    self.receipt = receipt.map { Mark(segment: $0.segment, contentOffset: $0.contentOffset) }
    self.head = head.map { Mark(segment: $0.segment, contentOffset: $0.contentOffset) }
  }

  mutating func visit(_ batch: RecordBatch) throws(JournalError) {
    let segment = batch.segment
    if segments.last?.firstSequence != segment {
      finishSegment()
      hasher = SHA256Hasher()
      segments.append(
        Verification.Segment(
          file: LogDirectory.segmentName(segment), firstSequence: segment, events: 0, contentBytes: 0,
          digest: hasher.finalize()))
      if let header = batch.header {
        do throws(JournalError) {
          try visit(header)
        } catch {
          // It is at fault as a whole frame, and as no more.
          let frame = batch.content.span.bytes.extracting(first: batch.firstFrameByteCount)
          hasher.update(frame)
          segments[segments.count - 1].contentBytes = frame.byteCount
          throw error
        }
      }
    }
    let start = segments[segments.count - 1].contentBytes
    let limit = if let end, segment == end.segment { end.contentOffset } else { Int.max }
    let content = batch.content.span.bytes.extracting(first: max(0, min(batch.framedByteCount, limit - start)))
    for mark in [\.receipt, \.head] as [WritableKeyPath<Self, Mark?>] {
      note(content, from: start, ofSegment: segment, upTo: mark)
    }
    hasher.update(content)
    segments[segments.count - 1].contentBytes = start + content.byteCount
    // A frame may hold more than what is counted.
    let records = batch.records(after: 0, upTo: end?.sequence ?? .max)
    segments[segments.count - 1].events += records.records.count
    lastSequence = max(lastSequence, records.lastSequence)
  }

  /// Notes what the segment says up to a mark, if that is in this batch.
  private mutating func note(
    _ content: RawSpan, from start: Int, ofSegment segment: UInt64, upTo place: WritableKeyPath<Self, Mark?>
  ) {
    guard var mark = self[keyPath: place], mark.segment == segment, case let offset = mark.contentOffset,
      offset > start,
      offset <= start + content.byteCount
    else { return }
    var partial = hasher
    let part = content.extracting(0..<offset - start)
    partial.update(part)
    mark.digest = partial.finalize()
    mark.sequence = LastRecord(in: part, ByteRange(start: 0, end: part.byteCount))?.sequence ?? lastSequence
    self[keyPath: place] = mark
  }

  /// Returns `true` if the content visited so far ends at a position.
  func isAt(_ position: LogPosition) -> Bool {
    guard let segment = segments.last else { return position.sequence == 0 }
    return segment.firstSequence == position.segment && segment.contentBytes == position.contentOffset
      && max(lastSequence, segment.firstSequence - 1) == position.sequence
  }

  /// Notes the digest of the segment that was read.
  mutating func finishSegment() {
    guard !segments.isEmpty else { return }
    segments[segments.count - 1].digest = hasher.finalize()
  }

  private mutating func visit(_ header: SegmentHeader) throws(JournalError) {
    journalID = journalID ?? header.journalID
    guard segments.count > 1 else { return }
    let previous = segments[segments.count - 2]
    guard header.previousDigest == previous.digest else {
      throw JournalError(
        .damaged,
        "Segment \(LogDirectory.segmentName(header.firstSequence)) follows a segment with other content than "
          + "\(previous.file) has.")
    }
  }
}

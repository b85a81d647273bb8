internal import EventLog
internal import FoundationEssentials

/// One backup, up to what HEAD said at its beginning.
struct BackupRun {
  let source: LogDirectory
  let target: LogDirectory
  let head: Head

  private var end: LogPosition { head.position }

  func run(progress: Journal.Progress?) throws(JournalError) -> Backup {
    try prepare()
    let lock = try withJournalErrors { try LogLock.take(target, timeoutSeconds: 1) }
    let backup: Backup
    if let updated = try update(progress) { backup = updated } else { backup = try complete(progress) }
    try withJournalErrors { try lock.release() }
    return backup
  }

  /// Makes the directory, unless it holds what no journal holds.
  private func prepare() throws(JournalError) {
    let fileSystem = target.fileSystem
    try withJournalErrors {
      switch try fileSystem.kind(of: target.path) {
      case nil: break
      case .directory:
        if try target.segments().isEmpty,
          let stranger = try fileSystem.list(target.path).first(where: { !JournalCreation.ownNames.contains($0) })
        {
          throw JournalError(
            .invalidValue,
            "\(target.path) is no backup and contains other files (\(stranger)); name an empty or new directory.")
        }
      default: throw JournalError(.invalidValue, "\(target.path) is not a directory.")
      }
      try fileSystem.createDirectories(target.logPath)
      try fileSystem.createDirectories(target.photosPath)
    }
  }

  // MARK: Everything

  /// Reads all of the journal and of the copy, and brings the copy up to date.
  private func complete(_ progress: Journal.Progress?) throws(JournalError) -> Backup {
    let copy = try compare(progress)
    var result = Backup(receipt: Receipt(journalID: head.journalID, position: end, digest: copy.digest))
    var record = BackupRecord(
      journalID: head.journalID, end: BackupRecord.Place(end), segments: [], photoCount: 0, photoFileCount: 0,
      missingPhotos: [])
    try write(copy, updating: &record, reportingIn: &result)
    let named = try verify(copy.segments, upTo: record.end.position)
    try copyPhotos(named, updating: &record, reportingIn: &result, progress: progress)
    for digest in try peerPhotos(except: { Set(named.digests) }) {
      if try PhotoStore(directory: target).condition(of: digest) == .present {
        result.photos.kept += 1
      } else {
        _ = try copyIfWhole(digest, reportingIn: &result)
      }
    }
    record.photoCount = result.photos.kept + result.photos.copied
    try finish(&record)
    return result
  }

  /// Compares all of both logs. Nothing has been written if this throws.
  private func compare(_ progress: Journal.Progress?) throws(JournalError) -> LogCopy {
    if let known = try withJournalErrors({ try target.look().head }), known.journalID != head.journalID {
      throw JournalError(
        .invalidValue, "\(target.path) is another journal, not a backup of \(source.path); name a directory of its own."
      )
    }
    var copy = LogCopy(from: source, upTo: head, to: target)
    let relation = try copy.compare(progress)
    guard relation == .behind else { throw refusal(relation) }
    return copy
  }

  private func refusal(_ relation: SegmentCopy.Relation) -> JournalError {
    JournalError(
      .refusedInput,
      relation == .ahead
        ? """
        The backup \(target.path) holds more than the journal \(source.path), which may have lost events. Nothing was \
        written. \(.verify, as: "Look at both with {1}", or: "Verify both"), and restore the backup or name another \
        directory.
        """
        : "What \(target.path) holds is not what the journal \(source.path) says at the same place: it is no backup "
          + "of this journal, or they went different ways. Nothing was written; name another directory.")
  }

  /// Writes the parts of segments that the copy lacks, and records the segments.
  private func write(_ copy: LogCopy, updating record: inout BackupRecord, reportingIn result: inout Backup)
    throws(JournalError)
  {
    let end = try copy.write { segment, byteCount, newByteCount in
      if segment.isRight { result.segments.kept += 1 } else { result.segments.copied += 1 }
      result.bytesCopied += newByteCount
      var extent = segment.wanted
      extent.fileByteCount = byteCount
      record.segments.append(BackupRecord.Segment(firstSequence: segment.segment, extent: extent))
    }
    record.end = BackupRecord.Place(end)
  }

  /// Reads the copy's log from the disk, and compares it with what was read of the journal.
  ///
  /// - Returns: the photos that it names.
  private func verify(_ copies: [SegmentCopy], upTo position: LogPosition) throws(JournalError) -> PhotoUses {
    var photos = PhotoUses()
    var hasher = SHA256Hasher()
    var rest = copies[...]
    var problem: Message?
    func finishSegment() {
      guard let copy = rest.popFirst(), hasher.finalize() != copy.wanted.digest else { return }
      problem = problem ?? "\(LogDirectory.segmentName(copy.segment)) has other content."
    }
    var reader = try EventReader(target, journalID: head.journalID, limit: position)
    try reader.forEachBatch { batch in
      PhotosOfBatch(batch)
    } _: { reader, batch, _, found in
      if batch.segment != rest.first?.segment {
        let previous = rest.first
        finishSegment()
        hasher = SHA256Hasher()
        if let previous, batch.header?.previousDigest != previous.wanted.digest {
          problem =
            problem
            ?? "Segment \(LogDirectory.segmentName(batch.segment)) follows a segment with other content than "
            + "\(LogDirectory.segmentName(previous.segment)) has."
        }
      }
      hasher.update(batch)
      for attachment in found.attachments { photos.add(attachment) }
      if let fault = found.fault, fault.index < batch.records.count {
        reader.stop(at: fault.index, of: batch, reason: fault.reason)
      }
      return true
    }
    finishSegment()
    if let failure = reader.failure(upTo: position) { problem = problem ?? failure.advice }
    if let problem { throw misread(problem) }
    return photos
  }

  private func misread(_ problem: Message) -> JournalError {
    JournalError(
      .inputOutput,
      "The backup in \(target.path) reads otherwise than it was written: \(problem) Check the disk, and make a backup "
        + "elsewhere.")
  }

  private func copyPhotos(
    _ named: PhotoUses, updating record: inout BackupRecord, reportingIn result: inout Backup,
    progress: Journal.Progress?
  ) throws(JournalError) {
    let store = PhotoStore(directory: target)
    for (index, digest) in named.digests.enumerated() {
      progress?(index, named.digests.count)
      if try store.condition(of: digest) == .present {
        result.photos.kept += 1
      } else {
        try copyPhoto(digest, attachedBy: named.uses[digest]?.lastSequence ?? 0, &record, &result)
      }
    }
  }

  /// Of a group, the photos that are here and that this log does not name: those of other devices, and what nobody
  /// names. Whether the others' logs can be read makes no difference.
  ///
  /// - Parameter others: is not asked for without a group.
  private func peerPhotos(
    except others: () throws(JournalError) -> Set<Digest>
  ) throws(JournalError) -> [Digest] {
    guard try !PeerLog.all(inJournalAt: source.path, source.fileSystem).isEmpty else { return [] }
    let here = try PhotoStore(directory: source).digests().subtracting(try others())
    return here.sorted { $0.hexadecimal < $1.hexadecimal }
  }

  /// Copies a photo that the copy lacks, and reads it again.
  ///
  /// - Returns: `false` where it is missing or damaged.
  private func copyIfWhole(_ digest: Digest, reportingIn result: inout Backup) throws(JournalError) -> Bool {
    let store = PhotoStore(directory: target)
    guard let jpeg = try PhotoStore(directory: source).read(digest) else { return false }
    _ = try store.store(jpeg)
    guard try store.condition(of: digest) == .present else { throw misread("\(store.path(of: digest)) differs.") }
    result.photos.copied += 1
    return true
  }

  /// Copies a photo that the copy lacks, and takes note of one that is missing.
  private func copyPhoto(
    _ digest: Digest, attachedBy sequence: UInt64, _ record: inout BackupRecord, _ result: inout Backup
  ) throws(JournalError) {
    if try copyIfWhole(digest, reportingIn: &result) { return }
    if try !PurgedPhotos(source).records().covers(digest, attachedBy: sequence) {
      result.photosMissing += 1
      record.missingPhotos.append(
        BackupRecord.MissingPhoto(sha256: digest.hexadecimal, lastSequence: sequence))
    }
  }

  // MARK: What is new

  /// So much of the older content of the journal and of the copy is read at each backup, round and round.
  private static let scrubbedByteCount = 2 << 20
  /// So many of its photos.
  private static let scrubbedPhotoCount = 8

  /// Brings the copy up to date where it is as the last backup left it, as far as that can be seen without reading all
  /// of it: see <doc:Backups>.
  ///
  /// - Returns: `nil` where everything has to be read. Nothing has been written then.
  private func update(_ progress: Journal.Progress?) throws(JournalError) -> Backup? {
    guard var record = try known() else { return nil }
    let copyHead = Head(journalID: head.journalID, generation: 0, position: record.end.position)
    guard try scrub(target, head: copyHead, from: &record.scrubPlace, record: record),
      try scrub(source, head: head, from: &record.sourceScrubPlace, record: record),
      try scrubPhotos(&record)
    else { return nil }
    var log = LogCopy(from: source, upTo: head, to: target)
    guard try log.compare(withEndOf: record) else { return nil }

    var result = Backup(receipt: Receipt(journalID: head.journalID, position: end, digest: log.digest))
    let former = record.end.position
    record.segments.removeAll { $0.firstSequence >= former.segment }
    result.segments.kept = record.segments.count
    try write(log, updating: &record, reportingIn: &result)
    for segment in log.segments {
      guard try withJournalErrors({ try segment.isWritten(in: target) }) else {
        throw misread("\(LogDirectory.segmentName(segment.segment)) has other content.")
      }
    }

    result.photos.kept = record.photoCount
    let missing = record.missingPhotos
    record.missingPhotos = []
    var copied: Set<Digest> = []
    func copy(_ digest: Digest, attachedBy sequence: UInt64) throws(JournalError) {
      guard copied.insert(digest).inserted else { return }
      try copyPhoto(digest, attachedBy: sequence, &record, &result)
    }
    let new = try newPhotos(after: former, upTo: record.end.position)
    for photo in missing {
      guard let digest = Digest(hexadecimal: photo.sha256) else { continue }
      try copy(digest, attachedBy: max(photo.lastSequence, new.uses[digest]?.lastSequence ?? 0))
    }
    let store = PhotoStore(directory: target)
    for digest in new.digests {
      if try store.contains(digest) { continue }
      try copy(digest, attachedBy: new.uses[digest]?.lastSequence ?? 0)
    }
    let others = try peerPhotos { () throws(JournalError) in try store.digests() }
    for digest in others where !copied.contains(digest) { _ = try copyIfWhole(digest, reportingIn: &result) }
    record.photoCount += result.photos.copied
    try finish(&record)
    return result
  }

  /// Returns the record of the last backup, if it still matches the copy; `nil` otherwise.
  private func known() throws(JournalError) -> BackupRecord? {
    try withJournalErrors {
      guard let record = try BackupRecord.read(target), record.journalID == head.journalID,
        case .head(let known, isWhole: true) = try target.look(), known.journalID == head.journalID,
        known.position == record.end.position, known.position.sequence <= end.sequence
      else { return nil }
      let segments = record.segments.map(\.firstSequence)
      guard segments.last == record.end.segment, try target.segments() == segments,
        try source.segments().starts(with: segments),
        try PhotoStore(directory: target).names().count == record.photoFileCount
      else { return nil }
      for segment in record.segments {
        guard try target.open(segment: segment.firstSequence).size() == segment.fileBytes else { return nil }
      }
      // The digests that the last header names, and through it those before it, stand for all that closed segments say.
      guard segments.count > 1 else { return record }
      let before = Digest(hexadecimal: record.segments[segments.count - 2].sha256)
      for directory in [source, target] {
        let header = try SegmentHeader(of: directory.open(segment: record.end.segment))
        guard header?.journalID == head.journalID, header?.previousDigest == before else { return nil }
      }
      return record
    }
  }

  /// The photos that the events after a place of the copy name.
  private func newPhotos(after start: LogPosition, upTo position: LogPosition) throws(JournalError) -> PhotoUses {
    var photos = PhotoUses()
    var reader = try EventReader(target, journalID: head.journalID, from: start, limit: position)
    try reader.forEachBatch { batch in
      PhotosOfBatch(batch)
    } _: { reader, batch, _, found in
      for attachment in found.attachments { photos.add(attachment) }
      if let fault = found.fault, fault.index < batch.records.count {
        reader.stop(at: fault.index, of: batch, reason: fault.reason)
      }
      return true
    }
    if let failure = reader.failure(upTo: position) { throw misread(failure.advice) }
    return photos
  }

  /// Reads some of a log, of the copy or of the journal, from a place on; whether it is whole.
  private func scrub(
    _ directory: LogDirectory, head: Head, from place: inout BackupRecord.Place, record: BackupRecord
  ) throws(JournalError) -> Bool {
    let isThere = record.segments.contains { $0.firstSequence == place.segment }
    let start = LogScrub.Record(place: isThere ? place.position : .start)
    return try withJournalErrors {
      let scrub = LogScrub(directory, head: head, check: EventView.check)
      let (next, damage) = try scrub.advance(start, byteLimit: Self.scrubbedByteCount)
      place = BackupRecord.Place(next.place)
      return damage == nil
    }
  }

  /// Reads some of the copy's photos; whether they are whole.
  private func scrubPhotos(_ record: inout BackupRecord) throws(JournalError) -> Bool {
    let store = PhotoStore(directory: target)
    let names = try withJournalErrors { try store.names() }
    let next = names.firstIndex { $0 > record.scrubPhoto } ?? 0
    for name in (names[next...] + names[..<next]).prefix(Self.scrubbedPhotoCount) {
      guard let digest = Digest(hexadecimal: name) else { continue }
      if try store.condition(of: digest) != .present { return false }
      if names.count > Self.scrubbedPhotoCount { record.scrubPhoto = name }
    }
    return true
  }

  // MARK: The end

  /// Copies what is neither log nor photo, and says last what is there.
  private func finish(_ record: inout BackupRecord) throws(JournalError) {
    for name in [EventLogSchema.fileName, "repairs.jsonl", "photos/\(PurgedPhotos.fileName)"] { try copyFile(name) }
    let position = record.end.position
    try LogCopy(from: source, upTo: head, to: target).writeHead(position)
    guard try withJournalErrors({ try target.look() }).head?.position == position else {
      throw misread("HEAD differs.")
    }
    try withJournalErrors {
      record.photoFileCount = try PhotoStore(directory: target).names().count
      try record.write(target)
    }
  }

  /// Copies a small file of the journal, where it is there and differs.
  private func copyFile(_ name: String) throws(JournalError) {
    try withJournalErrors {
      guard let bytes = try source.fileSystem.content(of: source.path + "/" + name) else { return }
      let path = target.path + "/" + name
      if try target.fileSystem.content(of: path) != bytes {
        try target.fileSystem.writeAtomically(bytes.span.bytes, to: path)
      }
    }
  }
}

/// The photos that a batch's events name, up to a record that is no event.
private struct PhotosOfBatch {
  private(set) var attachments: [PhotoUses.Attachment] = []
  /// The first record that is no event.
  private(set) var fault: (index: Int, reason: String)?

  init(_ batch: RecordBatch) {
    let bytes = batch.content.span.bytes
    var event = EventView()
    for (index, record) in batch.records.enumerated() {
      do throws(WireError) {
        try event.read(record, in: bytes)
      } catch {
        fault = (index, error.reason)
        return
      }
      if let attachment = PhotoUses.Attachment(event, in: bytes) { attachments.append(attachment) }
    }
  }
}

package import EventLog

/// What a backup came to.
public struct Backup: Hashable, Sendable {
  /// How much was copied, and how much was there already.
  public struct Count: Hashable, Sendable {
    public var copied = 0
    public var kept = 0
  }

  /// What the copy says now: the journal's own receipt at this event.
  public var receipt: Receipt
  public var segments = Count()
  /// Bytes of the log that were written.
  public var bytesCopied = 0
  public var photos = Count()
  /// Photos that are missing or damaged in the journal and that no earlier backup holds. Purged ones do not count;
  /// where an earlier backup holds one, it stays there.
  public var photosMissing = 0
}

extension Journal {
  /// Copies the journal at `path` into a directory, or brings the backup that is there up to date. The copy is a
  /// journal: it can be read where it is, and copied back.
  ///
  /// Others may read and write the journal meanwhile; the copy ends with an event that was durable when it began. What
  /// the copy has is never written over with something else, and a crash at any step leaves the former backup readable.
  /// The copy is verified afterwards, every byte of it.
  ///
  /// - Throws: `notFound`; what stands against the journal, where it is damaged; `invalidValue` where the directory
  ///   holds something else than a backup of this journal, or one of the two lies in the other; `refusedInput` where it
  ///   holds more than this journal, or something else; `busy` where another backup into it is under way;
  ///   `inputOutput`.
  public static func backUp(
    at path: String, to target: String, progress: Progress? = nil
  ) throws(JournalError) -> Backup {
    let fileSystem = DiskFileSystem()
    if fileSystem.isNested(path, target) {
      throw JournalError(
        .invalidValue, "\(target) and the journal \(path) lie in one another; name a directory elsewhere.")
    }
    return try backUp(at: path, to: target, in: fileSystem, progress: progress)
  }

  package static func backUp(
    at path: String, to target: String, in fileSystem: any FileSystem, progress: Progress? = nil
  ) throws(JournalError) -> Backup {
    let source = LogDirectory(fileSystem: fileSystem, path: path)
    let target = LogDirectory(fileSystem: fileSystem, path: target)
    let state = try JournalLoader(directory: source).load()
    guard state.exists, let head = state.reading.head else {
      throw state.problem?.error ?? JournalError(.notFound, "There is no journal at \(path).")
    }
    if let problem = state.problem { throw problem.error }
    return try BackupRun(source: source, target: target, head: head).run(progress: progress)
  }
}

/// One backup, up to what HEAD said at its beginning.
private struct BackupRun {
  let source: LogDirectory
  let target: LogDirectory
  let head: Head

  private var end: LogPosition { head.position }

  func run(progress: Journal.Progress?) throws(JournalError) -> Backup {
    try prepare()
    let lock = try withJournalErrors { try LogLock.take(target, timeoutSeconds: 1) }
    let copies = try compare(progress)

    var result = Backup(
      receipt: Receipt(
        journalID: head.journalID, position: end, digest: copies.last?.wanted.digest ?? Digest(of: [])))
    var lastByteCount = 0
    for copy in copies {
      let written = try withJournalErrors { try copy.write(to: target) }
      if copy.isRight { result.segments.kept += 1 } else { result.segments.copied += 1 }
      result.bytesCopied += written.newByteCount
      lastByteCount = written.byteCount
    }
    var position = end
    position.fileOffset = lastByteCount
    try copyPhotos(upTo: position, &result, progress)
    for name in [EventLogSchema.fileName, "repairs.jsonl", "photos/\(PurgedPhotos.fileName)"] { try copyFile(name) }
    try writeHead(position)
    try verify(copies, result.receipt)
    try withJournalErrors { try lock.release() }
    return result
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

  /// Every segment with what its copy lacks. Nothing has been written where this throws.
  private func compare(_ progress: Journal.Progress?) throws(JournalError) -> [SegmentCopy] {
    let known = try withJournalErrors { try HeadState(target).head }
    if let known, known.journalID != head.journalID {
      throw JournalError(
        .invalidValue, "\(target.path) is another journal, not a backup of \(source.path); name a directory of its own."
      )
    }
    let segments = try withJournalErrors { try source.segments().filter { $0 <= end.segment } }
    let foreign = try withJournalErrors { try target.segments().first { !segments.contains($0) } }
    if foreign != nil || (known?.position.sequence ?? 0) > end.sequence { throw refusal(.ahead) }
    var copies: [SegmentCopy] = []
    for (index, segment) in segments.enumerated() {
      progress?(index, segments.count)
      let limit = segment == end.segment ? end.contentOffset : nil
      var copy = try withJournalErrors { try SegmentCopy(segment, from: source, to: target, limit: limit) }
      let relation = try withJournalErrors { try copy.relation(in: target) }
      guard relation == .behind else { throw refusal(relation) }
      copies.append(copy)
    }
    return copies
  }

  private func refusal(_ relation: SegmentCopy.Relation) -> JournalError {
    JournalError(
      .refusedInput,
      relation == .ahead
        ? "The backup \(target.path) holds more than the journal \(source.path), which may have lost events. Nothing "
          + "was written. Look at both with 'checkin verify', and restore the backup or name another directory."
        : "What \(target.path) holds is not what the journal \(source.path) says at the same place: it is no backup "
          + "of this journal, or they went different ways. Nothing was written; name another directory.")
  }

  private func copyPhotos(
    upTo position: LogPosition, _ result: inout Backup, _ progress: Journal.Progress?
  ) throws(JournalError) {
    var visitor = PhotoUses()
    var reader = try EventReader(target, journalID: head.journalID, limit: position)
    try reader.forEachBatch {
      PhotoUses.attachments(in: $0)
    } _: { _, _, _, attachments in
      for attachment in attachments { visitor.add(attachment) }
      return true
    }
    if let error = reader.failure { throw error }
    let (from, to) = (PhotoStore(directory: source), PhotoStore(directory: target))
    for (index, digest) in visitor.digests.enumerated() {
      progress?(index, visitor.digests.count)
      if try to.condition(of: digest) == .present {
        result.photos.kept += 1
      } else if let jpeg = try from.read(digest) {
        _ = try to.store(jpeg)
        result.photos.copied += 1
      } else if let use = visitor.uses[digest],
        try !PurgedPhotos(source).records().covers(digest, attachedBy: use.lastSequence)
      {
        result.photosMissing += 1
      }
    }
  }

  /// Copies a small file of the journal, where it is there and differs.
  private func copyFile(_ name: String) throws(JournalError) {
    try withJournalErrors {
      guard let bytes = try content(of: source.path + "/" + name) else { return }
      let path = target.path + "/" + name
      if try content(of: path) != bytes { try target.fileSystem.writeAtomically(bytes.span.bytes, to: path) }
    }
  }

  private func content(of path: String) throws(FileError) -> [UInt8]? {
    guard try source.fileSystem.kind(of: path) == .file else { return nil }
    let file = try source.fileSystem.open(path, for: .reading)
    return try file.readBytes(at: 0, count: try file.size())
  }

  /// HEAD comes last: what it promises is there.
  private func writeHead(_ position: LogPosition) throws(JournalError) {
    let reading = try withJournalErrors { try HeadState(target) }
    if case .head(let head, isWhole: true) = reading, head.position == position { return }
    let generation = max(reading.head?.generation ?? 0, head.generation)
    let content = HeadFormat.content(
      Head(journalID: head.journalID, generation: generation, position: position))
    do throws(FileError) {
      try target.fileSystem.writeAtomically(content.span.bytes, to: target.headPath)
    } catch {
      throw JournalError(error)
    }
  }

  /// Reads the copy from the disk, and compares it with what was read of the journal. Photos that the journal itself
  /// lacks are no fault of the copy.
  private func verify(_ copies: [SegmentCopy], _ receipt: Receipt) throws(JournalError) {
    let verification = try Journal.verify(at: target.path, in: target.fileSystem)
    let isSame =
      verification.receipt == receipt
      && verification.segments.elementsEqual(copies) { segment, copy in
        segment.firstSequence == copy.segment && segment.digest == copy.wanted.digest
      }
    guard isSame, verification.photos.damaged == 0 else {
      throw JournalError(
        .inputOutput,
        "The backup in \(target.path) reads otherwise than it was written: "
          + "\(verification.problems.first ?? "its receipt differs"). Check the disk, and make a backup elsewhere.")
    }
  }
}

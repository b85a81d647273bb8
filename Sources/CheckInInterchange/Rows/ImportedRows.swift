internal import CheckInJournal

internal import struct FoundationEssentials.UUID

/// Gathers the rows of an import: drafts that can be appended, and what is wrong with the others.
struct ImportedRows {
  /// Valid check-ins, each with an id of its own, in the order of the input.
  private(set) var drafts: [CheckInDraft] = []
  /// Without ``ImportReport/added``; ``ImportReport/duplicates`` are those inside the input.
  private(set) var report = ImportReport()

  /// Doubtful times that are told one by one; a whole file may be in a zone that skips a day.
  private static let reportedDoubtfulTimeLimit = 20

  /// The identities of drafts whose type the person named.
  private var typed: Set<UUID> = []
  /// By the identity of a draft: the identity from its very texts, if they are not in their comparable form.
  private var writtenIDs: [UUID: UUID] = [:]
  private let now: Int64
  private var identity = RowIdentity()
  /// The ids so far. The value counts the rows without an id whose content gave this one.
  private var occurrences: [UUID: Int] = [:]

  /// - Parameter now: milliseconds since 1970; check-ins after it are rejected.
  init(now: Int64) { self.now = now }

  /// Adds a row, under the number that people know it by.
  mutating func add(
    _ row: ImportRow, number: Int, localTime: (Int64) -> (time: CheckInTime, reading: LocalTimeZone.Reading)
  ) {
    report.read += 1
    var doubtful: DoubtfulTime?
    let draft = row.draft(now: now) { local in
      let (time, reading) = localTime(local)
      if reading != .exact {
        doubtful = DoubtfulTime(row: number, localMilliseconds: local, time: time, reading: reading)
      }
      return time
    }
    switch draft {
    case .failure(let problems):
      report.rejected.append(RejectedRow(row: number, messages: problems.messages))
    case .success(var draft):
      if let doubtful { note(doubtful) }
      guard let id = uniqueID(of: draft, at: row.time) else {
        report.duplicates += 1
        return
      }
      draft.id = id
      drafts.append(draft)
    }
  }

  private mutating func note(_ doubtful: DoubtfulTime) {
    report.doubtfulTimeCount += 1
    if report.doubtfulTimes.count < Self.reportedDoubtfulTimeLimit { report.doubtfulTimes.append(doubtful) }
  }

  /// Rejects a row of which nothing can be read.
  mutating func reject(_ messages: [Message], number: Int) {
    report.read += 1
    report.rejected.append(RejectedRow(row: number, messages: messages))
  }

  /// Adds a normalized draft, with an id unless there are problems.
  ///
  /// - Parameters:
  ///   - isTyped: whether the person named the type, so that its check-in gets it where it is there already and nobody
  ///     knew its type.
  ///   - writtenID: the identity from the activity's very texts.
  /// - Returns: whether it is a new check-in.
  mutating func add(
    _ draft: CheckInDraft, problems: [Message], number: Int, doubtful: DoubtfulTime? = nil, isTyped: Bool = false,
    writtenID: UUID? = nil
  ) -> Bool {
    report.read += 1
    let messages = Validation.messages(for: draft, now: now) + problems
    guard messages.isEmpty, let id = draft.id else {
      report.rejected.append(RejectedRow(row: number, messages: messages))
      return false
    }
    guard take(id) else {
      report.duplicates += 1
      return false
    }
    if let doubtful { note(doubtful) }
    drafts.append(draft)
    if isTyped { typed.insert(id) }
    writtenIDs[id] = writtenID
    return true
  }

  /// The id under which the draft is added; `nil` where its check-in was there before.
  private mutating func uniqueID(of draft: CheckInDraft, at time: WrittenTime?) -> UUID? {
    if let id = draft.id { return take(id) ? id : nil }
    guard let time else { return nil }
    let plain = identity.uuid(of: draft, at: time)
    let earlier = occurrences[plain]
    occurrences[plain] = (earlier ?? 0) + 1
    // A row that carries this id explicitly is this very check-in, exported.
    if earlier == 0 { return nil }
    // Two equal rows are two check-ins: somebody may well do the same twice.
    let occurrence = (earlier ?? 0) + 1
    let id = occurrence == 1 ? plain : identity.uuid(ofOccurrence: occurrence)
    guard occurrence == 1 || take(id) else { return nil }
    if identity.isWrittenOtherwise {
      let written = identity.uuid(ofWritten: draft, at: time)
      writtenIDs[id] = occurrence == 1 ? written : identity.uuid(ofOccurrence: occurrence)
    }
    return id
  }

  private mutating func take(_ id: UUID) -> Bool {
    guard occurrences[id] == nil else { return false }
    occurrences[id] = 0
    return true
  }
}

extension ImportedRows {
  /// The identity of a draft's check-in in a journal: that of its very texts, if only that one is there.
  func id(_ id: UUID, in journal: Journal) throws(JournalError) -> UUID {
    guard let written = writtenIDs[id], try journal.checkIn(id: id) == nil, try journal.checkIn(id: written) != nil
    else { return id }
    return written
  }

  /// Appends the rows that were read, all or nothing, unless `skipInvalid`.
  ///
  /// - Parameter finish: is called with the journal once the rows are in it, or would be.
  func append(
    dryRun: Bool, skipInvalid: Bool, restoring: Bool, progress: Journal.Progress?,
    into openJournal: (UUID?) throws -> Journal?, finish: (Journal?, inout ImportReport) throws -> Void = { _, _ in }
  ) throws -> ImportReport {
    var report = report
    guard report.rejected.isEmpty || skipInvalid else {
      report.duplicates = 0
      return report
    }
    report.sample = drafts.prefix(ImportSample.maximumCount).map {
      ImportSample(title: $0.title, time: $0.time, type: $0.type)
    }
    let journal = try openJournal(nil)
    guard dryRun || journal != nil else {
      throw JournalError(.internalFault, "There is no journal to import into.")
    }
    if let journal {
      var (drafts, typed) = (drafts, typed)
      for index in drafts.indices where !writtenIDs.isEmpty {
        guard let own = drafts[index].id else { continue }
        drafts[index].id = try id(own, in: journal)
        if typed.contains(own), let id = drafts[index].id { typed.insert(id) }
      }
      let outcome =
        try dryRun || drafts.isEmpty
        ? journal.trialImport(drafts, restoring: restoring, typing: typed)
        : journal.importCheckIns(drafts, restoring: restoring, typing: typed, progress: progress)
      report.added = outcome.added
      report.restored = outcome.restored
      report.typed = outcome.typed
      report.discarded = outcome.discarded
    } else {
      report.added = drafts.count
    }
    report.duplicates += drafts.count - report.added - report.restored - report.typed
    if let journal, !report.discarded.isEmpty {
      // Only advice: what was imported stays imported.
      report.isRedoRestoring = (try? journal.wouldRedoRestore(report.discarded)) ?? false
    }
    try finish(journal, &report)
    return report
  }
}

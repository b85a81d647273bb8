package import EventLog
internal import Synchronization

/// The findings of a diagnosis, and the repair that they call for.
///
/// ```swift
/// let repair = try Journal.diagnose(at: path)
/// print(repair.findings)
/// ```
public struct Repair: Sendable {
  /// A way to repair the journal.
  public enum Remedy: Hashable, Sendable {
    /// Nothing is wrong.
    case nothing
    /// Bytes that nobody was promised are copied aside and cut off, as the next command that writes would do.
    case quarantineTornTail
    /// HEAD is written anew from the log, which can be read to its end. The old file is kept beside it.
    case rewriteHead
    /// Writes everything readable, and the rest as the snapshot shows it, into a new journal at this path.
    ///
    /// The old journal stays unchanged.
    case salvage(into: String)
    /// Nothing: neither the log nor the snapshot says anything any more. A backup has to be restored.
    case restoreBackup
    /// Nothing that this version could do: a newer one wrote the log.
    case useNewerVersion
  }

  /// The findings as readable text.
  public var findings: [String] { findingAdvice.map(\.text) }
  /// ``findings``, in which a program can put its own names for what may be done.
  package var findingAdvice: [Message]
  /// The way to repair the journal.
  public var remedy: Remedy
  /// The check-ins that a salvage could not bring back; ascending.
  public var lostCheckIns: [Int] = []
  /// The check-ins that a salvage takes from the snapshot, wholly or in part; ascending.
  public var recoveredCheckIns: [Int] = []

  package init(findings: [Message], remedy: Remedy) {
    findingAdvice = findings
    self.remedy = remedy
  }
}

/// The result of a repair.
///
/// ```swift
/// print(try Journal.repair(at: path, try Journal.diagnose(at: path)).actions)
/// ```
public struct RepairReport: Hashable, Sendable {
  /// In sentences, each with the paths it is about.
  public var actions: [String] { actionAdvice.map(\.text) }
  /// ``actions``, in which a program can put its own names for what may be done.
  package var actionAdvice: [Message] = []
}

extension Journal {
  /// Reads the whole log of the journal at `path`, and says what is wrong and what ``repair(at:_:)`` would do. Writes
  /// nothing.
  ///
  /// - Throws: `notFound`; `inputOutput`.
  public static func diagnose(at path: String, progress: Progress? = nil) throws(JournalError) -> Repair {
    try diagnose(at: path, in: DiskFileSystem(), progress: progress)
  }

  package static func diagnose(
    at path: String, in fileSystem: any FileSystem, progress: Progress? = nil
  ) throws(JournalError) -> Repair {
    let directory = LogDirectory(fileSystem: fileSystem, path: path)
    var state = try JournalLoader(directory: directory, progress: progress).load(ignoringSnapshot: true)
    // The snapshot spares the reading of what it covers, but tells of events that the log has lost.
    if state.problem == nil { state = try JournalLoader(directory: directory).load() }
    guard state.exists else { throw JournalError(.notFound, "There is no journal at \(path).") }
    var findings = [state.problem?.finding, state.tornDoubt?.finding].compactMap { $0 }
    if let torn = state.torn {
      findings.append(
        "Segment \(LogDirectory.segmentName(torn.segment)) ends with \(pluralized(torn.byteCount, "byte")) from byte "
          + "\(torn.offset) "
          + (state.problem?.kind == .headDoubtful || state.tornDoubt != nil
            ? "that cannot be read; whether they were acknowledged, HEAD does not tell."
            : "of a write that was cut off."))
    }
    switch state.problem?.kind {
    case .notUnderstood: return Repair(findings: findings, remedy: .useNewerVersion)
    case .headDoubtful:
      // A log that ends before its snapshot has lost events, whatever HEAD would say.
      if let loss = try SnapshotCheck(directory).loss(in: state) {
        guard let snapshot = try SnapshotCheck(directory).remains(of: nil)?.store.header,
          snapshot.journalID == (try withJournalErrors { try directory.journalID() })
        else { return Repair(findings: findings + [loss], remedy: .restoreBackup) }
        return try salvage(directory, state: state, findings: findings + [loss])
      }
      return Repair(findings: findings, remedy: .rewriteHead)
    case .logDamaged:
      findings += try withJournalErrors {
        try DamageSurvey(
          directory, lastSequence: state.reading.head?.position.sequence, visit: EventView.isReadable(_:in:sequence:)
        ).sentences.map(Message.init(verbatim:))
      }
      return try salvage(directory, state: state, findings: findings)
    case .logMissing: return try salvage(directory, state: state, findings: findings)
    case nil: break
    }
    // Whole segments that do not belong together are found by their digests alone. Copies of others' logs are no reason
    // to write the own one anew.
    let verification = try verify(
      at: path, in: fileSystem, checksSnapshot: false, checksPhotos: false, checksGroup: false)
    if verification.problemAdvice != [state.tornDoubt?.error.advice].compactMap({ $0 }) {
      return try salvage(directory, state: state, findings: findings + verification.problemAdvice)
    }
    if case .head(_, isWhole: false) = state.reading {
      findings.append("One half of HEAD is damaged; the other is good, and agrees with the log.")
      return Repair(findings: findings, remedy: .rewriteHead)
    }
    return Repair(findings: findings, remedy: state.torn == nil ? .nothing : .quarantineTornTail)
  }

  private static func salvage(
    _ directory: LogDirectory, state: JournalState, findings: [Message]
  ) throws(JournalError) -> Repair {
    let plan = try SalvagePlan(directory)
    if plan.notUnderstoodCount > 0 {
      return Repair(
        findings: findings + [
          "A newer version of checkin wrote \(pluralized(plan.notUnderstoodCount, "event")) that this one does not "
            + "understand; only that version can save them."
        ], remedy: .useNewerVersion)
    }
    guard !plan.isEmpty else {
      return Repair(findings: findings + ["Nothing of it is left to be saved."], remedy: .restoreBackup)
    }
    var repair = Repair(
      findings: findings + plan.sentences, remedy: .salvage(into: try Salvage.freePath(for: directory)))
    repair.lostCheckIns = plan.lost
    repair.recoveredCheckIns = (plan.recovered + plan.completed).sorted()
    return repair
  }

  /// Does what a diagnosis proposed, and records it in `repairs.jsonl`. Every byte that is set aside is kept.
  ///
  /// - Throws: `conflict` where the journal is not as it was diagnosed; `busy`; `inputOutput`.
  public static func repair(at path: String, _ repair: Repair) throws(JournalError) -> RepairReport {
    try self.repair(at: path, repair, in: DiskFileSystem())
  }

  package static func repair(
    at path: String, _ repair: Repair, in fileSystem: any FileSystem
  ) throws(JournalError) -> RepairReport {
    let directory = LogDirectory(fileSystem: fileSystem, path: path)
    let now = try diagnose(at: path, in: fileSystem)
    guard now.findingAdvice == repair.findingAdvice else {
      throw JournalError(.conflict, "The journal has changed since it was looked at; look again.")
    }
    var report = RepairReport()
    switch repair.remedy {
    case .nothing, .useNewerVersion, .restoreBackup: return report
    case .quarantineTornTail:
      var configuration = Configuration()
      configuration.fileSystem = fileSystem
      if let tornPath = try Journal(at: path, configuration: configuration).finishRecovery() {
        report.actionAdvice.append("The bytes of the write that was cut off were set aside in \(tornPath).")
      } else {
        report.actionAdvice.append("Another process has set the bytes aside meanwhile.")
      }
      try RepairRecord.append(repair, with: report, in: directory)
    case .rewriteHead:
      report.actionAdvice = try HeadRepair(directory: directory).rewrite()
      try RepairRecord.append(repair, with: report, in: directory)
    case .salvage(let newPath):
      // It gets its name when it is whole: what was cut off is not to be taken for a journal.
      let partialPath = try withJournalErrors { try fileSystem.freePath(newPath + ".partial") }
      let target = LogDirectory(fileSystem: fileSystem, path: partialPath)
      let plan = try SalvagePlan(directory)
      report.actionAdvice = try Salvage(source: directory, target: target, plan: plan, name: newPath).run()
      try RepairRecord.append(repair, with: report, in: target)
      try withJournalErrors {
        try fileSystem.rename(partialPath, to: newPath)
        try fileSystem.synchronizeDirectory(parent(of: newPath))
      }
    }
    return report
  }

  /// Takes the lock and puts the log's end in order, as a command that writes does first.
  ///
  /// - Returns: the file that torn bytes were moved to.
  func finishRecovery() throws(JournalError) -> String? {
    try withWriteLock { writer throws(JournalError) in writer.tornPath }
  }
}

/// The record of repairs: one JSON object a line, in `repairs.jsonl`.
enum RepairRecord {
  static func append(_ repair: Repair, with report: RepairReport, in directory: LogDirectory) throws(JournalError) {
    var json = JSONWriter()
    json.object { json in
      json["recordedAt"] = CheckInTime(instantMilliseconds: Journal.systemMilliseconds(), offsetMinutes: 0).description
      json["found"] = repair.findings
      json["done"] = report.actions
    }
    try withJournalErrors {
      let path = directory.path + "/repairs.jsonl"
      if try directory.fileSystem.kind(of: path) == nil { _ = try directory.fileSystem.create(path) }
      let file = try directory.fileSystem.open(path, for: .readingAndWriting)
      try file.writeAll(Array((json.text + "\n").utf8).span.bytes, at: try file.size())
      try file.synchronize()
      try directory.fileSystem.synchronizeDirectory(directory.path)
    }
  }
}

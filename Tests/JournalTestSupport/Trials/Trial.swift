package import CheckInJournal
internal import CheckInMaintenance
internal import EventLog
package import TestSupport

/// Commands against a journal in a simulated file system, and the judgement on what is left of them afterwards.
package struct Trial: Sendable {
  package static let path = "/journal"

  package var commands: [TrialCommand]
  /// Small, so that segments roll.
  package var segmentByteLimit: Int

  package init(_ commands: [TrialCommand], segmentByteLimit: Int = 400) {
    self.commands = commands
    self.segmentByteLimit = segmentByteLimit
  }

  package func configuration(_ fileSystem: SimulatedFileSystem) -> Journal.Configuration {
    var configuration = Journal.Configuration(segmentByteLimit: segmentByteLimit, lockTimeoutSeconds: 0.05)
    configuration.fileSystem = fileSystem
    return configuration
  }

  package func open(
    _ fileSystem: SimulatedFileSystem, for access: Journal.Access = .readWrite
  ) throws(JournalError) -> Journal {
    try Journal(at: Self.path, for: access, configuration: configuration(fileSystem))
  }

  /// The places of a segment's frames.
  package static func frames(in content: [UInt8]) -> [Range<Int>] {
    var frames: [Range<Int>] = []
    var offset = 0
    while case .frame(let byteCount, _) = FrameFormat.inspect(content.span.bytes, at: offset) {
      frames.append(offset..<offset + byteCount)
      offset += byteCount
    }
    return frames
  }

  /// All check-ins of a journal, by number, discarded ones included.
  package static func checkIns(_ journal: Journal) throws -> [CheckIn] {
    (try journal.checkIns() + journal.checkIns(discarded: true)).sorted { $0.number < $1.number }
  }

  /// What came of the commands, by their indices.
  package struct Outcome: Sendable {
    package var acknowledged: [Int] = []
    package var errors: [Int: JournalError] = [:]
  }

  /// Runs all commands, whatever fails, and closes the journal. The file system's mark counts the acknowledged ones.
  package func run(on fileSystem: SimulatedFileSystem) -> Outcome {
    var outcome = Outcome()
    guard let journal = try? open(fileSystem) else { return outcome }
    for (index, command) in commands.enumerated() {
      do throws(JournalError) {
        try command.perform(on: journal)
        outcome.acknowledged.append(index)
        fileSystem.mark = outcome.acknowledged.count
      } catch {
        outcome.errors[index] = error
      }
    }
    try? journal.close()
    return outcome
  }

  /// Everything that is wrong with what a journal recovered; empty where nothing is.
  ///
  /// What must hold: acknowledged ⊆ recovered ⊆ attempted, whole commands, in their order; reading changes nothing; the
  /// journal can be written again; a second opening changes nothing; the verification agrees.
  ///
  /// - Parameter attempted: how many of the commands were tried at most.
  package func problems(
    after fileSystem: SimulatedFileSystem, acknowledged: [Int], attempted: Int? = nil
  ) -> [String] {
    CaseCount.add()
    do throws(JournalError) {
      let before = fileSystem.files()
      let recovered = try read(fileSystem)
      var problems = mismatch(recovered, acknowledged: acknowledged, attempted: attempted ?? commands.count)
      if fileSystem.files() != before { problems.append("reading changed the directory") }

      let journal = try open(fileSystem)
      if let reason = journal.readOnlyReason { return problems + ["read-only: \(reason)"] }
      try TrialCommand.create(title: "Final probe").perform(on: journal)
      try journal.close()
      if try read(fileSystem) != recovered + ["created Final probe"] {
        problems.append("the next event does not follow")
      }

      let settled = fileSystem.files()
      let second = try open(fileSystem)
      let sequence = second.sequence
      try second.close()
      if fileSystem.files() != settled { problems.append("a second opening changed the directory") }

      let verification = try Journal.verify(at: Self.path, in: fileSystem)
      problems += verification.problems
      if verification.torn != nil { problems.append("torn bytes are left") }
      if verification.events != recovered.count + 1 || sequence != UInt64(verification.events) {
        problems.append("the verification counts \(verification.events) events, not \(recovered.count + 1)")
      }
      return problems
    } catch {
      return ["thrown: \(error.code) \(error)"]
    }
  }

  /// The events that are there, read without writing; none where there is no journal.
  ///
  /// Check-ins are answered from the snapshot where it can be used, and have to be what the log says.
  package func read(_ fileSystem: SimulatedFileSystem) throws(JournalError) -> [String] {
    do throws(JournalError) {
      let journal = try open(fileSystem, for: .readOnly)
      let log = try journal.replay(TrialEvents.self)
      if UInt64(log.texts.count) != journal.sequence {
        throw JournalError(
          .internalFault, "\(log.texts.count) events were replayed, but \(journal.sequence) were read")
      }
      for checkIn in try journal.checkIns() + journal.checkIns(discarded: true) {
        if log.checkIns[checkIn.number] != TrialCheckIn(checkIn) {
          throw JournalError(.internalFault, "check-in \(checkIn.number) is shown otherwise than the log says")
        }
        if try journal.checkIn(id: checkIn.id)?.number != checkIn.number {
          throw JournalError(.internalFault, "check-in \(checkIn.number) is not found by its identity")
        }
      }
      if journal.lastNumber != log.checkIns.count {
        throw JournalError(.internalFault, "\(journal.lastNumber) check-ins are shown, not \(log.checkIns.count)")
      }
      for (number, session) in log.sessions where try TrialSession(journal.existingSession(number)) != session {
        throw JournalError(.internalFault, "session \(number) is shown otherwise than the log says")
      }
      return log.texts
    } catch {
      if error.code == .notFound { return [] }
      throw error
    }
  }

  /// Compares recovered events with the commands, each there as a whole or not at all.
  private func mismatch(_ recovered: [String], acknowledged: [Int], attempted: Int) -> [String] {
    var problems: [String] = []
    var rest = recovered[...]
    for (index, command) in commands.prefix(attempted).enumerated() {
      if let events = command.events.first(where: rest.starts) {
        rest = rest.dropFirst(events.count)
      } else if acknowledged.contains(index) {
        problems.append("lost, although acknowledged: \(command.events[0])")
      }
    }
    if !rest.isEmpty { problems.append("recovered, although never attempted: \(rest)") }
    return problems
  }
}

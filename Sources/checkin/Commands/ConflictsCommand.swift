import ArgumentParser
import CheckInInterchange
import CheckInJournal

struct ConflictsCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts", _superCommandName: "checkin",
    abstract: "List conflicting edits from your devices",
    discussion: """
      Of a group of devices, those that changed the same field of a check-in while neither knew of the other's change. \
      What the last line of each says is what is shown everywhere; "checkin edit" settles it, also with the value that \
      it has. A check-in that one discarded and another changed stays until it is discarded again, or edited.
      """)

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from journal: ReadableJournal, in session: Session) throws {
    let conflicts = journal.journal?.conflicts() ?? []
    if global.json { return try session.output.array(of: conflicts) { $0.write(to: &$1) } }
    if conflicts.isEmpty { return try session.output.line("No conflicts.") }
    for conflict in conflicts {
      let name = try journal.checkIn(conflict.checkIn)?.shownNumber ?? String(conflict.checkIn)
      try session.output.line("\(name)  \(conflict.field.rawValue)")
      for candidate in conflict.candidates {
        let value = candidate.value.map { Escaping.escaped($0) } ?? session.style.dash
        try session.output.line("  \(candidate.device)/\(candidate.sequence)  \(value)")
      }
    }
  }
}

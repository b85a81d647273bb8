import ArgumentParser
import CheckInInterchange
import CheckInJournal
import CheckInLanguage

struct DiscardCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "discard", _superCommandName: "checkin",
    abstract: "Discard check-ins",
    usage: "checkin discard <id> ... [--yes]",
    discussion: """
      checkin discard 3 5 10-12; one undo brings all of them back. It discards all or none, and "checkin restore" \
      restores them.
      """)

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The check-ins: numbers, ranges such as 10-12, last, or UUIDs.", valueName: "id"))
  var ids: [String] = []

  @Flag(help: "Do not ask.")
  var yes = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let references = try CheckInReference.all(ids)
    if session.isConversation, !yes {
      guard !global.noInput else {
        throw CommandFailure.usage("Discarding asks first, and --no-input was given: say --yes")
      }
      let checkIns = try session.reading { try CheckInReference.find(references, in: $0) }
      guard confirm(checkIns, session: session) else { return session.messages.note("Nothing was discarded.") }
    }

    let today = try session.today
    let (discarded, statistics) = try session.writing(creating: false) { journal in
      let numbers = try CheckInReference.find(references, in: ReadableJournal(journal: journal)).map(\.number)
      return (try journal.discard(numbers), try journal.statistics(today: today))
    }
    try session.answer(discarded, verb: session.style.words("Discarded"), statistics: statistics)
  }

  private func confirm(_ checkIns: [CheckIn], session: Session) -> Bool {
    for checkIn in checkIns { Messages.put(checkIn.line(session.style) + "\n") }
    return session.asks("Discard \(checkIns.count == 1 ? "this check-in" : "these \(checkIns.count) check-ins")?")
  }
}

struct RestoreCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", _superCommandName: "checkin",
    abstract: "Restore discarded check-ins", usage: "checkin restore <id> ...",
    discussion: """
      checkin restore 3 5 10-12; one undo discards all of them again. It restores all or none. Here, last is the \
      newest check-in that is discarded.
      """)

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The check-ins: numbers, ranges such as 10-12, last, or UUIDs.", valueName: "id"))
  var ids: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let references = try CheckInReference.all(ids)
    let today = try session.today
    let (restored, statistics) = try session.writing(creating: false) { journal in
      let checkIns = try CheckInReference.find(
        references, in: ReadableJournal(journal: journal), lastIsDiscarded: true)
      return (try journal.restore(checkIns.map(\.number)), try journal.statistics(today: today))
    }
    let verb = session.style.words("Restored")
    if CheckInReference.isSingle(references), let checkIn = restored.first {
      return try session.answer(checkIn, verb: verb, statistics: statistics)
    }
    try session.answer(restored, verb: verb, statistics: statistics)
  }
}

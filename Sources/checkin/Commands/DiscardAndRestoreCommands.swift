import ArgumentParser
import CheckInInterchange
import CheckInJournal
import CheckInLanguage

struct DiscardCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "discard", abstract: "Discard check-ins, all or none. They can be restored.",
    usage: "checkin discard <id> ... [--yes]")

  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("The check-ins: numbers, last, or UUIDs.", valueName: "id"))
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
      let checkIns = try session.reading { journal in try references.map { try $0.find(in: journal) } }
      guard confirm(checkIns, session: session) else { return session.messages.note("Nothing was discarded.") }
    }

    let today = try session.today
    let (discarded, statistics) = try session.writing(creating: false) { journal in
      let readable = ReadableJournal(journal: journal)
      var numbers: [Int] = []
      for reference in references {
        let number = try reference.find(in: readable).number
        if !numbers.contains(number) { numbers.append(number) }
      }
      return (try journal.discard(numbers), try journal.statistics(today: today))
    }
    if global.json { return try session.output.array(discarded) { $0.write(to: &$1) } }
    let verb = session.style.words("Discarded")
    for checkIn in discarded { try session.output.line("\(verb) \(checkIn.line(session.style))") }
    try session.output.line(statistics.line(session.style))
  }

  private func confirm(_ checkIns: [CheckIn], session: Session) -> Bool {
    for checkIn in checkIns { Messages.put(checkIn.line(session.style) + "\n") }
    return session.asks("Discard \(checkIns.count == 1 ? "this check-in" : "these \(checkIns.count) check-ins")?")
  }
}

struct RestoreCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Bring a discarded check-in back.", usage: "checkin restore <id>",
    discussion: "Here, last is the newest check-in that is discarded.")

  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("The check-in: its number, last, or its UUID.", valueName: "id"))
  var id: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let reference = try CheckInReference(single: id)
    let today = try session.today
    let (checkIn, statistics) = try session.writing(creating: false) { journal in
      let number = try reference.find(in: ReadableJournal(journal: journal), lastIsDiscarded: true).number
      return (try journal.restore(number), try journal.statistics(today: today))
    }
    try session.answer(checkIn, verb: session.style.words("Restored"), statistics: statistics)
  }
}

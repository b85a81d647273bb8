import ArgumentParser
import CheckInJournal

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
    try session.answer(checkIn, verb: "Restored", statistics: statistics)
  }
}

import ArgumentParser
import CheckInInterchange
import CheckInJournal

struct ShowCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one check-in.", usage: "checkin show <id>")

  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("The check-in: its number, last, or its UUID.", valueName: "id"))
  var id: [String] = []

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from journal: ReadableJournal, in session: Session) throws {
    let checkIn = try CheckInReference(single: id).find(in: journal)
    if global.json { return try session.output.document { checkIn.write(to: &$0) } }
    let condition = try checkIn.photo.flatMap { try journal.journal?.condition(of: $0) }
    try session.output.write(checkIn.card(session.style, photoCondition: condition))
  }
}

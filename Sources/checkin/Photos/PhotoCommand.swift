import ArgumentParser
import CheckInJournal

/// The commands for photos, apart from adding a check-in with one.
struct PhotoCommand: ParsableCommand {
  static let name = "photo"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Add, open, export or remove photos",
    discussion: """
      A photo is kept as an upright JPEG of less than 2 MB, without its location and other metadata. The file that it \
      came from stays as it is.
      """,
    subcommands: [
      AttachCommand.self, ClearCommand.self, PhotoOpenCommand.self, PhotoExportCommand.self, SweepCommand.self,
      PurgeCommand.self,
    ])

  /// The names of its subcommands.
  private static var actions: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } }

  func run() throws {
    throw CommandFailure.usage(
      "What is to be done with photos?", hint: "Commands: \(Self.actions.map { "photo \($0)" }.joined(separator: ", "))"
    )
  }
}

struct AttachCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a photo to a check-in",
    usage: "checkin photo add <id> <file>", discussion: "It replaces the photo that the check-in has.",
    aliases: ["attach"])

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "The check-in (its number, last, or its UUID) and the photo's file; - is standard input.", valueName: "id file"),
    completion: .file(extensions: PhotoInput.fileExtensions))
  var words: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let words = words.withoutTerminator
    guard let id = words.first else { throw CheckInReference.missing }
    let reference = try CheckInReference(single: [id])
    guard words.count > 1 else { throw CommandFailure.usage("Which photo? Name its file") }
    guard words.count == 2 else { throw CommandFailure.usage("Only one photo can be attached to a check-in") }
    let today = try session.today
    let input = try PhotoInput(words[1], session: session)
    let (checkIn, isChanged, statistics) = try session.writing(creating: false) { journal in
      let before = try reference.find(in: ReadableJournal(journal: journal))
      let checkIn = try journal.attachPhoto(input.photo, to: before.number)
      return (checkIn, checkIn.sequence != before.sequence, try journal.statistics(today: today))
    }
    if !isChanged { session.messages.note("Nothing to change: the check-in has this photo already.") }
    try session.answer(
      checkIn, verb: isChanged ? "Changed" : "Unchanged", detail: isChanged ? input.words : nil,
      statistics: statistics)
  }
}

struct ClearCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove the photos from check-ins",
    usage: "checkin photo remove <id> ...",
    discussion: """
      It removes all of these photos or none. They stay in the history, and "checkin undo" restores them. To erase \
      their bytes forever, use "checkin photo purge".
      """, aliases: ["clear"])

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The check-ins: numbers, ranges such as 10-12, last, or UUIDs.", valueName: "id"))
  var ids: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let references = try CheckInReference.all(ids)
    let today = try session.today
    let (cleared, statistics) = try session.writing(creating: false) { journal in
      let numbers = try CheckInReference.find(references, in: ReadableJournal(journal: journal)).map(\.number)
      return (try journal.clearPhotos(of: numbers), try journal.statistics(today: today))
    }
    let verb = "Cleared the photo of"
    if CheckInReference.isSingle(references), let checkIn = cleared.first {
      return try session.answer(checkIn, verb: verb, statistics: statistics)
    }
    try session.answer(cleared, verb: verb, statistics: statistics)
  }
}

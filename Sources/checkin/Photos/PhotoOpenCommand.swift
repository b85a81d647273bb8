import ArgumentParser
import CheckInInterchange
import CheckInJournal
import CheckInLanguage

struct PhotoOpenCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Show a check-in's photo in a window",
    usage: "checkin photo open <id>",
    discussion: """
      It opens a copy in TMPDIR, which only you can read, with the program that xdg-open chooses. The copy stays \
      there, because that program may read it later.
      """)

  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("The check-in: its number, last, or its UUID.", valueName: "id"))
  var id: [String] = []

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  var isPaged: Bool { false }

  func answer(from journal: ReadableJournal, in session: Session) throws {
    let (checkIn, photo, jpeg) = try PhotoExportCommand.photo(of: CheckInReference(single: id), in: journal)
    let path = try TemporaryFile(environment: session.environment).create(jpeg, ending: ".jpg")
    guard ChildProcess.run("xdg-open", arguments: [path], isSilent: true) == .ended(0) else {
      TemporaryFile.remove(path)
      throw CommandFailure.inputOutput(
        "The photo could not be opened: xdg-open is missing or failed. "
          + "To save it instead: checkin photo export \(checkIn.shownNumber) photo.jpg")
    }
    guard global.json else {
      return try session.output.line(
        session.style.words(
          "Opened the photo of check-in {number} ({photo})",
          ["number": checkIn.shownNumber, "photo": photo.title(session.style)]))
    }
    try session.output.object { json in
      json["checkIn", qualified: checkIn.name] = checkIn.number
      json["file"] = path
      json["photo"] = photo
    }
  }
}

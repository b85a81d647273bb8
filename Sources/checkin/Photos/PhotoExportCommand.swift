import ArgumentParser
import CheckInInterchange
import CheckInJournal

struct PhotoExportCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a check-in's photo to a file",
    usage: "checkin photo export <id> [<file>] [--force]",
    discussion: """
      Without a file, it writes to standard output. An existing file with other content is replaced only after \
      asking, or with --force.
      """)

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "The check-in (its number, last, or its UUID) and the file (default: standard output, as -).",
      valueName: "id file"),
    completion: .file(extensions: ["jpg", "jpeg"]))
  var words: [String] = []

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  var isPaged: Bool { false }

  func answer(from journal: ReadableJournal, in session: Session) throws {
    let words = words.withoutTerminator
    guard let id = words.first else { throw CheckInReference.missing }
    guard words.count <= 2 else { throw CommandFailure.usage("Only one photo can be exported at a time") }
    let path = try session.outputPath(words.dropFirst().first)
    let (checkIn, photo, jpeg) = try Self.photo(of: CheckInReference(single: [id]), in: journal)
    guard let path else {
      if session.isOutputTerminal {
        throw CommandFailure.usage("A photo is not for a terminal: name a file")
      }
      session.output.purpose = .file
      return try session.output.write(bytes: jpeg)
    }
    guard let replaceable = try session.replaceable(.containing(jpeg), at: path, force: force) else { return }
    try OutputFile.write(jpeg, to: path, replacing: replaceable)
    session.confirmsWork()
    guard !global.json else {
      return try session.output.object { json in
        json["checkIn", qualified: checkIn.name] = checkIn.number
        json["file"] = path
        json["photo"] = photo
      }
    }
    try session.output.line(
      "Exported the photo of check-in \(checkIn.shownNumber) (\(photo.title(session.style))) to "
        + "\(Escaping.escaped(path))")
  }

  /// Returns a check-in with its photo and the photo's bytes.
  ///
  /// Throws a `JournalError` if there is no such check-in, or it has no photo that can be read.
  static func photo(
    of reference: CheckInReference, in journal: ReadableJournal
  ) throws -> (checkIn: CheckIn, photo: Photo, jpeg: [UInt8]) {
    let checkIn = try reference.find(in: journal)
    guard let opened = journal.journal, let photo = checkIn.photo else {
      throw JournalError(.invalidValue, "Check-in \(checkIn.shownNumber) has no photo.")
    }
    guard let jpeg = try opened.photoBytes(of: photo) else {
      throw try failure(for: opened.condition(of: photo), number: checkIn.shownNumber, isOfGroup: opened.showsPeers)
    }
    return (checkIn, photo, jpeg)
  }

  private static func failure(for condition: PhotoCondition, number: String, isOfGroup: Bool) -> JournalError {
    switch condition {
    case .purged: JournalError(.notFound, "The photo of check-in \(number) was purged: its bytes are gone forever.")
    case .damaged:
      JournalError(
        .damaged, "The photo of check-in \(number) is damaged: its content has changed. Restore it from a backup.")
    case .missing where isOfGroup:
      JournalError(
        .damaged,
        "The photo of check-in \(number) is not here. Sync: it comes if the group still has it. Otherwise restore it "
          + "from a backup.")
    case .present, .missing:
      JournalError(.damaged, "The photo of check-in \(number) is missing. Restore it from a backup.")
    }
  }
}

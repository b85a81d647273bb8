import ArgumentParser
import CheckInJournal
import CheckInLanguage

struct AddCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", _superCommandName: "checkin", abstract: "Add a check-in",
    usage: """
      checkin add <type> <title> ... [--at <when>] [--zone <name>] \(DetailOptions.usage) \
      [--photo <file>]
      """,
    discussion: """
      checkin add run Morning 5k --at 07:10 --calories 320 --photo p.heic
      checkin run Morning 5k yesterday 7am

      \(FormValues.typesHint).
      \(TimeExpression.forms).
      Words such as today and monday count from the day that "checkin" calls today. A time at the end of the title is \
      taken as such where it can be nothing else, and then said; put the title in quotes to keep it.
      """)

  @Argument(help: "The type of exercise, in any case.", completion: .list(ExerciseType.selectable.map(\.name)))
  var type: String?

  @Argument(help: "The title: the words after the type.")
  var title: [String] = []

  @Option(parsing: .unconditional, help: ArgumentHelp("When it was (default: now).", valueName: "when"))
  var at: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The time zone it was in, such as Europe/Berlin (default: the one here).", valueName: "name"))
  var zone: String?

  @OptionGroup var details: DetailOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A photo: JPEG, PNG, HEIC or AVIF; - reads standard input. The file stays as it is.", valueName: "file"),
    completion: .file(extensions: PhotoInput.fileExtensions))
  var photo: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Its identity: adding the same UUID again changes nothing.", valueName: "uuid"))
  var id: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    var form = FormValues(session: session)
    var words = [type].compactMap { $0 } + title
    var at = at
    let today = try session.today
    var timeInTitle = at == nil ? TimeExpression.suffix(ofTitle: Array(words.dropFirst()), today: today) : nil
    if let time = timeInTitle, time.isMeant {
      words.removeLast(time.words.count)
      at = time.words.joined(separator: " ")
      timeInTitle = nil
    }
    let (type, title) = form.typeAndTitle(words)
    if words.isEmpty { form.suggest("Write both behind the command: checkin add run Morning 5k") }
    let identifier = form.identifier(id)
    var fields = CheckInFields(
      type: type ?? .unknown, title: title, time: try form.time(at, zone: zone, isOfTitle: self.at == nil),
      location: details.location)
    for quantity in CheckInQuantity.allCases {
      fields[quantity] = form.value(of: quantity, details[.quantity(quantity)])
    }
    fields.notes = try form.notes(details.notes ?? "")
    let draft = Validation.validate(
      CheckInDraft(id: identifier, type: type, fields: fields), now: session.clock.milliseconds)
    if details.notes == "-", photo == "-" { form.refuse("--notes - and --photo - cannot both read standard input") }
    try form.finish(draft.messages)

    // Before anything is written: with a photo that cannot be accepted, nothing is added.
    let photo = try photo.map { try PhotoInput($0, session: session) }
    let (creation, statistics) = try session.writing(creating: true) { journal in
      let creation = try journal.create(draft, photo: photo?.photo)
      return (creation, try journal.statistics(today: today))
    }
    if let timeInTitle { try explain(timeInTitle, leftIn: creation.checkIn, in: session) }
    if creation.isNew, !creation.checkIn.time.isTimeOfDayKnown {
      session.messages.note(
        "The time of day is unknown. To add it: checkin edit \(creation.checkIn.shownNumber) --at 07:00")
    }
    guard creation.isNew else {
      if photo != nil {
        session.messages.note(
          "The photo was not attached, since the check-in was there already; \"checkin photo attach\" does that.")
      }
      return try session.answer(creation.checkIn, verb: session.style.words("Already there:"), statistics: statistics)
    }
    try session.answer(
      creation.checkIn, verb: session.style.words("Added"), detail: photo?.words, statistics: statistics)
  }

  /// Tells the user that words which might mean a time stayed in the title, and which command makes them the time.
  private func explain(_ time: TimeExpression.InTitle, leftIn checkIn: CheckIn, in session: Session) throws {
    let setting = try session.timeSetting
    let forms = try time.forms.map { form in
      let reading = try TimeExpression.read(form).get()
      // The latest such time: an evening that is still to come was yesterday.
      let isToCome = TimeExpression(reading, in: setting).time.instantMilliseconds > setting.now
      return isToCome && reading.day == nil ? "yesterday " + form : form
    }
    let title = title.dropLast(time.words.count).joined(separator: " ")
    let command = "checkin edit \(checkIn.shownNumber)" + (title.isEmpty ? "" : " --title \(title.shellWord)")
    let words = time.words.joined(separator: " ")
    let first = "\(command) --at \(forms[0])"
    if forms.count > 1 {
      session.messages.note("\"\(words)\" is part of the title. To make it the time: \(first), or --at \(forms[1])")
    } else {
      session.messages.note("\"\(words)\" is part of the title. To make it the time: \(first)")
    }
  }
}

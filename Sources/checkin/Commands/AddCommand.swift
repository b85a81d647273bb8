import ArgumentParser
import CheckInJournal
import CheckInLanguage

struct AddCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", _superCommandName: "checkin", abstract: "Add a check-in",
    usage: """
      checkin add <type> <title> ... [--at <when>] [--zone <name>] \(DetailOptions.usage) \
      [--photo <file>] [--yes]
      """,
    discussion: """
      checkin add run Morning 5k --at 07:10 --calories 320 --photo p.heic
      checkin run Morning 5k yesterday 7am
      checkin run River loop 13.1 km 1:05:00

      \(TypeWords.englishList).
      \(TimeExpression.forms).
      Words such as today and monday count from the day that "checkin" calls today. A time and \
      measures at the end of the title, such as 13.1 km 1:05:00 or 640 kcal, are read and reported if they can be \
      nothing else. Put the title in quotes to keep them in it.
      """)

  @Argument(help: "The type of exercise, in any case.", completion: .types)
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

  @Flag(help: "Record doubtful values without asking.")
  var yes = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    var form = FormValues(session: session)
    let words = [type].compactMap { $0 } + title
    let (type, titleWords) = form.typeAndTitle(words)
    if words.isEmpty { form.suggest("Write both behind the command: checkin add run Morning 5k") }
    let title = TitleReading(
      titleWords, type: type, known: details.quantities, isTimeKnown: at != nil, today: try session.today)
    let identifier = form.identifier(id)
    var fields = CheckInFields(
      type: type ?? .unknown, title: title.title.joined(separator: " "),
      time: try form.time(at ?? title.time, zone: zone, isOfTitle: at == nil), location: details.location)
    for measure in title.measures { fields[measure.quantity] = measure.value }
    form.note(title.measures, from: title.wordsOfMeasures)
    for quantity in details.quantities {
      fields[quantity] = form.value(of: quantity, details[.quantity(quantity)])
    }
    fields.notes = try form.notes(details.notes ?? "")
    let draft = Validation.validate(
      CheckInDraft(id: identifier, type: type, fields: fields), now: session.clock.milliseconds)
    if details.notes == "-", photo == "-" { form.refuse("--notes - and --photo - cannot both read standard input") }
    try form.finish(draft.messages)
    guard form.accepts(draft.value, yes: yes) else { return }

    // Before anything is written: with a photo that cannot be accepted, nothing is added.
    let photo = try photo.map { try PhotoInput($0, session: session) }
    try session.add(draft, photo: photo, doubt: title.doubt)
  }
}

extension Session {
  /// Adds a check-in, and reports it.
  ///
  /// - Parameter doubt: The part of the title that may be something else.
  func add(_ draft: Validated<CheckInDraft>, photo: PhotoInput? = nil, doubt: TitleReading.Doubt?) throws {
    let today = try today
    let (creation, statistics) = try writing(creating: true) { journal in
      let creation = try journal.create(draft, photo: photo?.photo)
      return (creation, try journal.statistics(today: today))
    }
    let checkIn = creation.checkIn
    guard creation.isNew else {
      if photo != nil {
        messages.note(
          "The photo was not attached, since the check-in was there already; \"checkin photo attach\" does that.")
      }
      return try answer(checkIn, verb: style.words("Already there:"), statistics: statistics)
    }
    if let doubt { try explain(doubt, leftIn: checkIn) }
    if !checkIn.time.isTimeOfDayKnown {
      messages.note("The time of day is unknown. To add it: checkin edit \(checkIn.shownNumber) --at 07:00")
    }
    try answer(checkIn, verb: style.words("Added"), detail: photo?.words, statistics: statistics)
  }

  /// Tells the user that words which may be a time or a measure stayed in the title, and which command records them.
  private func explain(_ doubt: TitleReading.Doubt, leftIn checkIn: CheckIn) throws {
    let setting = try timeSetting
    let times = try doubt.times.map { form in
      let reading = try TimeExpression.read(form).get()
      // The latest such time: an evening that is still to come was yesterday.
      let isToCome = TimeExpression(reading, in: setting).time.instantMilliseconds > setting.now
      return "--at " + (isToCome && reading.day == nil ? "yesterday " + form : form)
    }
    let options = doubt.measures + times
    let title = doubt.rest.isEmpty ? "" : " --title \(doubt.rest.shellWord)"
    let command = "checkin edit \(checkIn.shownNumber)\(title) \(options[0])"
    messages.note { words in
      let commands = options.dropFirst().reduce(command) {
        words("{command}, or {option}", ["command": $0, "option": $1])
      }
      return words(
        "\"{words}\" is part of the title. To record it instead: {commands}",
        ["words": doubt.words, "commands": commands])
    }
  }
}

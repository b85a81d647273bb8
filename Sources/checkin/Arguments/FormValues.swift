import CheckInJournal
import CheckInLanguage
import FoundationEssentials

/// Reads the values of a form and collects everything that is wrong with them, so that the user sees it all at once.
struct FormValues {
  /// Supplies the present moment, which no check-in may lie after, and the zone that times are read in.
  let session: Session
  private var messages: [Message] = []
  private var hints: [Message] = []
  private(set) var notes: [Message] = []

  init(session: Session) {
    self.session = session
  }

  /// The message about a word that isn't a type; it takes the place of the message that the type is missing.
  private var unknownType: Message?

  /// The type, or `nil` if the word names none that can be chosen.
  mutating func type(_ word: String?) -> ExerciseType? {
    let known = session.typeWords
    if let word {
      if let type = known.type(word) { return type }
      unknownType = TypeWords.unknown(word)
    }
    hints += word.map { known.hints(for: $0) } ?? [known.hint]
    return nil
  }

  /// The type that the words begin with, and the words after its name. The longest name counts: `Strength Training
  /// legs` is Strength Training with the title "legs", and not Strength with "Training legs". Where they begin with
  /// none, the type that the user has set is meant, and all of them are the title.
  mutating func typeAndTitle(_ words: [String]) -> (type: ExerciseType?, title: [String]) {
    let known = session.typeWords
    let counts = (1...TypeWords.maximumWordCount).reversed().filter { $0 <= words.count }
    let named = counts.first { known.type(words.prefix($0).joined(separator: " ")) != nil }
    if named == nil, let usual = session.preferences.defaultType, !words.isEmpty, known.nearest(words[0]).isEmpty {
      return (usual, words)
    }
    let count = named ?? 1
    return (
      type(words.isEmpty ? nil : words.prefix(count).joined(separator: " ")), Array(words.dropFirst(count))
    )
  }

  /// The time of a new check-in; the present moment if none is given, or it is wrong.
  ///
  /// - Parameter isOfTitle: whether the words come from the end of the title, which is then said.
  mutating func time(_ words: String?, zone name: String?, isOfTitle: Bool) throws -> CheckInTime {
    var setting = try session.timeSetting
    if let zone = zone(name) { setting.zone = zone }
    let time = time(words.flatMap { reading($0) } ?? .now, in: setting, isZoneGiven: name != nil)
    if isOfTitle, let words {
      let day = session.style.localization.shortTitle(of: time.day)
      let title = time.isTimeOfDayKnown ? "\(day) \(time.clock)" : day
      notes.append("Read \"\(words)\" as \(title); quote the title to keep it.")
    }
    return time
  }

  /// The new time of a check-in. What the words leave open does not change: the day, the time of day, and the zone.
  ///
  /// - Parameters:
  ///   - reading: `nil` for the same time in another zone.
  ///   - zone: the zone that was named.
  mutating func time(
    _ reading: TimeExpression.Reading?, zone: LocalTimeZone?, of checkIn: CheckIn
  ) throws -> CheckInTime {
    var setting = try session.timeSetting
    let home = setting.zone
    setting.zone = zone ?? LocalTimeZone(of: checkIn.time)
    setting.kept = checkIn.time
    // Of a time that the clock shows twice, keep the one that it is.
    if zone == nil, case .local = reading, case let same = TimeExpression(reading ?? .now, in: setting).time,
      same.localMilliseconds == checkIn.time.localMilliseconds,
      same.isTimeOfDayKnown == checkIn.time.isTimeOfDayKnown
    {
      return checkIn.time
    }
    let time = time(reading ?? .local(day: nil, clock: nil), in: setting, isZoneGiven: zone != nil)
    // A written offset that is not that of the check-in's zone may be that of the local zone.
    if zone == nil, time.timeZone == nil, case .written(let written) = reading, written.offsetMinutes != nil {
      return home.resolve(written).time
    }
    return time
  }

  private mutating func time(
    _ reading: TimeExpression.Reading, in setting: TimeExpression.Setting, isZoneGiven: Bool
  ) -> CheckInTime {
    let spoken = TimeExpression(reading, in: setting)
    notes += spoken.notes
    if case .local(day: nil, clock: _?) = reading, spoken.time.instantMilliseconds > setting.now, setting.kept == nil {
      hints.append("That is still to come: if it was the day before, write --at \"yesterday \(spoken.time.clock)\"")
    }
    if isZoneGiven, spoken.time.timeZone == nil, let name = setting.zone.identifier {
      messages.append("The offset \(spoken.time.offset) is not that of \(name) then: leave one of the two out")
    }
    return spoken.time
  }

  /// Returns the time that words mean. Adds messages and returns `nil` if they can't be read.
  mutating func reading(_ words: String) -> TimeExpression.Reading? {
    switch TimeExpression.read(words) {
    case .success(let reading): return reading
    case .failure(let failure):
      messages += failure.messages
      if let hint = failure.hint { hints.append(hint) }
      return nil
    }
  }

  /// The zone with an IANA name; `nil` if no name is given, or it is unknown.
  mutating func zone(_ name: String?) -> LocalTimeZone? {
    guard let name else { return nil }
    if let zone = LocalTimeZone(identifier: name) { return zone }
    messages.append("There is no time zone \"\(name)\": write an IANA name such as Europe/Berlin")
    return nil
  }

  /// The value of a quantity; `nil` if none is given, or the word is not one.
  mutating func value(of quantity: CheckInQuantity, _ word: String?) -> Int? {
    guard let word else { return nil }
    let isWhole = quantity.row.unit == .kilocalories
    let text = isWhole ? word.collapsed : word
    if let value = quantity.value(text, in: session.style.distanceUnit) {
      if isWhole, value > Validation.maximumEnteredCalories { messages.append(Self.tooManyCalories) }
      return value
    }
    if !isWhole || text.wholeMatch(of: /[-+]?[0-9]+/) == nil {
      messages.append(quantity.row.unreadable)
    } else {
      messages.append(text.hasPrefix("-") ? quantity.row.outOfRange : Self.tooManyCalories)
    }
    return nil
  }

  private static let tooManyCalories: Message = "Calories must be \(Validation.maximumEnteredCalories) or less"

  /// The notes; for `-`, what standard input holds.
  mutating func notes(_ text: String) throws -> String {
    guard text == "-" else { return text }
    if session.global.noInput, session.isInputTerminal {
      throw CommandFailure.usage("--notes - reads standard input, which is a terminal, and --no-input was given")
    }
    let bytes = try Descriptor.readStandardInput(limit: 4 * Validation.maximumNotesBytes)
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    messages.append("Notes must be text in UTF-8")
    return ""
  }

  /// The UUID; `nil` if none is given, or the word is not one.
  mutating func identifier(_ word: String?) -> UUID? {
    guard let word else { return nil }
    if let identifier = UUID(uuidString: word) { return identifier }
    messages.append("\"\(word)\" is not a UUID")
    return nil
  }

  /// Reports a measure at the end of a title.
  mutating func note(_ measures: [TitleMeasures], from words: [String]) {
    guard !measures.isEmpty else { return }
    let values = measures.map { session.style.text($0.value, of: $0.quantity) }.joined(separator: ", ")
    notes.append("Read \"\(words.joined(separator: " "))\" as \(values); quote the title to keep it.")
  }

  /// Reports the doubtful values of a new check-in, and asks on a terminal whether they are meant.
  ///
  /// - Returns: `false` if the user doesn't want to record them.
  func accepts(_ draft: CheckInDraft, yes: Bool) -> Bool {
    let doubts = Validation.doubts(
      about: draft.fields, of: draft.type, at: draft.fields.time, now: session.clock.milliseconds)
    if session.accepts(doubts, yes: yes) { return true }
    session.messages.note("Nothing was added.")
    return false
  }

  /// Adds something that is wrong.
  mutating func refuse(_ message: Message) {
    messages.append(message)
  }

  /// Adds what may help if anything is wrong.
  mutating func suggest(_ hint: Message) {
    hints.append(hint)
  }

  /// Reports what the user should know about how the values were read. Throws as ``check(_:)``.
  func finish(_ validation: [Message]) throws {
    try check(validation)
    for note in notes { session.messages.note(note) }
  }

  /// Throws a `CommandFailure` with status 64 and everything that is wrong, if anything is.
  ///
  /// - Parameter validation: the rules for check-ins that the values break.
  func check(_ validation: [Message]) throws {
    let all = (validation + messages).map { $0 == Validation.typeMissing ? unknownType ?? $0 : $0 }
    guard all.isEmpty else {
      // How the time was read may explain why it is wrong.
      let help = notes + hints
      throw CommandFailure(
        status: JournalError.Code.invalidValue.exitStatus, messages: all,
        hint: help.isEmpty ? nil : help.joined(separator: "\n"))
    }
  }
}

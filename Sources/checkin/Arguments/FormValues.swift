import CheckInJournal
import FoundationEssentials

/// Reads the words of a form and keeps everything that is wrong with them, so that a person sees all of it at once.
struct FormValues {
  /// The moment that a check-in cannot lie after, and the zone its time is read in.
  let session: Session
  private var messages: [String] = []
  private var hints: [String] = []
  private(set) var notes: [String] = []

  init(session: Session) {
    self.session = session
  }

  /// The eight types, for a person who named another one.
  static let typesHint = "Types: " + ExerciseType.selectable.map(\.name).joined(separator: ", ")

  /// The type, or `nil` for a word that names none that can be chosen.
  mutating func type(_ word: String?) -> ExerciseType? {
    if let word, let type = ExerciseType(name: word), type != .unknown { return type }
    hints.append(Self.typesHint)
    return nil
  }

  /// The type that the words begin with, and the words behind its name. The longest name counts: `Strength Training legs`
  /// is Strength Training with the title "legs", and not Strength with "Training legs".
  mutating func typeAndTitle(_ words: [String]) -> (type: ExerciseType?, title: String) {
    let counts = (1...Self.maximumTypeWordCount).reversed().filter { $0 <= words.count }
    let count = counts.first { ExerciseType(name: words.prefix($0).joined(separator: " ")) != nil } ?? 1
    return (
      type(words.isEmpty ? nil : words.prefix(count).joined(separator: " ")),
      words.dropFirst(count).joined(separator: " ")
    )
  }

  private static let maximumTypeWordCount =
    ExerciseType.selectable.map { $0.name.split(separator: " ").count }.max() ?? 1

  /// The time; the present moment where none is given, or where it is wrong.
  mutating func time(_ words: String?) throws -> CheckInTime {
    let present = try session.zone.time(atInstant: session.clock.wholeSecond)
    guard let words else { return present }
    switch SpokenTime.read(words, now: session.clock.wholeSecond, zone: try session.zone) {
    case .success(let spoken):
      notes += spoken.notes
      return spoken.time
    case .failure(let failure):
      messages += failure.messages
      if let hint = failure.hint { hints.append(hint) }
      return present
    }
  }

  /// Kilocalories, or `nil` where none are given or the word is no number.
  mutating func calories(_ word: String?) -> Int? {
    guard let word else { return nil }
    let text = word.collapsed
    if let calories = Int(text) { return calories }
    if text.wholeMatch(of: /[-+]?[0-9]+/) == nil {
      messages.append("Calories must be a whole number")
    } else {
      messages.append(text.hasPrefix("-") ? Validation.caloriesNegative : "Calories must be \(Int.max) or less")
    }
    return nil
  }

  /// The notes; `-` stands for what standard input holds.
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

  /// A UUID, or `nil` where none is given or the word is none.
  mutating func identifier(_ word: String?) -> UUID? {
    guard let word else { return nil }
    if let identifier = UUID(uuidString: word) { return identifier }
    messages.append("\"\(word)\" is not a UUID")
    return nil
  }

  /// Adds something that is wrong.
  mutating func refuse(_ message: String) {
    messages.append(message)
  }

  /// Ends the reading. Throws a `CommandFailure` with status 64 that holds everything that is wrong.
  ///
  /// - Parameter validation: what the rules for check-ins say about the values.
  func finish(_ validation: [String]) throws {
    let all = validation + messages
    guard all.isEmpty else {
      // How the time was read may be why it is wrong.
      let help = notes + hints
      throw CommandFailure(
        status: JournalError.Code.invalidValue.exitStatus, messages: all,
        hint: help.isEmpty ? nil : help.joined(separator: "\n"))
    }
    for note in notes { session.messages.note(note) }
  }
}

public import CheckInJournal

/// The text that a user typed into the form of a set, and its validation.
///
/// ```swift
/// var form = ExerciseSetForm(unit: .kilograms)
/// form.weight = "82,5"
/// form.reps = "many"
/// let messages = form.entry().messages  // Repetitions must be a whole number
/// ```
public struct ExerciseSetForm: Hashable, Sendable {
  /// A field of the form, in the form's order.
  public enum Field: String, CaseIterable, Sendable {
    /// In the order of the form.
    case weight, reps, distance, time, kind, rpe, note
  }

  /// A validation message for one field.
  public struct Problem: Hashable, Sendable {
    /// The field next to which the message is shown.
    public var field: Field
    /// The problem, as a sentence.
    public var message: Message

    /// Creates a message for a field.
    public init(_ field: Field, message: Message) {
      self.field = field
      self.message = message
    }
  }

  /// The unit of a distance.
  public enum DistanceUnit: String, CaseIterable, Sendable {
    /// Shown as `km`.
    case kilometres = "km"
    /// Shown as `m`.
    case metres = "m"
    /// Shown as `mi`.
    case miles = "mi"
  }

  /// The message for an entered text that is not a weight.
  public static let weightNoNumber: Message = "Weight must be a number, with three digits after the point at most"
  /// The message for an entered text that is not a number of repetitions.
  public static let repsNoNumber: Message = "Repetitions must be a whole number"
  /// The message for an entered text that is not a distance.
  public static let distanceNoNumber: Message = "Distance must be a number"
  /// The message for an entered text that is not a duration.
  public static let timeNotUnderstood: Message = "Please enter a time such as 1:30, or seconds"
  /// The message for a chosen value that is not a kind of set.
  public static let kindUnknown: Message = "Please choose what kind of set it was"
  /// The message for an entered text that is not an effort (RPE).
  public static let rpeOutOfRange: Message = "Effort (RPE) must be from 1 to 10, in halves"

  /// As it was entered; empty for none.
  public var weight = ""
  /// The unit of the weight, where it names none.
  public var unit: Weight.Unit
  /// As they were entered; empty for none.
  public var reps = ""
  /// As it was entered; empty for none.
  public var distance = ""
  /// The unit of the distance.
  public var distanceUnit = DistanceUnit.kilometres
  /// As in `1:30` or `1:02:03`; a number alone is seconds.
  public var time = ""
  /// A kind's name.
  public var kind = SetEntry.Kind.normal.name
  /// As it was entered; empty for none.
  public var rpe = ""
  /// As it was entered; empty for none.
  public var note = ""

  /// An empty form.
  public init(unit: Weight.Unit) {
    self.unit = unit
  }

  /// The form of an existing set.
  ///
  /// - Parameter unit: of a weight that is still to come.
  public init(_ entry: SetEntry, unit: Weight.Unit) {
    self.unit = entry.weight?.unit ?? unit
    weight = entry.weight?.number ?? ""
    reps = entry.reps.map(String.init) ?? ""
    // The notation has the words for distances and times.
    if let millimetres = entry.millimetres {
      let text = SetNotation.text(SetEntry(millimetres: millimetres), unit: unit)
      distanceUnit = text.hasSuffix("km") ? .kilometres : .metres
      distance = String(text.dropLast(distanceUnit.rawValue.count))
    }
    time = entry.seconds.map { SetNotation.text(SetEntry(seconds: $0), unit: unit) } ?? ""
    kind = entry.kind.name
    rpe = entry.rpe?.description ?? ""
    note = entry.note
  }

  /// A set as a form describes it.
  public struct Reading: Hashable, Sendable {
    /// The set that was read from the form.
    public var entry: SetEntry
    /// All messages, in the form's order; empty if the form is valid.
    public var messages: [Problem]
  }

  /// The set that the form describes, and everything that is wrong with it in the form's order. Fields that are empty
  /// are left out.
  public func entry() -> Reading {
    var entry = SetEntry(note: Self.lines(note))
    var messages: [Problem] = []
    func read<Value>(_ field: Field, from text: String, problem: Message, _ value: (String) -> Value?) -> Value? {
      let text = text.filter { !$0.isWhitespace }
      guard !text.isEmpty else { return nil }
      let found = value(text)
      if found == nil { messages.append(Problem(field, message: problem)) }
      return found
    }
    entry.weight = read(.weight, from: weight, problem: Self.weightNoNumber) { Weight(Self.decimal($0), unit: unit) }
    entry.reps = read(.reps, from: reps, problem: Self.repsNoNumber) { Int($0) }
    entry.millimetres = read(.distance, from: distance, problem: Self.distanceNoNumber) {
      Self.single(Self.decimal($0) + distanceUnit.rawValue)?.millimetres
    }
    entry.seconds = read(.time, from: time, problem: Self.timeNotUnderstood) { text in
      Self.single(text.allSatisfy(\.isNumber) ? text + "s" : text)?.seconds
    }
    if let kind = SetEntry.Kind.allCases.first(where: { $0.name == kind }) {
      entry.kind = kind
    } else {
      messages.append(Problem(.kind, message: Self.kindUnknown))
    }
    entry.rpe = read(.rpe, from: rpe, problem: Self.rpeOutOfRange) { RPE(Self.decimal($0)) }
    let isUnreadable = !messages.isEmpty
    for message in WorkoutValidation.messages(for: entry) where !(isUnreadable && message == WorkoutValidation.setEmpty)
    {
      messages.append(Self.problem(message))
    }
    let order = Field.allCases
    return Reading(entry: entry, messages: order.flatMap { field in messages.filter { $0.field == field } })
  }

  /// The problem of a message, with the field that it belongs to.
  public static func problem(_ message: Message) -> Problem {
    switch message {
    case WorkoutValidation.weightTooGreat: Problem(.weight, message: message)
    case WorkoutValidation.noteTooLong, WorkoutValidation.noteContainsNull: Problem(.note, message: message)
    case WorkoutValidation.durationWrong: Problem(.time, message: message)
    case WorkoutValidation.distanceWrong: Problem(.distance, message: message)
    default: Problem(.reps, message: message)
    }
  }

  /// A set of the notation, if the text is a single one.
  private static func single(_ text: String) -> SetEntry? {
    guard let entries = try? SetNotation.parse(text, unit: .kilograms), entries.count == 1 else { return nil }
    return entries[0]
  }

  /// With a point, as numbers are read; people write a comma as well.
  private static func decimal(_ text: String) -> String { text.replacing(",", with: ".") }

  /// With the line ends of the journal: browsers send others.
  private static func lines(_ text: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.joined(separator: "\n")
  }
}

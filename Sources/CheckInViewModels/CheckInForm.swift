public import CheckInJournal
package import CheckInLanguage

public import struct FoundationEssentials.UUID

/// The text that a user typed into the form of a check-in, and its validation.
///
/// Typing never discards input: the form keeps the text as entered, and each message belongs to one field.
///
/// ```swift
/// var form = CheckInForm(time: zone.time(atInstant: now))
/// form.type = "Run"
/// form.calories = "many"
/// let messages = form.draft(zone: zone, now: now).messages
/// // Please enter a title; Calories must be a whole number
/// ```
public struct CheckInForm: Hashable, Sendable {
  /// A field of the form.
  public typealias Field = CheckInField

  /// A validation message for one field, in the specification's words.
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

  /// The message for an entered text that is not a date and time.
  public static let timeNotUnderstood: Message = "Please enter a date and time"

  /// The texts as they were entered, by their fields; empty ones are left out.
  private var texts: [CheckInField: String] = [:]

  /// The text of a field as it was entered; empty for none.
  public subscript(field: CheckInField) -> String {
    get { texts[field] ?? "" }
    set { texts[field] = newValue.isEmpty ? nil : newValue }
  }

  /// The name of an exercise type; empty until one is chosen.
  public var type: String {
    get { self[.type] }
    set { self[.type] = newValue }
  }
  /// The title as it was entered.
  public var title: String {
    get { self[.title] }
    set { self[.title] = newValue }
  }
  /// The local date and time, as in `2026-11-21T07:10`.
  public var time: String {
    get { self[.at] }
    set { self[.at] = newValue }
  }
  /// The calories as they were entered.
  public var calories: String {
    get { self[.calories] }
    set { self[.calories] = newValue }
  }
  /// A time such as `45m` or `1:30:00`.
  public var duration: String {
    get { self[.duration] }
    set { self[.duration] = newValue }
  }
  /// A length such as `5km`.
  public var distance: String {
    get { self[.distance] }
    set { self[.distance] = newValue }
  }
  /// The location as it was entered.
  public var location: String {
    get { self[.location] }
    set { self[.location] = newValue }
  }
  /// The notes as they were entered.
  public var notes: String {
    get { self[.notes] }
    set { self[.notes] = newValue }
  }

  /// An empty form.
  public init() {}

  /// The form of a new check-in.
  public init(time: CheckInTime) {
    self.time = Self.text(of: time)
  }

  /// The form of an existing check-in.
  public init(_ checkIn: CheckIn) {
    type = checkIn.type == .unknown ? "" : checkIn.type.name
    title = checkIn.title
    time = Self.text(of: checkIn.time)
    for quantity in CheckInQuantity.allCases {
      self[.quantity(quantity)] = checkIn.fields[quantity].map { quantity.text($0) } ?? ""
    }
    location = checkIn.location ?? ""
    notes = checkIn.notes
  }

  /// The local time without its offset, to the minute: what a browser's field for dates and times holds.
  public static func text(of time: CheckInTime) -> String { String(time.description.prefix(16)) }

  /// The values of the fields, without those that cannot be read, which have messages.
  private struct Values {
    var type: ExerciseType?
    var time: CheckInTime?
    /// The quantities, the title, the location and the notes.
    var fields = CheckInFields.empty
    var messages: [Problem] = []
  }

  private func values(zone: LocalTimeZone) -> Values {
    var values = Values()
    values.type = ExerciseType(name: type).flatMap { $0 == .unknown ? nil : $0 }
    (values.fields.title, values.fields.location, values.fields.notes) = (title, location, notes)
    if let written = WrittenTime(time) {
      values.time = zone.resolve(written).time
    } else {
      values.messages.append(Problem(.at, message: Self.timeNotUnderstood))
    }
    for quantity in CheckInQuantity.allCases {
      let field = Field.quantity(quantity)
      let text = quantity.row.unit == .kilocalories ? self[field].filter { !$0.isWhitespace } : self[field]
      if Validation.trimmed(text).isEmpty { continue }
      values.fields[quantity] = quantity.value(text)
      if values.fields[quantity] == nil { values.messages.append(Problem(field, message: quantity.row.unreadable)) }
    }
    return values
  }

  /// A check-in as a form describes it.
  public struct Draft: Hashable, Sendable {
    /// The check-in that was read from the form, and its validation result.
    public var draft: Validated<CheckInDraft>
    /// All messages, in the form's order; empty if the form is valid.
    public var messages: [Problem]
  }

  /// The changes that a form makes to a check-in.
  public struct Changes: Hashable, Sendable {
    /// The changes that were read from the form, and their validation result.
    public var changes: Validated<CheckInChanges>
    /// All messages, in the form's order; empty if the form is valid.
    public var messages: [Problem]
  }

  /// The check-in that the form describes, or everything that is wrong with it in the form's order.
  ///
  /// - Parameters:
  ///   - id: the identity of the check-in; `nil` lets one be drawn.
  ///   - zone: the zone that local times are read in.
  ///   - now: milliseconds since 1970; a check-in after it is refused.
  public func draft(
    id: UUID? = nil, zone: LocalTimeZone, now: Int64
  ) -> Draft {
    var values = values(zone: zone)
    values.fields.time = values.time ?? zone.time(atInstant: now)
    let draft = Validation.validate(CheckInDraft(id: id, type: values.type, fields: values.fields), now: now)
    return Draft(draft: draft, messages: Self.sorted(values.messages + draft.messages.map(Self.problem)))
  }

  /// Returns the form's changes to a check-in, and all messages in the form's order.
  ///
  /// If the time is still the shown text, it doesn't change, and keeps its seconds and its offset. Any other time is
  /// read in the check-in's recorded time zone, wherever the user is now.
  public func changes(to checkIn: CheckIn, now: Int64) -> Changes {
    let values = values(zone: LocalTimeZone(of: checkIn.time))
    var changes = CheckInChanges(type: values.type, title: title, location: .set(location), notes: notes)
    for quantity in CheckInQuantity.allCases { changes[quantity] = CheckInChanges.Change(values.fields[quantity]) }
    if time != Self.text(of: checkIn.time) { changes.time = values.time }
    let validated = Validation.validate(changes, now: now)
    var messages = values.messages + validated.messages.map(Self.problem)
    if values.type == nil, checkIn.type != .unknown { messages.append(Problem(.type, message: Validation.typeMissing)) }
    return Changes(changes: validated, messages: Self.sorted(messages))
  }

  /// The problem of a message, with the field that it belongs to.
  public static func problem(_ message: Message) -> Problem {
    if let quantity = CheckInQuantity.allCases.first(where: { $0.row.outOfRange == message }) {
      return Problem(.quantity(quantity), message: message)
    }
    return switch message {
    case Validation.typeMissing: Problem(.type, message: message)
    case Validation.dateInFuture, Validation.dateOutOfRange, Validation.timeZoneUnknown: Problem(.at, message: message)
    case Validation.locationTooLong, Validation.locationContainsNull: Problem(.location, message: message)
    case Validation.notesTooLong, Validation.notesContainNull: Problem(.notes, message: message)
    case Validation.photoTooLarge: Problem(.photo, message: message)
    default: Problem(.title, message: message)
    }
  }

  private static func sorted(_ messages: [Problem]) -> [Problem] {
    Field.allCases.flatMap { field in messages.filter { $0.field == field } }
  }
}

extension CheckInField {
  /// The label of the field in a form.
  package var label: Phrase {
    switch self {
    case .type: Phrase("Exercise type")
    case .title: Phrase("Title")
    case .at, .timeZone: Phrase("Date and time")
    case .quantity(let quantity): quantity.label
    case .location: Phrase("Location")
    case .notes: Phrase("Notes")
    case .photo: Phrase("Photo")
    case .discarded: Phrase("Discarded or kept")
    }
  }

  /// The name of the field's input in a form.
  package var inputName: String { self == .at ? "time" : rawValue }
}

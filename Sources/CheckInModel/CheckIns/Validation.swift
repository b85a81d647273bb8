/// The rules that a check-in's fields keep, in the words of the specification.
///
/// Characters are what a reader counts: extended grapheme clusters, after white space at both ends is removed.
///
/// ```swift
/// let draft = Validation.validate(CheckInDraft(type: .run, title: "", time: .now()), now: now)
/// print(draft.messages)  // ["Please enter a title"]
/// ```
public enum Validation {
  /// As a person counts them.
  public static let maximumTitleCharacters = 100
  /// As a person counts them.
  public static let maximumLocationCharacters = 200
  /// A photo is smaller than this.
  public static let photoByteLimit = 2_000_000
  /// A bound on what one grapheme cluster, or one note, may weigh: a title or location in bytes.
  public static let maximumFieldBytes = 16_384
  /// Bytes of UTF-8.
  public static let maximumNotesBytes = 1_048_576

  /// Bytes of UTF-8; the longest IANA name has 32.
  public static let maximumTimeZoneBytes = 64

  /// No kind of exercise is chosen.
  public static let typeMissing: Message = "Please select an exercise type"
  /// The title is empty, or white space.
  public static let titleMissing: Message = "Please enter a title"
  /// See ``maximumTitleCharacters``.
  public static let titleTooLong: Message = "Title must be 100 characters or less"
  /// It is later than the journal's clock says.
  public static let dateInFuture: Message = "Check-in date cannot be in the future"
  /// The days that can be told at every offset; some beside them can be, at some.
  public static let dateOutOfRange: Message = "Check-in date must be between 0001-01-03 and 9999-12-29"
  /// It is nowhere in the IANA database.
  public static let timeZoneUnknown: Message = "The time zone is not one of the IANA names"
  /// See ``maximumLocationCharacters``.
  public static let locationTooLong: Message = "Location must be 200 characters or less"
  /// The JPEG has 2,000,000 bytes or more.
  public static let photoTooLarge: Message = "Photo size must be less than 2MB"
  /// In UTF-8 they have more than a megabyte.
  public static let notesTooLong: Message = "Notes must be 1 MB or less"
  // No program can pass such a text on whole: arguments end with it, and readers of CSV refuse it.
  /// Files and databases could not hold it.
  public static let titleContainsNull: Message = "Title cannot contain a NUL character"
  /// Files and databases could not hold it.
  public static let locationContainsNull: Message = "Location cannot contain a NUL character"
  /// Files and databases could not hold it.
  public static let notesContainNull: Message = "Notes cannot contain a NUL character"

  /// Judges a draft.
  ///
  /// - Parameter now: milliseconds since 1970; a check-in after it is refused.
  public static func validate(_ draft: CheckInDraft, now: Int64) -> Validated<CheckInDraft> {
    let draft = normalized(draft)
    return Validated(draft, messages: messages(for: draft, now: now))
  }

  /// Judges changes.
  ///
  /// - Parameter now: milliseconds since 1970; a check-in after it is refused.
  public static func validate(_ changes: CheckInChanges, now: Int64) -> Validated<CheckInChanges> {
    let changes = normalized(changes)
    return Validated(changes, messages: messages(for: changes, now: now))
  }

  /// The draft with white space removed from both ends of its texts, and an empty location left out.
  package static func normalized(_ draft: CheckInDraft) -> CheckInDraft {
    var draft = draft
    draft.title = trimmed(draft.title)
    draft.location = draft.location.map(trimmed).flatMap { $0.isEmpty ? nil : $0 }
    draft.notes = trimmed(draft.notes)
    return draft
  }

  /// The changes with white space removed from both ends of their texts; setting an empty location clears it.
  package static func normalized(_ changes: CheckInChanges) -> CheckInChanges {
    var changes = changes
    changes.title = changes.title.map(trimmed)
    if case .set(let location) = changes.location {
      let text = trimmed(location)
      changes.location = text.isEmpty ? .clear : .set(text)
    }
    changes.notes = changes.notes.map(trimmed)
    return changes
  }

  /// Everything that is wrong with a normalized draft, in the order of the form; empty where it is valid.
  ///
  /// - Parameter now: milliseconds since 1970; a check-in after it is refused.
  package static func messages(for draft: CheckInDraft, now: Int64) -> [Message] {
    var messages: [Message] = []
    // Unknown stands in files of check-ins from before types were recorded; they can be read back.
    if draft.type == nil { messages.append(typeMissing) }
    messages += titleMessages(draft.title) + timeMessages(draft.time, now: now)
    return messages + optionalMessages(draft.fields)
  }

  /// Everything that is wrong with normalized changes, in the order of the form; empty where they are valid.
  package static func messages(for changes: CheckInChanges, now: Int64) -> [Message] {
    var messages: [Message] = []
    if let title = changes.title { messages += titleMessages(title) }
    if let time = changes.time { messages += timeMessages(time, now: now) }
    return messages + optionalMessages(changes.fields)
  }

  private static func titleMessages(_ title: String) -> [Message] {
    if title.isEmpty { return [titleMissing] }
    return (exceeds(title, characters: maximumTitleCharacters) ? [titleTooLong] : [])
      + (title.utf8.contains(0) ? [titleContainsNull] : [])
  }

  private static func locationMessages(_ location: String?) -> [Message] {
    guard let location else { return [] }
    return (exceeds(location, characters: maximumLocationCharacters) ? [locationTooLong] : [])
      + (location.utf8.contains(0) ? [locationContainsNull] : [])
  }

  private static func notesMessages(_ notes: String) -> [Message] {
    (notes.utf8.count > maximumNotesBytes ? [notesTooLong] : [])
      + (notes.utf8.contains(0) ? [notesContainNull] : [])
  }

  private static func optionalMessages(_ fields: CheckInFields) -> [Message] {
    let wrong = CheckInQuantity.allCases.filter { !$0.row.range.contains(fields[$0] ?? $0.row.range.lowerBound) }
    return wrong.map(\.row.outOfRange) + locationMessages(fields.location) + notesMessages(fields.notes)
  }

  private static func timeMessages(_ time: CheckInTime, now: Int64) -> [Message] {
    // Of a date behind the calendar's end, that it lies in the future is what helps.
    time.instantMilliseconds > now ? [dateInFuture] : rangeMessages(time)
  }

  /// Returns the validation errors of a time, without checking whether it is in the future.
  static func rangeMessages(_ time: CheckInTime) -> [Message] {
    guard CheckInTime.offsetRange.contains(time.offsetMinutes),
      CheckInTime.instantRange.contains(time.instantMilliseconds), (1...9999).contains(time.day.month.year)
    else { return [dateOutOfRange] }
    // Names are looked up where they are entered; what is kept here is only a bound.
    return (time.timeZone ?? "").utf8.count > maximumTimeZoneBytes ? [timeZoneUnknown] : []
  }

  /// A character takes at least one byte, so most texts need no counting.
  static func exceeds(_ text: String, characters: Int) -> Bool {
    text.utf8.count > characters && (text.utf8.count > maximumFieldBytes || text.count > characters)
  }

  /// The text without white space and newlines at both ends.
  package static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last,
      first.properties.isWhitespace || last.properties.isWhitespace
    else { return text }
    guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let end = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[start...end])
  }
}

/// A draft or changes after ``Validation``, and what is wrong with them.
///
/// Only ``Validation`` makes one, so nobody who has one needs to look again.
///
/// ```swift
/// let draft = Validation.validate(CheckInDraft(type: .run, title: " Morning 5k ", time: .now()), now: now)
/// if draft.messages.isEmpty { try journal.create(draft) }
/// print(draft.value.title)  // Morning 5k
/// ```
public struct Validated<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value with white space removed from both ends of its texts.
  public let value: Value
  /// Everything that is wrong with it, in the order of the form; empty if it is valid.
  public let messages: [Message]

  package init(_ value: Value, messages: [Message]) {
    self.value = value
    self.messages = messages
  }
}

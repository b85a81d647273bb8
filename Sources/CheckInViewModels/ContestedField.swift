public import CheckInJournal
public import CheckInLanguage

/// Something that devices have said differently of a check-in, in words, with what can be chosen.
///
/// ```swift
/// for contested in try ContestedField.all(
///   in: journal, zone: zone, today: today, unit: .kilograms, localization: localization)
/// {
///   print(contested.checkIn.title, contested.label, contested.choices.map(\.text))
/// }
/// ```
public struct ContestedField: Hashable, Sendable, Identifiable {
  /// What one device said.
  public struct Choice: Hashable, Sendable {
    /// To settle it with.
    public let candidate: MergeConflict.Candidate
    /// The value in words: `320 kcal`, `nothing`.
    public let text: String
    /// When it was said: `yesterday 18:02`; `nil` where the device's log cannot be read.
    public let recorded: String?
    /// Whether it is what is shown until somebody chooses.
    public let isShown: Bool
  }

  /// What is contested.
  public let conflict: MergeConflict
  /// The check-in as it is shown.
  public let checkIn: CheckIn
  /// `Calories`
  public let label: String
  /// In the order of all events.
  public let choices: [Choice]

  /// A part of an address that names it.
  public var id: String { Self.id(of: conflict.field, ofCheckIn: conflict.checkIn) }

  /// What a person saw, by which a form tells that something else has come since: `laptop/2 phone/3`.
  public var seen: String { conflict.candidates.map(\.reference).joined(separator: " ") }

  /// See ``id``.
  public static func id(of field: MergeConflict.Field, ofCheckIn number: Int) -> String {
    "conflict-\(number)-\(field.rawValue)"
  }

  /// All that is contested, by check-ins; of very much, the first.
  ///
  /// - Parameters:
  ///   - unit: says whether distances are in miles.
  ///   - limit: how many there are at most.
  /// - Throws: what reading the journal throws.
  public static func all(
    in journal: Journal, zone: LocalTimeZone, today: CivilDay, unit: Weight.Unit, localization: Localization,
    limit: Int = 100
  ) throws(JournalError) -> [ContestedField] {
    let conflicts = journal.conflicts().prefix(limit)
    // When each was said is shown where it is known; without it, one can choose all the same.
    let events = (try? journal.events(of: conflicts.flatMap(\.candidates))) ?? [:]
    var fields: [ContestedField] = []
    for conflict in conflicts {
      let checkIn = try journal.existingCheckIn(conflict.checkIn)
      let choices = conflict.candidates.enumerated().map { index, candidate in
        Choice(
          candidate: candidate, text: text(candidate.value, of: conflict.field, unit, localization),
          recorded: events[candidate].map { event in
            let time = zone.time(atInstant: event.recordedAtMilliseconds)
            return "\(localization.relative(time.day, today: today)) \(localization.clock(of: time))"
          },
          isShown: conflict.field == .discarded
            ? candidate.value == String(checkIn.isDiscarded) : index == conflict.candidates.count - 1)
      }
      fields.append(
        ContestedField(
          conflict: conflict, checkIn: checkIn, label: label(of: conflict.field, localization.words),
          choices: choices))
    }
    return fields
  }

  /// What a field is called: `Calories`.
  public static func label(of field: MergeConflict.Field, _ words: Words) -> String {
    words(field.label)
  }

  /// What a device said, in words.
  ///
  /// - Parameter value: as in ``MergeConflict/Candidate``.
  package static func text(
    _ value: String?, of field: MergeConflict.Field, _ unit: Weight.Unit, _ localization: Localization
  ) -> String {
    let words = localization.words
    guard let value, !value.isEmpty else { return words("nothing") }
    switch field {
    case .type: return ExerciseType(name: value).map { localization.name(of: $0) } ?? value
    case .title, .location, .notes: return value
    case .at:
      if let day = CivilDay(value) { return "\(localization.shortTitle(of: day)), \(words("time unknown"))" }
      guard let written = WrittenTime(value), let offset = written.offsetMinutes else { return value }
      let time = CheckInTime(
        instantMilliseconds: written.localMilliseconds - Int64(offset) * 60_000, offsetMinutes: offset)
      return "\(localization.shortTitle(of: time.day)) \(localization.clock(of: time))"
    case .timeZone: return value
    case .quantity(let quantity): return Int(value).map { localization.text($0, of: quantity, like: unit) } ?? value
    case .photo: return words("a photo")
    case .discarded: return value == "true" ? words("discarded") : words("kept and changed")
    }
  }
}

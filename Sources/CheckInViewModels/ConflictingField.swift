public import CheckInJournal
public import CheckInLanguage

/// Something that devices have said differently of a check-in, in words, with what can be chosen.
///
/// ```swift
/// for contested in try ConflictingField.all(
///   in: journal, zone: zone, today: today, unit: .kilograms, localization: localization)
/// {
///   print(contested.checkIn.title, contested.label, contested.choices.map(\.text))
/// }
/// ```
public struct ConflictingField: Hashable, Sendable, Identifiable {
  /// A value that one device recorded for the field, as a choice for the user.
  public struct Choice: Hashable, Sendable {
    /// The candidate to resolve the conflict with.
    public let candidate: MergeConflict.Candidate
    /// The value as readable text: `320 kcal`, `nothing`.
    public let text: String
    /// The time at which the device recorded the value: `yesterday 18:02`; `nil` if its log can't be read.
    public let recorded: String?
    /// A Boolean value that indicates whether the value is shown until the user chooses one.
    public let isShown: Bool
  }

  /// The conflict between the devices' values.
  public let conflict: MergeConflict
  /// The check-in as it is shown.
  public let checkIn: CheckIn
  /// `Calories`
  public let label: String
  /// In the order of all events.
  public let choices: [Choice]

  /// A part of an address that names it.
  public var id: String { Self.id(of: conflict.field, ofCheckIn: conflict.checkIn) }

  /// The references of the candidates: `laptop/2 phone/3`.
  ///
  /// A form contains them as the user saw them, which shows whether the conflict has changed since.
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
  ) throws(JournalError) -> [ConflictingField] {
    let conflicts = journal.conflicts().prefix(limit)
    // When each was said is shown where it is known; without it, one can choose all the same.
    let events = (try? journal.events(of: conflicts.flatMap(\.candidates))) ?? [:]
    var fields: [ConflictingField] = []
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
        ConflictingField(
          conflict: conflict, checkIn: checkIn, label: label(of: conflict.field, localization.words),
          choices: choices))
    }
    return fields
  }

  /// Returns the localised label of a field: `Calories`.
  public static func label(of field: MergeConflict.Field, _ words: Words) -> String {
    words(field.label)
  }

  /// Returns a device's value as readable text.
  ///
  /// - Parameter value: The value as in ``MergeConflict/Candidate``.
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

/// The former name of ``ConflictingField``.
@available(*, deprecated, renamed: "ConflictingField")
public typealias ContestedField = ConflictingField

public import CheckInJournal
public import CheckInLanguage

/// A field that devices wrote differently, as readable text, with the values to choose from.
///
/// ```swift
/// for field in try ConflictingField.all(
///   in: journal, zone: zone, today: today, unit: .kilograms, localization: localization)
/// {
///   print(field.title, field.label, field.choices.map(\.text))
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
    /// The same time; `nil` if its log can't be read.
    public let recordedAt: CheckInTime?
    /// A Boolean value that indicates whether the value is shown until the user chooses one.
    public let isShown: Bool
  }

  /// The conflict between the devices' values.
  public let conflict: MergeConflict
  /// The check-in as it is shown; `nil` for a conflict about workouts.
  public let checkIn: CheckIn?
  /// The title of the check-in, or what the field belongs to: `Session 3, set 1`.
  public let title: String
  /// `Calories`
  public let label: String
  /// In the order of all events.
  public let choices: [Choice]

  /// A part of an address that names it.
  public var id: String { Self.id(of: conflict.field, of: conflict.subject) }

  /// The references of the candidates: `laptop/2 phone/3`.
  ///
  /// A form contains them as the user saw them, which shows whether the conflict has changed since.
  public var seen: String { conflict.candidates.map(\.reference).joined(separator: " ") }

  /// See ``id``.
  public static func id(of field: String, of subject: MergeConflict.Subject) -> String {
    let name: String =
      switch subject {
      case .checkIn(let number): String(number)
      case .exercise(let number), .plan(let number), .session(let number): "\(subject.name)-\(number)"
      case .set(let reference): "set-\(reference.session)-\(reference.number)"
      case .activePlan, .reminder: subject.name
      case .goal(let goal): "goal-\(goal.name)"
      case .dayMark(let day): "day-\(day)"
      }
    return "conflict-\(name)-\(field)"
  }

  /// Returns all conflicts, those of check-ins first.
  ///
  /// - Parameters:
  ///   - unit: The unit of weights.
  ///   - distanceUnit: The unit of distances; `nil` for miles with pounds, and otherwise kilometres.
  ///   - limit: The maximum number of conflicts.
  /// - Throws: what reading the journal throws.
  public static func all(
    in journal: Journal, zone: LocalTimeZone, today: CivilDay, unit: Weight.Unit,
    distanceUnit: DistanceUnit? = nil, localization: Localization, limit: Int = 100
  ) throws(JournalError) -> [ConflictingField] {
    let conflicts = journal.conflicts().prefix(limit)
    // When each was said is shown where it is known; without it, one can choose all the same.
    let events = (try? journal.events(of: conflicts.flatMap(\.candidates))) ?? [:]
    let words = localization.words
    let distanceUnit = distanceUnit ?? DistanceUnit(like: unit)
    var fields: [ConflictingField] = []
    for conflict in conflicts {
      let checkIn: CheckIn? = if let number = conflict.checkIn { try journal.existingCheckIn(number) } else { nil }
      let choices = conflict.candidates.map { candidate in
        let recordedAt = events[candidate].map { zone.time(atInstant: $0.recordedAtMilliseconds) }
        return Choice(
          candidate: candidate, text: text(candidate.value, of: conflict, distanceUnit, localization),
          recorded: recordedAt.map { time in
            "\(localization.relative(time.day, today: today)) \(localization.clock(of: time))"
          },
          recordedAt: recordedAt, isShown: candidate == conflict.shown)
      }
      let title: String =
        if let checkIn { checkIn.title } else { try title(of: conflict, in: journal, localization) }
      fields.append(
        ConflictingField(
          conflict: conflict, checkIn: checkIn, title: title, label: label(of: conflict, words), choices: choices))
    }
    return fields
  }

  private static func title(
    of conflict: MergeConflict, in journal: Journal, _ localization: Localization
  ) throws(JournalError) -> String {
    let words = localization.words
    func named(_ template: String, _ number: Int) -> String {
      words(template, ["number": conflict.name ?? String(number)])
    }
    switch conflict.subject {
    case .checkIn(let number): return named("Check-in {number}", number)
    case .exercise(let number): return try journal.existingExercise(number).name
    case .plan(let number): return try journal.existingPlan(number).name
    case .session(let number): return named("Session {number}", number)
    case .set(let reference):
      return words(
        "Session {session}, set {set}",
        [
          "session": conflict.sessionName ?? String(reference.session),
          "set": conflict.name ?? String(reference.number),
        ])
    case .activePlan: return words("Plans")
    case .reminder: return words("Reminder")
    case .goal(let goal): return words("Goal: {name}", ["name": localization.name(of: goal)])
    case .dayMark(let day): return localization.shortTitle(of: day)
    }
  }

  /// Returns the localised label of a conflict's field: `Calories`.
  public static func label(of conflict: MergeConflict, _ words: Words) -> String {
    if let field = conflict.checkInField { return words(field.label) }
    return labels[conflict.field].map { words($0) } ?? conflict.field
  }

  /// The labels of the fields of workouts, by their names.
  private static let labels: [String: Phrase] = [
    "name": Phrase("Name"), "aliases": Phrase("Other names"), "measures": Phrase("Measured by"),
    "load": Phrase("Weight counts as"), "items": Phrase("Exercises"), "plan": Phrase("Active plan"),
    "start": Phrase("Start"), "end": Phrase("End"), "title": Phrase("Title"), "note": Phrase("Note"),
    "exercise": Phrase("Exercise"), "kind": Phrase("Kind"), "weight": Phrase("Weight"), "reps": Phrase("Repetitions"),
    "seconds": Phrase("Duration"), "millimetres": Phrase("Distance"), "rpe": Phrase("Effort (RPE)"),
    "at": Phrase("Time"), "session": Phrase("Session"), "checkIn": Phrase("Check-in"), "reminder": Phrase("Reminder"),
    "goal": Phrase("Goal"), "mark": Phrase("Mark of the day"), "retired": Phrase("Retired"),
    "discarded": Phrase("Discarded"),
  ]

  /// Returns a device's value as readable text.
  ///
  /// - Parameter value: The value as in ``MergeConflict/Candidate``.
  package static func text(
    _ value: String?, of conflict: MergeConflict, _ unit: DistanceUnit, _ localization: Localization
  ) -> String {
    let words = localization.words
    guard let value, !value.isEmpty else { return words("nothing") }
    guard let field = conflict.checkInField else {
      if conflict.isOfDiscard { return value == "true" ? words("discarded") : words("kept and changed") }
      switch conflict.field {
      case "retired": return value == "true" ? words("retired") : words("offered")
      case "start", "end", "at": return time(value, localization)
      case "seconds": return Int(value).map { localization.text($0, of: .duration, in: unit) } ?? value
      case "millimetres":
        return Int(value).map { localization.text($0 / 1000, of: .distance, in: unit) } ?? value
      default: return value
      }
    }
    switch field {
    case .type: return ExerciseType(name: value).map { localization.name(of: $0) } ?? value
    case .title, .location, .notes, .timeZone: return value
    case .at: return time(value, localization)
    case .quantity(let quantity): return Int(value).map { localization.text($0, of: quantity, in: unit) } ?? value
    case .photo: return words("a photo")
    case .discarded: return value == "true" ? words("discarded") : words("kept and changed")
    }
  }

  private static func time(_ value: String, _ localization: Localization) -> String {
    if let day = CivilDay(value) {
      return "\(localization.shortTitle(of: day)), \(localization.words("time unknown"))"
    }
    guard let written = WrittenTime(value), let offset = written.offsetMinutes else { return value }
    let time = CheckInTime(
      instantMilliseconds: written.localMilliseconds - Int64(offset) * 60_000, offsetMinutes: offset)
    return "\(localization.shortTitle(of: time.day)) \(localization.clock(of: time))"
  }
}

/// The former name of ``ConflictingField``.
@available(*, deprecated, renamed: "ConflictingField")
public typealias ContestedField = ConflictingField

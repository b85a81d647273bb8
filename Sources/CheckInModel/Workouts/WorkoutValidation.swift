/// The rules that exercises, plans, sessions and sets keep.
///
/// Characters are what a reader counts: extended grapheme clusters, after white space at both ends is removed.
///
/// ```swift
/// let mostSets = WorkoutValidation.maximumSetCount
/// ```
public enum WorkoutValidation {
  /// Of exercises and plans, as a person counts them.
  public static let maximumNameCharacters = 100
  /// Of an exercise.
  public static let maximumAliasCount = 20
  /// Of a plan.
  public static let maximumPlanItemCount = 200
  /// Sets of a session, those that were removed included.
  public static let maximumSetCount = 10_000
  /// Bytes of UTF-8 of one note.
  public static let maximumNoteBytes = 16_384

  /// Repetitions in a set.
  public static let repsRange = 1...10_000
  /// Of a set; no one has lifted more.
  public static let maximumWeight = Weight(wholeKilograms: 2000)
  /// Up to eleven days.
  public static let secondsRange = 1...1_000_000
  /// Up to 10,000 kilometres.
  public static let millimetresRange = 1...10_000_000_000
  /// Sets that a plan asks for of one exercise.
  public static let planSetsRange = 1...100
  /// Seconds, up to ten hours.
  public static let restRange = 1...36_000
  /// A to Z.
  public static let supersetRange = 1...26

  /// It is empty, or white space.
  public static let nameMissing: Message = "Please enter a name"
  /// See ``maximumNameCharacters``.
  public static let nameTooLong: Message = "A name must be 100 characters or less"
  /// It could not be told from what stands around it in the text of a plan.
  public static let nameUnwritable: Message = "A name cannot contain \" / \", a line break or a NUL character"
  /// See ``maximumAliasCount``.
  public static let aliasesTooMany: Message = "An exercise can have 20 other names or less"
  /// It has none.
  public static let planEmpty: Message = "A plan needs at least one exercise"
  /// See ``maximumPlanItemCount``.
  public static let planTooLong: Message = "A plan can have 200 items or less"
  /// In UTF-8 it has more than 16 KB.
  public static let noteTooLong: Message = "A note must be 16 KB or less"
  /// Files and databases could not hold it.
  public static let noteContainsNull: Message = "A note cannot contain a NUL character"
  /// It is later than the journal's clock says.
  public static let startInFuture: Message = "A session cannot start in the future"
  /// It is later than the journal's clock says.
  public static let endInFuture: Message = "A session cannot end in the future"
  /// Its end is before its start.
  public static let endBeforeStart: Message = "A session cannot end before it starts"
  /// See ``maximumWeight``.
  public static let weightTooGreat: Message = "A weight must be 2,000 kg or less"
  /// It has neither of them.
  public static let setEmpty: Message = "A set needs repetitions, a duration or a distance"

  /// The draft with white space removed from both ends of its names.
  public static func normalized(_ draft: ExerciseDraft) -> ExerciseDraft {
    var draft = draft
    draft.name = Validation.trimmed(draft.name)
    draft.aliases = normalized(draft.aliases)
    return draft
  }

  /// The changes with white space removed from both ends of their names.
  public static func normalized(_ changes: ExerciseChanges) -> ExerciseChanges {
    var changes = changes
    changes.name = changes.name.map(Validation.trimmed)
    changes.aliases = changes.aliases.map(normalized)
    return changes
  }

  private static func normalized(_ aliases: [String]) -> [String] {
    var seen: Set<String> = []
    return aliases.map(Validation.trimmed).filter { !$0.isEmpty && seen.insert(ExerciseName.folded($0)).inserted }
  }

  /// Everything that is wrong with a normalized draft; empty where it is valid.
  public static func messages(for draft: ExerciseDraft) -> [Message] {
    nameMessages(draft.name) + aliasMessages(draft.aliases)
  }

  /// Everything that is wrong with normalized changes; empty where they are valid.
  public static func messages(for changes: ExerciseChanges) -> [Message] {
    (changes.name.map(nameMessages) ?? []) + (changes.aliases.map(aliasMessages) ?? [])
  }

  /// Everything that is wrong with the name of an exercise, a plan or a session.
  package static func nameMessages(_ name: String) -> [Message] {
    if name.isEmpty { return [nameMissing] }
    return (Validation.exceeds(name, characters: maximumNameCharacters) ? [nameTooLong] : [])
      + (name.contains(" / ") || name.utf8.contains { $0 == 0 || $0 == 10 || $0 == 13 } ? [nameUnwritable] : [])
  }

  private static func aliasMessages(_ aliases: [String]) -> [Message] {
    if aliases.count > maximumAliasCount { return [aliasesTooMany] }
    return aliases.lazy.map(nameMessages).first { !$0.isEmpty } ?? []
  }

  /// Everything that is wrong with a plan, whose exercises are known; empty where it is valid.
  package static func messages(planName name: String?, items: [PlanItem]?) -> [Message] {
    var messages = name.map(nameMessages) ?? []
    if let items {
      if items.isEmpty { messages.append(planEmpty) }
      if items.count > maximumPlanItemCount { messages.append(planTooLong) }
      if let message = items.lazy.compactMap({ self.message(for: $0.prescription) }).first { messages.append(message) }
    }
    return messages
  }

  /// Returns the first fault of a prescription as readable text; `nil` if it is valid.
  static func message(for prescription: Prescription) -> Message? {
    guard planSetsRange.contains(prescription.sets) else { return "The number of sets must be 1 to 100" }
    switch prescription.target {
    case .reps(let range):
      guard repsRange.contains(range.lowerBound), repsRange.contains(range.upperBound) else { return repsWrong }
    case .seconds(let seconds): guard secondsRange.contains(seconds) else { return durationWrong }
    case .millimetres(let distance): guard millimetresRange.contains(distance) else { return distanceWrong }
    }
    if let rest = prescription.restSeconds, !restRange.contains(rest) { return "A rest must be 1 second to 10 hours" }
    if let superset = prescription.superset, !supersetRange.contains(superset) { return "A superset is A to Z" }
    return nil
  }

  static let repsWrong: Message = "Repetitions must be 1 to 10,000"
  package static let durationWrong: Message = "A duration must be 1 second to 11 days"
  package static let distanceWrong: Message = "A distance must be more than nothing and at most 10,000 km"

  /// Everything that is wrong with a set; empty where it is valid.
  public static func messages(for entry: SetEntry) -> [Message] {
    var messages: [Message] = []
    if entry.reps == nil, entry.seconds == nil, entry.millimetres == nil { messages.append(setEmpty) }
    messages += weightMessages(entry.weight)
    if let reps = entry.reps, !repsRange.contains(reps) { messages.append(repsWrong) }
    if let seconds = entry.seconds, !secondsRange.contains(seconds) { messages.append(durationWrong) }
    if let distance = entry.millimetres, !millimetresRange.contains(distance) { messages.append(distanceWrong) }
    return messages + noteMessages(entry.note)
  }

  /// Everything that is wrong with the weight of a set; empty if it is valid.
  package static func weightMessages(_ weight: Weight?) -> [Message] {
    weight?.isHeavier(than: maximumWeight) ?? false ? [weightTooGreat] : []
  }

  /// Everything that is wrong with a normalized draft of a session; empty where it is valid.
  ///
  /// - Parameter now: milliseconds since 1970; a session that starts after it is refused.
  public static func messages(for draft: SessionDraft, now: Int64) -> [Message] {
    nameMessages(draft.title) + startMessages(draft.start, now: now) + noteMessages(draft.note)
  }

  package static func startMessages(_ start: CheckInTime, now: Int64) -> [Message] {
    if start.instantMilliseconds > now { return [startInFuture] }
    return Validation.rangeMessages(start)
  }

  /// Everything that is wrong with an end; empty where it is valid.
  package static func endMessages(_ end: Int64, start: CheckInTime, now: Int64) -> [Message] {
    if end > now { return [endInFuture] }
    return end < start.instantMilliseconds ? [endBeforeStart] : []
  }

  package static func noteMessages(_ note: String) -> [Message] {
    (note.utf8.count > maximumNoteBytes ? [noteTooLong] : []) + (note.utf8.contains(0) ? [noteContainsNull] : [])
  }
}

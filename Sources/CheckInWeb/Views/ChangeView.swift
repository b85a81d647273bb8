import CheckInJournal
import CheckInLanguage

/// Something that was done to the journal, in words: one command's changes to one check-in, or to the workouts.
struct ChangeView {
  /// The change to one field.
  struct Part {
    var name: String
    /// The previous value; `nil` if there was none.
    var from: String?
    /// The new value; `nil` if the name alone describes the change.
    var to: String?
  }

  /// `nil` where there is no picture of it.
  var badge: Badge?
  var title: String
  var href: String?
  /// The description of a change that lists no fields.
  var action: String?
  var parts: [Part] = []
  /// The time and the origin: `18:02, on this page`.
  var detail: String
  /// The sequence number that the journal must still have for it to be undone from here.
  var undo: UInt64?
  /// The workout that it belongs to.
  var session: Int?
  /// Everything that was done in the workout, if this row stands for all of it.
  var steps: Steps?

  /// The changes that one row stands for, the newest first.
  struct Steps {
    /// By which the page remembers that the row is open.
    var stepsID: String
    /// `25 changes`.
    var stepCount: String
    var steps: [Step]
  }

  /// A change within a row.
  struct Step {
    var stepTitle: String
    var stepAction: String?
    var stepParts: [Part]
    var stepDetail: String

    fileprivate init(_ change: ChangeView) {
      (stepTitle, stepAction, stepParts) = (change.title, change.action, change.parts)
      stepDetail = change.detail
    }
  }

  /// Changes of one day.
  struct Day {
    var title: String
    var changes: [ChangeView]
  }
}

/// Makes changes of events: newest first, what belongs together in one, and a large command, such as an import, as one.
/// What was done in a workout on one day is one row.
struct ChangeList {
  /// A command with more events than these is shown as one change.
  private static let shownEventLimit = 12

  private let journal: Journal
  private let localization: Localization
  private let zone: LocalTimeZone
  /// Says whether distances are in miles.
  private let unit: DistanceUnit
  private let weightUnit: Weight.Unit
  private let isLinked: Bool

  /// The changes so far, newest first.
  private(set) var changes: [(change: ChangeView, day: CivilDay)] = []
  /// Of the newest event.
  private var newestSequence: UInt64?
  /// The change that was made last, which older events of its command may belong to.
  private var last: (change: ChangeView, event: Event)?

  private var words: Words { localization.words }

  /// - Parameter isLinked: whether changes lead to the pages of what they concern.
  init(
    _ journal: Journal, localization: Localization, zone: LocalTimeZone, unit: DistanceUnit, weightUnit: Weight.Unit,
    isLinked: Bool = true
  ) {
    self.journal = journal
    self.localization = localization
    self.zone = zone
    self.unit = unit
    self.weightUnit = weightUnit
    self.isLinked = isLinked
  }

  /// Adds changes up to an event, until there are enough of them.
  ///
  /// - Returns: the event before those that were told; 0 where there is none.
  mutating func add(upTo sequence: UInt64, count: Int) throws -> UInt64 {
    defer { finishLast() }
    let step: UInt64 = 64
    var end = sequence
    while end > 0, changes.count < count {
      let start = end > step ? end - step + 1 : 1
      var entries: [AuditEntry] = []
      try journal.audit(from: start, to: end) { entries.append($0) }
      end = try add(entries, from: start, count: count)
    }
    return end
  }

  /// Adds what happened to one check-in.
  mutating func add(_ history: [AuditEntry]) throws {
    for entry in history.reversed() { try add(entry) }
    finishLast()
  }

  /// Adds events, which ascend.
  private mutating func add(_ entries: [AuditEntry], from start: UInt64, count: Int) throws -> UInt64 {
    var rest = entries[...]
    while let entry = rest.last {
      let command = entry.event.command
      if last?.event.command != command { finishLast() }
      // What belongs together stays so.
      if changes.count >= count, last == nil, !continuesLastRow(entry) { return entry.event.sequence }
      if entry.event.sequence - min(command, entry.event.sequence) >= UInt64(Self.shownEventLimit) {
        add(large: entry)
        return command - min(command, 1)
      }
      try add(entry)
      rest.removeLast()
    }
    return start - 1
  }

  private mutating func add(large entry: AuditEntry) {
    let event = entry.event
    let count = Int(event.sequence - event.command) + 1
    var change = ChangeView(
      title: event.origin == .import ? words("Import") : words("Several at once"), detail: detail(event))
    change.action = words.count(count, "{n} change", "{n} changes")
    change.session = Self.session(of: event)
    append(change, event)
  }

  /// `true` if the newest row without room for more is of the workout that an event is of.
  private func continuesLastRow(_ entry: AuditEntry) -> Bool {
    guard let session = Self.session(of: entry.event), let row = changes.last else { return false }
    return row.change.session == session && row.day == day(of: entry.event)
  }

  private static func session(of event: Event) -> Int? {
    guard case .workout(let action) = event.action else { return nil }
    return action.summary.session
  }

  private func day(of event: Event) -> CivilDay { zone.time(atInstant: event.recordedAtMilliseconds).day }

  private mutating func add(_ entry: AuditEntry) throws {
    let event = entry.event
    if newestSequence == nil { newestSequence = event.sequence }
    var told = try told(entry)
    told.session = Self.session(of: event)
    if var last, last.event.command == event.command, last.event.checkIn == event.checkIn || event.checkIn == 0 {
      // Older events come before what is there already.
      last.change.parts = told.parts + last.change.parts
      last.change.action = Self.joined(told.action, and: last.change.action)
      last.change.session = last.change.session ?? told.session
      self.last = last
      return
    }
    finishLast()
    last = (told, event)
  }

  private mutating func finishLast() {
    guard let (change, event) = last else { return }
    last = nil
    append(change, event)
  }

  /// Appends a row, or a step to the row of the same workout on the same day.
  private mutating func append(_ change: ChangeView, _ event: Event) {
    if newestSequence == nil { newestSequence = event.sequence }
    let day = day(of: event)
    guard isLinked, let session = change.session,
      let index = changes.lastIndex(where: { $0.change.session == session && $0.day == day })
    else { return changes.append((change, day)) }
    var row = changes[index].change
    var steps = row.steps?.steps ?? [ChangeView.Step(row)]
    if row.steps == nil {
      // The row is about the workout, and tells what was done in it last.
      row.badge = Badge(.strengthTraining)
      row.action = [row.action == nil ? row.title : nil, row.action].compactMap(\.self).joined(separator: ", ")
      row.title = (try? journal.existingSession(session).title).map(shown) ?? row.title
      row.href = "/sessions/\(session)"
    }
    steps.append(ChangeView.Step(change))
    row.steps = ChangeView.Steps(
      stepsID: "steps-\(session)-\(day)", stepCount: words.count(steps.count, "{n} change", "{n} changes"), steps: steps
    )
    changes[index].change = row
  }

  private static func joined(_ first: String?, and second: String?) -> String? {
    guard let first, let second else { return first ?? second }
    return "\(first), \(second)"
  }

  /// The changes by the days on which they were recorded.
  func days(today: CivilDay) -> [ChangeView.Day] {
    var days: [ChangeView.Day] = []
    var current: CivilDay?
    for (change, day) in changes {
      if day == current {
        days[days.count - 1].changes.append(change)
      } else {
        let title = localization.relative(day, today: today).capitalizedFirst
        days.append(ChangeView.Day(title: title, changes: [change]))
        current = day
      }
    }
    return days
  }

  /// Offers to undo the newest change, as long as the journal ends with it. One of another device is undone there.
  mutating func offerUndo(_ sequence: UInt64) {
    if newestSequence == sequence { changes[0].change.undo = sequence }
  }

  // MARK: In words

  /// - Parameter device: the device of the group that did it, if it is another than this one.
  private func detail(_ event: Event, on device: String? = nil) -> String {
    let time = localization.clock(of: zone.time(atInstant: event.recordedAtMilliseconds))
    let origin: String? =
      switch event.origin {
      case .cli: words("by command")
      case .web: words("on this page")
      case .import: words("by import")
      case .library: words("by another program")
      case .unspecified: nil
      }
    let reversal = event.undoes == nil ? nil : words("to take a change back")
    let place = device.map { words("on {device}", ["device": $0]) }
    return [time, origin, place, reversal].compactMap { $0 }.joined(separator: ", ")
  }

  private mutating func told(_ entry: AuditEntry) throws -> ChangeView {
    let event = entry.event
    var change = ChangeView(title: "", detail: detail(event, on: entry.otherDevice))
    if let checkIn = entry.after, event.checkIn > 0 {
      change.badge = Badge(checkIn)
      change.title = shown(checkIn.title)
      if isLinked { change.href = "/check-ins/\(checkIn.number)" }
    } else if event.checkIn > 0 {
      change.title = words("Check-in {n}", ["n": entry.checkInName ?? String(event.checkIn)])
    }
    switch event.action {
    case .created: change.action = words("checked in")
    case .edited: change.parts = entry.shownChanges.compactMap(part)
    case .photoAttached:
      let isFirst = entry.shownChanges.allSatisfy { $0.from == .none }
      change.action = isFirst ? words("photo added") : words("photo replaced")
    case .photoCleared: change.action = words("photo removed")
    case .discarded: change.action = words("discarded")
    case .restored: change.action = words("restored")
    case .lost: change.action = words("lost with a damaged journal")
    case .seen: change.action = words("news of another device")
    case .workout(let action): try tell(action, names: entry.workoutNames, into: &change)
    case .unknown: change.action = words("changed by a newer version")
    }
    if change.action == nil, change.parts.isEmpty { change.action = words("changed") }
    return change
  }

  private func part(_ change: AuditEntry.Change) -> ChangeView.Part? {
    func text(_ value: AuditEntry.Value) -> String? {
      switch value {
      case .none: nil
      case .number(let number): localization.number(number)
      case .photo: nil
      case .text(let text): text.isEmpty ? nil : shown(text)
      }
    }
    func number(_ value: AuditEntry.Value, of quantity: CheckInQuantity) -> String? {
      guard case .number(let number) = value, quantity.row.unit != .kilocalories else { return text(value) }
      return localization.text(number, of: quantity, in: unit)
    }
    func time(_ value: AuditEntry.Value) -> String? {
      guard case .text(let text) = value else { return nil }
      if let day = CivilDay(text) {
        return "\(localization.shortTitle(of: day)), \(localization.words("time unknown"))"
      }
      guard let written = WrittenTime(text), let offset = written.offsetMinutes else { return nil }
      let time = CheckInTime(
        instantMilliseconds: written.localMilliseconds - Int64(offset) * 60_000, offsetMinutes: offset)
      return "\(localization.shortTitle(of: time.day)) \(localization.clock(of: time))"
    }
    func type(_ value: AuditEntry.Value) -> String? {
      guard case .text(let name) = value else { return nil }
      return ExerciseType(name: name).map { localization.name(of: $0) } ?? name
    }
    switch change.field {
    case .type: return ChangeView.Part(name: words("type"), from: type(change.from), to: type(change.to))
    case .title: return ChangeView.Part(name: words("title"), from: text(change.from), to: text(change.to))
    case .at: return ChangeView.Part(name: words("time"), from: time(change.from), to: time(change.to))
    case .timeZone:
      return ChangeView.Part(name: words("time zone"), from: text(change.from), to: text(change.to) ?? "–")
    case .quantity(let quantity):
      let (from, to) = (number(change.from, of: quantity), number(change.to, of: quantity))
      return ChangeView.Part(name: words(to == nil ? quantity.removed : quantity.changed), from: from, to: to)
    case .location:
      return text(change.to) == nil
        ? ChangeView.Part(name: words("location removed"), from: text(change.from))
        : ChangeView.Part(name: words("location"), from: text(change.from), to: text(change.to))
    case .notes:
      // They can be long, and are on the page of the check-in.
      if text(change.from) == nil { return ChangeView.Part(name: words("notes added")) }
      return ChangeView.Part(name: text(change.to) == nil ? words("notes removed") : words("notes changed"))
    case .photo, .discarded: return nil
    }
  }

  private mutating func tell(
    _ action: WorkoutAction, names: [Int: String], into change: inout ChangeView
  ) throws {
    let summary = action.summary
    if change.title.isEmpty {
      change.badge = Badge(.strengthTraining)
      (change.title, change.href) = subject(of: summary, names: names)
      if !isLinked { change.href = nil }
    }
    change.action = workoutWords[Event.Action.workout(action).name] ?? words("changed")
    if case .setLogged(let new) = action {
      change.action = nil
      if let name = exerciseName(new.exercise) { change.title = name }
      change.parts = [
        ChangeView.Part(name: words("set"), to: localization.description(new.entry, in: weightUnit))
      ]
    }
  }

  /// By the names of the actions.
  private var workoutWords: [String: String] {
    [
      "exerciseDefined": words("exercise defined"), "exerciseEdited": words("exercise changed"),
      "exerciseRetired": words("exercise retired"), "exerciseRestored": words("exercise restored"),
      "planCreated": words("plan written"), "planEdited": words("plan changed"),
      "planActivated": words("active plan changed"), "planDiscarded": words("plan discarded"),
      "planRestored": words("plan restored"), "sessionStarted": words("workout started"),
      "sessionEdited": words("workout changed"), "sessionCompleted": words("workout finished"),
      "sessionReopened": words("workout opened again"), "sessionDiscarded": words("workout discarded"),
      "sessionRestored": words("workout restored"), "setEdited": words("set changed"),
      "setRemoved": words("set removed"), "setRestored": words("set restored"),
      "checkInLinked": words("linked with its workout"),
      "checkInUnlinked": words("not linked with a workout any more"), "reminderSet": words("reminder set"),
      "reminderCleared": words("reminder removed"), "goalSet": words("goal set"), "goalCleared": words("goal removed"),
      "dayMarked": words("day marked"), "dayUnmarked": words("mark of a day removed"),
    ]
  }

  /// Returns the subject of a workout event, and the address of its page.
  ///
  /// - Parameter names: The names, as in ``AuditEntry/workoutNames``.
  private mutating func subject(
    of summary: WorkoutAction.Summary, names: [Int: String]
  ) -> (title: String, href: String?) {
    func called(_ number: Int) -> [String: String] { ["n": names[number] ?? String(number)] }
    if let number = summary.session {
      let title = (try? journal.existingSession(number).title).map(shown) ?? words("Workout {n}", called(number))
      return (title, "/sessions/\(number)")
    }
    if let number = summary.plan {
      let title = (try? journal.existingPlan(number).name).map(shown) ?? words("Plan {n}", called(number))
      return (title, "/plans/\(number)")
    }
    if let number = summary.exercise {
      return (exerciseName(number) ?? words("Exercise {n}", called(number)), "/exercises/\(number)")
    }
    return (summary.text.isEmpty ? words("Workouts") : shown(summary.text), nil)
  }

  private mutating func exerciseName(_ number: Int) -> String? {
    (try? journal.existingExercise(number).name).map(shown)
  }
}

internal import CheckInJournal
internal import Foundation

/// The settings of an import of activities.
struct ActivitySettings {
  /// Milliseconds since 1970; activities after it are rejected.
  var now: Int64
  /// The zone of local times without one; instants are shown in it, too.
  var zone: LocalTimeZone
  var map: ImportMap
  var dryRun: Bool
  var skipInvalid: Bool
  /// `true` if check-ins that the journal has but that are discarded are restored.
  var restoring: Bool
  /// `nil` if photos can't be imported.
  var photoConversion: PhotoConversion?
  var progress: Journal.Progress?
}

/// Gathers the activities of an import as check-ins, and what is to be told about them.
struct ActivityRows {
  /// Columns of the file that nothing is taken from.
  var unusedColumns: [UnusedColumn] = []

  let settings: ActivitySettings
  private let program: String
  private var rows: ImportedRows
  private var photos: [(id: UUID, read: () throws -> [UInt8]?)] = []
  /// In the order in which they came.
  private var counts: [ActivityCount] = []
  private var countIndices: [String: Int] = [:]
  private var dropped: [Message: Int] = [:]
  private var occurrences: [String: Int] = [:]
  private var zones: [String: LocalTimeZone?] = [:]
  private var unknownTimeCount = 0
  private var zonelessTimeCount = 0
  private var doubtfulSpeed: DoubtfulSpeed?
  private var doubtfulSpeedCount = 0

  /// - Parameter program: whose activities they are; part of their identities, and so never changed.
  init(of program: String, _ settings: ActivitySettings) {
    self.program = program
    self.settings = settings
    self.rows = ImportedRows(now: settings.now)
  }

  /// Adds an activity, under the number that people know it by.
  mutating func add(_ activity: Activity, number: Int) {
    if knownType(of: activity.kind) == nil, ActivityNames.isTransition(activity.kind) { return dropTransition() }
    guard let type = type(of: activity) else { return count(activity, as: nil) }
    var problems = activity.problems
    let (id, writtenID) = identity(of: activity)
    var draft = CheckInDraft(
      id: id, type: type, title: title(of: activity, type),
      time: CheckInTime(instantMilliseconds: CheckInTime.instantRange.lowerBound, offsetMinutes: 0),
      location: activity.location.isEmpty ? nil : activity.location, notes: activity.notes)
    var doubtful: DoubtfulTime?
    if let start = activity.start {
      (draft.time, doubtful) = time(of: start, number: number)
    } else if problems.isEmpty {
      problems.append("The time is missing")
    }
    for (quantity, value) in activity.quantities {
      let (whole, range) = (Int(exactly: value.rounded()), quantity.row.range)
      draft[quantity] = whole.flatMap { quantity == .calories || range.contains($0) ? $0 : nil }
      if draft[quantity] != nil { continue }
      switch quantity.row.unit {
      case .kilocalories: problems.append(quantity.row.unreadable)
      case .seconds: drop("durations that are not between \(range.lowerBound) and \(range.upperBound) seconds")
      case .metres: drop("distances that are not between \(range.lowerBound) and \(range.upperBound) metres")
      }
    }
    draft = Validation.normalized(draft)
    fit(&draft)
    let isAdded = rows.add(
      draft, problems: problems, number: number, doubtful: doubtful, isTyped: namedType(of: activity.kind) != nil,
      writtenID: writtenID)
    guard isAdded else { return }
    for reason in activity.dropped { drop(reason) }
    questionSpeed(of: activity, type, number: number)
    if !draft.time.isTimeOfDayKnown { unknownTimeCount += 1 }
    if case .local? = activity.start { zonelessTimeCount += 1 }
    if let photo = activity.photo { photos.append((id, photo)) }
    count(activity, as: type)
  }

  /// Notes an activity whose distance and duration no one reaches.
  private mutating func questionSpeed(of activity: Activity, _ type: ExerciseType, number: Int) {
    guard let metres = activity.quantities[.distance], let seconds = activity.quantities[.duration], metres.isFinite,
      seconds.isFinite,
      !SpeedLimits.allow(metres, in: seconds, of: type)
    else { return }
    doubtfulSpeedCount += 1
    guard doubtfulSpeed == nil else { return }
    // A file can have any number.
    var doubtful = DoubtfulSpeed(
      row: number, type: type, metres: Int(min(metres, 1e12)), seconds: Int(min(seconds, 1e12)))
    if let column = activity.distanceColumn, let size = TableUnit.metres(column.unit) {
      doubtful.plausibleMaps = ["km", "mi", "m"].filter { unit in
        TableUnit.metres(unit).map { SpeedLimits.allow(metres / size * $0, in: seconds, of: type) } ?? false
      }.map { "distance=\(column.name):\($0)" }
    }
    doubtfulSpeed = doubtful
  }

  /// Rejects a row of which nothing can be read.
  mutating func reject(_ messages: [Message], number: Int) { rows.reject(messages, number: number) }

  /// Notes something of the input that is left out.
  mutating func drop(_ reason: Message, count: Int = 1) {
    if count > 0 { dropped[reason, default: 0] += count }
  }

  /// Notes the time between two sports, which is left out.
  mutating func dropTransition() { drop("transitions between two sports") }

  /// Returns `true` if a kind of activity maps to a certain exercise type, or if the user leaves it out.
  func knows(_ kind: String) -> Bool { knownType(of: kind) != nil || settings.map.leavesOut(kind) }

  // MARK: What an activity becomes

  /// Returns `true` if the user leaves out this activity, or all activities of unknown type.
  func leavesOut(_ activity: Activity) -> Bool { type(of: activity) == nil }

  /// `nil` for one that is left out.
  private func type(of activity: Activity) -> ExerciseType? {
    if settings.map.leavesOut(activity.kind) { return nil }
    let type = knownType(of: activity.kind) ?? .unknown
    return type == .unknown && settings.map.leavesOut(type.name) ? nil : type
  }

  private func knownType(of kind: String) -> ExerciseType? {
    namedType(of: kind) ?? ActivityNames.type(of: kind)
  }

  /// The type that the person said such an activity is.
  private func namedType(of kind: String) -> ExerciseType? { settings.map.type(of: kind) ?? everyRowsType }

  /// The type that the person said all activities are.
  private var everyRowsType: ExerciseType? { settings.map.columns[.type].flatMap { ExerciseType(name: $0) } }

  private func title(of activity: Activity, _ type: ExerciseType) -> String {
    if !Validation.trimmed(activity.title).isEmpty { return activity.title }
    return Validation.trimmed(activity.kind).isEmpty ? type.name : activity.kind
  }

  /// Moves what is too long for its field into the notes, whole.
  private mutating func fit(_ draft: inout CheckInDraft) {
    if draft.title.count > Validation.maximumTitleCharacters {
      appendNote(draft.title, to: &draft)
      draft.title = Validation.trimmed(
        String(draft.title.prefix(Validation.maximumTitleCharacters - 1)) + "…")
      drop("titles of more than \(Validation.maximumTitleCharacters) characters, which the notes have whole")
    }
    if let location = draft.location, location.count > Validation.maximumLocationCharacters {
      appendNote(location, to: &draft)
      draft.location = nil
      drop("locations of more than \(Validation.maximumLocationCharacters) characters, which the notes have instead")
    }
  }

  private func appendNote(_ note: String, to draft: inout CheckInDraft) {
    draft.notes += (draft.notes.isEmpty ? "" : "\n") + note
  }

  /// The identity of an activity, and the identity from its very texts, if they are not in their comparable form.
  private mutating func identity(of activity: Activity) -> (id: UUID, written: UUID?) {
    let (kind, text) =
      switch activity.identity {
      case .named(let name): ("activity", name)
      case .content(let content): ("content", content)
      }
    let comparable = text.comparable
    var suffix = ""
    if case .content = activity.identity {
      let count = (occurrences[comparable] ?? 0) + 1
      occurrences[comparable] = count
      if count > 1 { suffix = "#\(count)" }
    }
    func id(_ text: String) -> UUID { UUID(digesting: "\(program) \(kind) \(text)\(suffix)") }
    return (id(comparable), comparable.utf8.elementsEqual(text.utf8) ? nil : id(text))
  }

  private mutating func time(of start: Activity.Start, number: Int) -> (CheckInTime, DoubtfulTime?) {
    let zone = settings.zone
    switch start {
    case .instant(let milliseconds, let name):
      return ((name.flatMap { self.zone(named: $0) } ?? zone).time(atInstant: milliseconds), nil)
    case .written(let local, let offset):
      return (CheckInTime(instantMilliseconds: local - Int64(offset) * 60_000, offsetMinutes: offset), nil)
    case .day(let day):
      var time = day.midnight(in: zone)
      time.isTimeOfDayKnown = false
      return (time, nil)
    case .local(let local):
      let read = zone.resolve(localMilliseconds: local)
      if read.reading == .exact { return (read.time, nil) }
      return (
        read.time, DoubtfulTime(row: number, localMilliseconds: local, time: read.time, reading: read.reading)
      )
    }
  }

  private mutating func zone(named name: String) -> LocalTimeZone? {
    if let known = zones[name] { return known }
    // A file can name any number of zones that there are not.
    if zones.count > 1000 { return nil }
    let zone = WrittenZone.zone(name)
    if zone == nil { drop("time zones that are not known here") }
    zones[name] = .some(zone)
    return zone
  }

  private mutating func count(_ activity: Activity, as type: ExerciseType?) {
    let name = Validation.trimmed(activity.kind)
    if let index = countIndices[name] {
      counts[index].count += 1
    } else {
      countIndices[name] = counts.count
      counts.append(ActivityCount(name: name, type: type, count: 1))
    }
  }

  // MARK: Into the journal

  /// Appends the activities, all or nothing, unless invalid ones are to be skipped.
  func append(into openJournal: (UUID?) throws -> Journal?) throws -> ImportReport {
    var report = try rows.append(
      dryRun: settings.dryRun, skipInvalid: settings.skipInvalid, restoring: settings.restoring,
      progress: settings.progress, into: openJournal
    ) { journal, report in
      let intake = PhotoIntake(conversion: settings.photoConversion, dryRun: settings.dryRun)
      let photos = try photos.map { photo in
        (id: try journal.map { try rows.id(photo.id, in: $0) } ?? photo.id, read: photo.read)
      }
      try intake.attach(photos, to: journal, &report)
    }
    report.isOfActivities = true
    report.activities = counts.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    report.columnsNotImported = unusedColumns
    report.unknownTimeCount = unknownTimeCount
    report.zonelessTimeCount = zonelessTimeCount
    report.doubtfulSpeed = doubtfulSpeed
    report.doubtfulSpeedCount = doubtfulSpeedCount
    report.dropped = dropped.map { DroppedRows(reason: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.reason.text) < ($0.count, $1.reason.text) }
    return report
  }
}

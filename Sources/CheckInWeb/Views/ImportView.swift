import CheckInInterchange
import CheckInJournal
import CheckInLanguage

/// The page that brings check-ins in, and sends them out.
struct ExchangeView {
  struct Format {
    var href: String
    var name: String
    var detail: String
  }

  var layout: PageLayout
  var token: String
  var formats: [Format]
  var problem: String?
}

/// The preview of an import.
struct ImportView {
  struct Sample {
    var badge: Badge
    var title: String
    var detail: String
  }

  struct Row {
    var row: String
    var text: String
  }

  /// Rows that are told one by one.
  private static let shownRowLimit = 50

  var layout: PageLayout
  var token: String
  var name: String
  var summary: String
  /// Further information about the import, one sentence each.
  var notes: [String] = []
  var canImport: Bool
  var confirm: String
  var samples: [Sample]
  var hasSamples: Bool
  /// The types or exercises that another program's activities or exercises become.
  var activities: [String]
  var activitiesTitle: String
  var hasActivities: Bool
  var dropped: [String]
  var hasDropped: Bool
  var rejected: [Row]
  var isRejected: Bool
  /// The number of rejected rows that are not shown, as readable text; `nil` for none.
  var more: String?

  init(_ report: ImportReport, name: String, layout: PageLayout, localization: Localization) {
    let words = localization.words
    func number(_ value: Int) -> [String: String] { ["n": localization.number(value)] }
    self.layout = layout
    self.name = name
    token = layout.token
    isRejected = !report.rejected.isEmpty
    canImport = !isRejected && report.added + report.restored > 0
    if isRejected {
      summary = words.count(
        report.rejected.count, "{n} row cannot be imported, so nothing would be.",
        "{n} rows cannot be imported, so nothing would be.", number(report.rejected.count))
    } else if report.added == 0 {
      summary = words("Nothing would be added: all of it is there already.")
    } else {
      summary =
        report.isOfEvents
        ? words.count(report.added, "{n} change would be added.", "{n} changes would be added.", number(report.added))
        : report.isOfWorkouts
          ? words.count(
            report.added, "{n} workout would be added.", "{n} workouts would be added.", number(report.added))
          : words.count(
            report.added, "{n} check-in would be added.", "{n} check-ins would be added.", number(report.added))
    }
    if !isRejected {
      if report.addedSets > 0 {
        notes.append(
          words.count(report.addedSets, "{n} set in them.", "{n} sets in them.", number(report.addedSets)))
      }
      if report.addedExercises > 0 {
        notes.append(
          words.count(
            report.addedExercises, "{n} exercise is new.", "{n} exercises are new.", number(report.addedExercises)))
      }
      if report.duplicates > 0, report.added > 0 {
        notes.append(
          words.count(
            report.duplicates, "{n} is there already, and stays as it is.",
            "{n} are there already, and stay as they are.", number(report.duplicates)))
      }
      if !report.discarded.isEmpty {
        notes.append(
          words.count(
            report.discarded.count, "{n} of them was discarded, and stays so.",
            "{n} of them were discarded, and stay so.", number(report.discarded.count)))
      }
      if report.photos > 0 {
        notes.append(
          words.count(
            report.photos, "{n} photo comes with them.", "{n} photos come with them.",
            number(report.photos)))
      }
      if report.photosLeftOut > 0 {
        notes.append(
          words.count(
            report.photosLeftOut, "{n} photo is not in the file, and stays out.",
            "{n} photos are not in the file, and stay out.", number(report.photosLeftOut)))
      }
      if report.doubtfulTimeCount > 0 {
        notes.append(
          words.count(
            report.doubtfulTimeCount, "{n} time was skipped by the clock, or comes twice; the first was taken.",
            "{n} times were skipped by the clock, or come twice; the first was taken.",
            number(report.doubtfulTimeCount)))
      }
    }
    if !isRejected, report.unknownTimeCount > 0 {
      notes.append(
        words.count(
          report.unknownTimeCount, "{n} day comes without a time, and is kept as a day whose time is not known.",
          "{n} days come without a time, and are kept as days whose time is not known.",
          number(report.unknownTimeCount)))
    }
    if !isRejected, report.zonelessTimeCount > 0 {
      notes.append(
        words.count(
          report.zonelessTimeCount, "{n} time names no time zone, and is read as one of here.",
          "{n} times name no time zone, and are read as times of here.", number(report.zonelessTimeCount)))
    }
    if let doubtful = report.doubtfulSpeed {
      let values = [
        "n": localization.number(doubtful.row), "type": localization.name(of: doubtful.type),
        "distance": localization.distance(doubtful.metres, in: .kilometres),
        "duration": MeasureText.duration(doubtful.seconds),
      ]
      notes.append(words("Row {n} ({type}): {distance} in {duration} is not a plausible speed.", values))
    }
    if !report.columnsNotImported.isEmpty {
      let columns = report.columnsNotImported.map { column in
        shown(column.name) + (column.values.map { " (\(localization.number($0)))" } ?? "")
      }.joined(separator: ", ")
      notes.append(words("Nothing is taken from these columns: {columns}.", ["columns": columns]))
    }
    confirm = words("Import")
    samples = report.sample.map { sample in
      let when = "\(localization.shortTitle(of: sample.time.day)), \(localization.timeOfDay(of: sample.time))"
      let about =
        sample.type.map { localization.name(of: $0) }
        ?? sample.sets.map { words.count($0, "{n} set", "{n} sets") } ?? ""
      return Sample(
        badge: Badge(sample.type ?? .strengthTraining), title: shown(sample.title), detail: "\(about) · \(when)")
    }
    hasSamples = !samples.isEmpty
    activities = report.activities.map { activity in
      let type = activity.type.map { localization.name(of: $0) } ?? words("left out")
      return "\(activity.name.isEmpty ? "–" : shown(activity.name)) → \(type) (\(localization.number(activity.count)))"
    }
    activities += report.exercises.map { exercise in
      let values = [
        "name": shown(exercise.name), "exercise": shown(exercise.exercise),
        "n": localization.number(exercise.setCount),
      ]
      return exercise.isNew
        ? words.count(
          exercise.setCount, "{name} → {exercise}, new ({n} set)", "{name} → {exercise}, new ({n} sets)", values)
        : words.count(
          exercise.setCount, "{name} → {exercise} ({n} set)", "{name} → {exercise} ({n} sets)", values)
    }
    activitiesTitle = report.isOfWorkouts ? words("What the exercises become") : words("What the activities become")
    hasActivities = !activities.isEmpty
    dropped = report.dropped.map { "\(localization.number($0.count)): \(words($0.reason))" }
    hasDropped = !dropped.isEmpty
    let groups = RepeatedMessages.groups(of: report.rejected, by: \.messages)
    rejected = groups.prefix(Self.shownRowLimit).map { group in
      let rows = ["n": words.list(ofNumbers: group.map(\.row))]
      return Row(
        row: group.count == 1 ? words("Row {n}", rows) : words("Rows {n}", rows),
        text: group[0].messages.map { Escaping.escaped(words($0)) }.joined(separator: "; "))
    }
    let rest = groups.dropFirst(Self.shownRowLimit).reduce(0) { $0 + $1.count }
    if rest > 0 { more = words.count(rest, "and {n} more row", "and {n} more rows", number(rest)) }
  }
}

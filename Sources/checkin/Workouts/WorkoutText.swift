import CheckInInterchange
import CheckInJournal
import CheckInLanguage

extension WorkoutSession {
  /// `5  Push A  Sat 21 Nov 2026 18:00`.
  func line(_ style: Style) -> String { columns(style).map(\.content).joined(separator: "  ") }

  /// The number, the title and the start.
  ///
  /// - Parameter today: The day whose year a narrow table leaves out; `nil` to always show the year.
  func columns(_ style: Style, today: CivilDay? = nil) -> [Column] {
    let time = start.isTimeOfDayKnown ? " " + style.localization.clock(of: start) : ""
    return [
      .number("\(shownNumber)"), .text(style.bold(Escaping.escaped(title))), style.date(day, today: today, time: time),
    ]
  }
}

extension SessionDetails {
  /// `3 sets, 2120 kg, 62 min`.
  func figures(_ style: Style) -> String {
    let words = style.words
    var parts = [words.count(totals.sets, "{n} set", "{n} sets")]
    if !totals.volume.isZero { parts.append(style.weight(kilograms: totals.volume.kilograms)) }
    if let seconds = session.durationSeconds { parts.append(words("{n} min", ["n": String(seconds / 60)])) }
    return parts.joined(separator: ", ")
  }

  /// The columns of a list of sessions.
  func columns(_ style: Style, today: CivilDay? = nil) -> [Column] {
    session.columns(style, today: today) + [.value(figures(style))]
  }

  /// The open session: each exercise with its sets, what the plan asks for, and what was done the last time.
  func card(_ style: Style, journal: Journal) throws -> String {
    let words = style.words
    let labels = (
      plan: words("plan", in: "card"), last: words("last", in: "card"), done: words("done", in: "card"),
      toDo: words("to do", in: "card")
    )
    // The values begin in one column.
    let width = [labels.plan, labels.last, labels.done, labels.toDo].map { DisplayWidth.of($0) }.max() ?? 0
    func row(_ label: String, value: String) -> String {
      "  \(DisplayWidth.padded(label, to: width))  \(value)\n"
    }
    var text = session.line(style) + "\n\n"
    var numbers: [Int] = []
    for number in (plan?.items.map(\.exercise) ?? []) + session.sets.map(\.exercise) where !numbers.contains(number) {
      numbers.append(number)
    }
    for number in numbers {
      text += style.bold(Escaping.escaped(names.exercise(number))) + "\n"
      let planned = plan?.items.filter { $0.exercise == number } ?? []
      if !planned.isEmpty {
        text += row(
          labels.plan, value: planned.map { style.text($0.prescription) }.joined(separator: "  "))
      }
      if let sets = try journal.lastSets(ofExercise: number)?.sets {
        text += row(labels.last, value: sets.map { style.text($0.entry) }.joined(separator: "  "))
      }
      let sets = session.sets.filter { $0.exercise == number }
      text += row(labels.done, value: sets.isEmpty ? style.dash : Self.numbered(sets) { style.text($0) })
      let (count, doneCount) = (
        planned.filter { !$0.prescription.isWarmUp }.reduce(0) { $0 + $1.prescription.sets },
        sets.filter(\.entry.counts).count
      )
      if doneCount < count {
        let left = ["left": String(count - doneCount)]
        text += row(labels.toDo, value: words.count(count, "{left} of {n} set", "{left} of {n} sets", left))
      }
    }
    return text + (numbers.isEmpty ? words("Nothing logged yet.") + "\n" : "") + "\n" + figures(style) + "\n"
  }

  /// A session that is shown for itself.
  func sheet(_ style: Style) -> String {
    let words = style.words
    var text = session.line(style) + "\n" + figures(style) + "\n"
    if let plan {
      text += words("Plan {number}", ["number": plan.shownNumber.description])
      text += "  \(Escaping.escaped(plan.name))\n"
    }
    if let checkIn = session.shownCheckIn {
      text += words("Check-in {number}", ["number": checkIn.description]) + "\n"
    }
    if !session.note.isEmpty { text += Escaping.escaped(session.note, keepingNewlines: true) + "\n" }
    if session.state == .open { text += words("It is open.") + "\n" }
    if session.isDiscarded {
      let command = "checkin session restore \(session.shownNumber)"
      text += words("It is discarded; \"{command}\" brings it back.", ["command": command]) + "\n"
    }
    var start = 0
    while start < session.sets.count {
      let exercise = session.sets[start].exercise
      let end = session.sets[start...].firstIndex { $0.exercise != exercise } ?? session.sets.count
      let sets = session.sets[start..<end]
      let shown = Self.numbered(sets) { style.text($0, isRecorded: true) }
      text += "\(style.bold(Escaping.escaped(names.exercise(exercise))))  \(shown)\n"
      for set in sets where !set.entry.note.isEmpty {
        text += "  #\(set.shownNumber)  \(Escaping.escaped(set.entry.note))\n"
      }
      start = end
    }
    return text
  }

  /// `#1 warm-up 40 kg × 10  #2 80 kg × 10`: the numbers are those that commands take.
  private static func numbered(_ sets: some Sequence<ExerciseSet>, text: (SetEntry) -> String) -> String {
    sets.map { "#\($0.shownNumber) \(text($0.entry))" }.joined(separator: "  ")
  }
}

extension WorkoutPlan {
  /// `3  Push A  2 exercises  active`.
  func line(_ style: Style) -> String { columns(style).map(\.content).joined(separator: "  ") }

  /// The columns of a list of plans.
  func columns(_ style: Style) -> [Column] {
    let words = style.words
    let count = words.count(Set(items.map(\.exercise)).count, "{n} exercise", "{n} exercises")
    var columns: [Column] = [.number("\(shownNumber)"), .text(style.bold(Escaping.escaped(name))), .number(count)]
    if isActive { columns.append(.value(words("active"))) }
    if isDiscarded { columns.append(.value(words("discarded"))) }
    return columns
  }

  /// Its text, as it can be edited.
  func text(_ journal: Journal, in style: Style) throws -> String {
    PlanText.text(try journal.entries(of: self), unit: style.weightUnit).split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .map { Escaping.escaped(String($0)) }.joined(separator: "\n")
  }
}

extension Exercise {
  /// `Bench Press  100 kg × 6  21 Nov 2026  3 sets  last 23 Nov 2026`; the last day only if it is not the record's.
  func recordColumns(_ statistics: ExerciseStatistics, in style: Style, today: CivilDay) -> [Column] {
    let (words, record) = (style.words, statistics.record)
    var columns: [Column] = [
      .text(style.bold(Escaping.escaped(name))),
      .number(record.map { style.text($0, load: load) } ?? words("no record")),
      record.map { style.date($0.day, today: today) } ?? .value(""),
      .number(words.count(statistics.sets, "{n} set", "{n} sets")),
    ]
    if let last = statistics.last, last.day != record?.day {
      columns.append(
        style.date(last.day, today: today) { words("last {day}", ["day": $0]) })
    }
    return columns
  }

  /// Everything about an exercise, and a bar for each of its latest sessions.
  func card(_ statistics: ExerciseStatistics, in style: Style, journal: Journal) throws -> String {
    var text = style.bold(Escaping.escaped(name)) + "\n"
    let (words, localization) = (style.words, style.localization)
    var rows = [(words("Measured by"), "\(measure.name), \(load.name)")]
    if !aliases.isEmpty { rows.append((words("Also"), aliases.map { Escaping.escaped($0) }.joined(separator: ", "))) }
    if let record = statistics.record {
      rows.append((words("Record"), "\(style.text(record, load: load))  \(localization.shortTitle(of: record.day))"))
    }
    if let estimate = statistics.estimatedMaximum {
      let weight = style.weight(kilograms: estimate.kilograms)
      let day = localization.shortTitle(of: estimate.set.day)
      rows.append(
        (words("One repetition"), words("about {weight}  {day} (estimated)", ["weight": weight, "day": day])))
    }
    if let volume = statistics.greatestVolume {
      let weight = style.weight(kilograms: volume.volume.kilograms)
      rows.append((words("Most in a session"), "\(weight)  \(localization.shortTitle(of: volume.day))"))
    }
    let sets = String(statistics.sets)
    rows.append(
      (
        words("Sets"),
        words.count(statistics.sessions, "{sets} in {n} session", "{sets} in {n} sessions", ["sets": sets])
      ))
    if !statistics.bestReps.isEmpty {
      rows.append(
        (
          words("Best at a weight"),
          statistics.bestReps.prefix(8).map { style.text($0, load: load) }.joined(separator: ", ")
        ))
    }
    for (label, value) in rows { text += DisplayWidth.padded(label, to: 19) + value + "\n" }
    return text + (try graph(in: style, journal: journal))
  }

  /// Volume by session, the latest last.
  private func graph(in style: Style, journal: Journal) throws -> String {
    let sessions = try journal.sessions(withExercise: number).prefix(12).reversed()
    let volumes = sessions.map { session in
      session.sets.filter { $0.exercise == number && $0.entry.counts }.reduce(0) { sum, set in
        sum + (set.entry.weight?.kilograms ?? 0) * Double(set.entry.reps ?? 0)
      }
    }
    guard let most = volumes.max(), most > 0 else { return "" }
    var text = "\n"
    for (session, volume) in zip(sessions, volumes) {
      text +=
        DisplayWidth.padded(session.day.description, to: 19) + style.bar(volume / most, width: 24)
        + "  \(style.weight(kilograms: volume))\n"
    }
    return text
  }
}

extension Style {
  /// `Sat 21 Nov 2026 18:00`, with a short form for narrow tables.
  ///
  /// - Parameters:
  ///   - today: The day whose year the short form leaves out; `nil` to always show the year.
  ///   - time: The text after the day.
  ///   - text: The text around the day.
  fileprivate func date(
    _ day: CivilDay, today: CivilDay?, time: String = "", _ text: (String) -> String = { $0 }
  ) -> Column {
    let long = localization.shortTitle(of: day)
    return .date(
      text(long + time), short: text((today.map { localization.shortTitle(of: day, today: $0) } ?? long) + time))
  }

  /// `100 kg × 6`.
  fileprivate func text(_ record: PersonalRecord, load: Exercise.Load) -> String {
    plain(localization.text(record, load: load, in: weightUnit))
  }

  /// `3 × 8–10 · 80 kg · RPE 8`.
  fileprivate func text(_ prescription: Prescription) -> String {
    plain(localization.text(prescription, in: weightUnit))
  }

  /// `80 kg × 8–10, RPE 8`.
  func text(_ next: Journal.NextSet) -> String {
    plain(localization.text(oneOf: next.planned.item.prescription, weight: next.entry.weight, in: weightUnit))
  }

  /// `2120 kg`, with one digit after the point where there is one, in the unit that weights are shown in.
  func weight(kilograms: Double) -> String {
    let amount = weightUnit == .kilograms ? kilograms : kilograms / 0.45359237
    let tenths = Int((amount * 10).rounded())
    let text = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    return "\(localization.decimals(text)) \(weightUnit.symbol)"
  }
}

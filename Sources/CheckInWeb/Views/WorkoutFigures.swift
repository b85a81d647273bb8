import CheckInJournal

/// The figures of workouts, as the pages show them.
struct WorkoutFigures {
  /// The unit that is left out where weights are shown side by side.
  var unit: Weight.Unit

  /// `6,240 kg`, with one digit after the point where there is one.
  static func kilograms(_ kilograms: Double) -> String {
    let tenths = Int((kilograms * 10).rounded())
    return grouped(tenths / 10) + (tenths % 10 == 0 ? "" : ".\(tenths % 10)") + " kg"
  }

  /// `6,240`.
  static func grouped(_ number: Int) -> String {
    let digits = Array(String(abs(number)))
    var text = number < 0 ? "−" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  static func minutes(_ seconds: Int) -> String { "\(grouped(seconds / 60)) min" }

  /// `52 min · 6,240 kg · 18 sets`, without what is not known.
  static func summary(_ totals: TrainingTotals, seconds: Int?) -> String {
    var parts = seconds.map { [minutes($0)] } ?? []
    if !totals.volume.isZero { parts.append(kilograms(totals.volume.kilograms)) }
    parts.append(pluralized(totals.sets, "set"))
    return parts.joined(separator: " · ")
  }

  /// `90 × 8`, `185lb × 5`, `12 reps`, `5km in 25:00`: what was done, without kind, effort and note.
  func text(_ entry: SetEntry) -> String {
    if entry.weight == nil, entry.millimetres == nil, entry.seconds == nil, let reps = entry.reps {
      return pluralized(reps, "rep")
    }
    let bare = SetEntry(
      weight: entry.weight, reps: entry.reps, seconds: entry.seconds, millimetres: entry.millimetres)
    let isPace = entry.millimetres != nil && entry.seconds != nil && entry.weight == nil && entry.reps == nil
    return SetNotation.text(bare, unit: unit).replacing("x", with: isPace ? " in " : " × ")
  }

  /// What was done, with kind and effort: `warm-up 40 × 10`, `90 × 8, RPE 8.5`.
  func words(_ entry: SetEntry) -> String {
    let kind = entry.kind == .normal ? "" : entry.kind.label.lowercased() + " "
    return kind + text(entry) + (entry.rpe.map { ", RPE \($0)" } ?? "")
  }

  /// `3 × 8–10 · 80kg · RPE 8`.
  func text(_ prescription: Prescription) -> String {
    let target =
      switch prescription.target {
      case .reps(let range):
        range.count == 1 ? String(range.lowerBound) : "\(range.lowerBound)–\(range.upperBound)"
      case .seconds(let seconds): text(SetEntry(seconds: seconds))
      case .millimetres(let distance): text(SetEntry(millimetres: distance))
      }
    var parts = ["\(prescription.isWarmUp ? "Warm-up " : "")\(prescription.sets) × \(target)"]
    if let weight = prescription.weight { parts.append(weight.description) }
    if let rpe = prescription.rpe { parts.append("RPE \(rpe)") }
    return parts.joined(separator: " · ")
  }

  /// `2:00`.
  static func duration(_ seconds: Int) -> String { SetNotation.text(SetEntry(seconds: seconds), unit: .kilograms) }
}

extension SetEntry.Kind {
  var label: String {
    switch self {
    case .normal: "Normal"
    case .warmUp: "Warm-up"
    case .drop: "Drop set"
    case .failure: "To failure"
    }
  }

  /// What is shown in place of a set's number; `nil` for sets that are numbered.
  var letter: String? {
    switch self {
    case .normal: nil
    case .warmUp: "W"
    case .drop: "D"
    case .failure: "F"
    }
  }
}

extension Exercise.Measure {
  var label: String {
    switch self {
    case .weightAndReps: "Weight and repetitions"
    case .reps: "Repetitions"
    case .duration: "Duration"
    case .distance: "Distance"
    case .distanceAndDuration: "Distance and duration"
    }
  }
}

extension Exercise.Load {
  var label: String {
    switch self {
    case .external: "The weight is what is lifted"
    case .bodyweight: "The body; a weight comes on top"
    case .assisted: "The weight helps: less is better"
    }
  }
}

/// A value of a field to choose from.
struct Choice {
  var value: String
  var label: String
  var isChosen: Bool
}

extension JournalError {
  /// The messages without remedies that are commands: a page has buttons for them.
  var pageMessages: [String] {
    messages.map { message in
      guard message.contains("'checkin ") else { return message }
      let sentences = message.split(separator: ". ").map { sentence in
        sentence.split(separator: "; ").filter { !$0.contains("'checkin ") }.joined(separator: "; ")
      }
      let text = sentences.filter { !$0.isEmpty }.joined(separator: ". ")
      return text.hasSuffix(".") ? text : text + "."
    }
  }
}

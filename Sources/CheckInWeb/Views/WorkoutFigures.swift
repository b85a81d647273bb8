import CheckInJournal
import CheckInLanguage

/// The figures of workouts, as the pages show them. What belongs together does not break over a line.
struct WorkoutFigures {
  /// The unit that sums are in, and that is left out where weights are shown side by side.
  var unit: Weight.Unit
  var localization: Localization

  private static let space = "\u{A0}"
  private static let times = "\u{A0}×\u{A0}"

  private var words: Words { localization.words }

  /// Kilograms in the unit that sums are in.
  func amount(kilograms: Double) -> Double { unit == .kilograms ? kilograms : kilograms / 0.45359237 }

  /// `6,240 kg`, with one digit after the point where there is one.
  func sum(kilograms: Double) -> String {
    let tenths = Int((amount(kilograms: kilograms) * 10).rounded())
    return localization.decimal("\(tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)"))
      + Self.space + unit.symbol
  }

  func minutes(_ seconds: Int) -> String {
    words("{n} min", ["n": localization.number(seconds / 60)]).replacing(" ", with: Self.space)
  }

  func sets(_ count: Int) -> String {
    words.count(count, "{n} set", "{n} sets").replacing(" ", with: Self.space)
  }

  func exercises(_ count: Int) -> String { words.count(count, "{n} exercise", "{n} exercises") }

  /// `52 min · 6,240 kg · 18 sets`, without what is not known.
  func summary(_ totals: TrainingTotals, seconds: Int?) -> String {
    var parts = seconds.map { [minutes($0)] } ?? []
    if !totals.volume.isZero { parts.append(sum(kilograms: totals.volume.kilograms)) }
    parts.append(sets(totals.sets))
    return parts.joined(separator: " · ")
  }

  /// `82.5 kg`.
  func text(_ weight: Weight) -> String { localization.decimal(weight.number) + Self.space + weight.unit.symbol }

  /// `2:00`.
  func duration(_ seconds: Int) -> String { SetNotation.text(SetEntry(seconds: seconds), unit: unit) }

  /// `5 km`.
  private func distance(_ millimetres: Int) -> String {
    let text = SetNotation.text(SetEntry(millimetres: millimetres), unit: unit)
    let number = text.prefix { !$0.isLetter }
    return localization.decimal(String(number)) + Self.space + text.dropFirst(number.count)
  }

  /// `90 × 8`, `185 lb × 5`, `12 reps`, `5 km in 25:00`: what was done, without kind, effort and note.
  func text(_ entry: SetEntry) -> String {
    let weight = entry.weight.map { $0.unit == unit ? localization.decimal($0.number) : text($0) }
    return text(weight: weight, reps: entry.reps, seconds: entry.seconds, millimetres: entry.millimetres)
  }

  /// `100.0 kg × 6`; `+20.0 kg × 6` where the weight comes on top of the body's, `−20.0 kg × 6` where it helps.
  func text(_ record: PersonalRecord, load: Exercise.Load) -> String {
    let weight = record.weight.map { weight in
      let number = weight.number.contains(".") ? weight.number : weight.number + ".0"
      let sign =
        switch load {
        case .external: ""
        case .bodyweight: "+"
        case .assisted: "−"
        }
      return sign + localization.decimal(number) + Self.space + weight.unit.symbol
    }
    return text(weight: weight, reps: record.reps, seconds: record.seconds, millimetres: record.millimetres)
  }

  private func text(weight: String?, reps: Int?, seconds: Int?, millimetres: Int?) -> String {
    var parts = weight.map { [$0] } ?? []
    if let millimetres {
      let distance = distance(millimetres)
      if let seconds, weight == nil, reps == nil {
        return words("{distance} in {time}", ["distance": distance, "time": duration(seconds)])
      }
      parts.append(distance)
    }
    if let reps {
      parts.append(parts.isEmpty ? words.count(reps, "{n} rep", "{n} reps") : localization.number(reps))
    }
    if let seconds { parts.append(duration(seconds)) }
    return parts.joined(separator: Self.times)
  }

  /// Returns the text of a set with its kind and effort: `warm-up 40 × 10`, `90 × 8, RPE 8.5`.
  func description(_ entry: SetEntry) -> String {
    let done =
      switch entry.kind {
      case .normal: text(entry)
      case .warmUp: words("warm-up {set}", ["set": text(entry)])
      case .drop: words("drop set {set}", ["set": text(entry)])
      case .failure: words("to failure {set}", ["set": text(entry)])
      }
    return entry.rpe.map { words("{set}, RPE {rpe}", ["set": done, "rpe": text($0)]) } ?? done
  }

  /// Returns the text of a set with its effort: `90 × 8 @8.5`.
  func short(_ entry: SetEntry) -> String { text(entry) + (entry.rpe.map { " @\(text($0))" } ?? "") }

  private func text(_ rpe: RPE) -> String { localization.decimal(rpe.description) }

  /// `3 × 8–10 · 80 kg · RPE 8`.
  func text(_ prescription: Prescription) -> String {
    let target =
      switch prescription.target {
      case .reps(let range):
        range.count == 1 ? String(range.lowerBound) : "\(range.lowerBound)–\(range.upperBound)"
      case .seconds(let seconds): duration(seconds)
      case .millimetres(let millimetres): distance(millimetres)
      }
    let sets = "\(prescription.sets)\(Self.times)\(target)"
    var parts = [prescription.isWarmUp ? words("Warm-up {sets}", ["sets": sets]) : sets]
    if let weight = prescription.weight { parts.append(text(weight)) }
    if let rpe = prescription.rpe { parts.append("RPE\(Self.space)\(text(rpe))") }
    return parts.joined(separator: " · ")
  }
}

extension SetEntry.Kind {
  func label(_ words: Words) -> String {
    switch self {
    case .normal: words("Normal")
    case .warmUp: words("Warm-up")
    case .drop: words("Drop set")
    case .failure: words("To failure")
    }
  }

  /// Returns the letter that replaces a set's number; `nil` if sets of the kind are numbered.
  func letter(_ words: Words) -> String? {
    switch self {
    case .normal: nil
    case .warmUp: words("W")
    case .drop: words("D")
    case .failure: words("F")
    }
  }
}

extension Exercise.Measure {
  func label(_ words: Words) -> String {
    switch self {
    case .weightAndReps: words("Weight and repetitions")
    case .reps: words("Repetitions")
    case .duration: words("Duration")
    case .distance: words("Distance")
    case .distanceAndDuration: words("Distance and duration")
    }
  }
}

extension Exercise.Load {
  func label(_ words: Words) -> String {
    switch self {
    case .external: words("The weight is what is lifted")
    case .bodyweight: words("The body; a weight comes on top")
    case .assisted: words("The weight helps: less is better")
    }
  }
}

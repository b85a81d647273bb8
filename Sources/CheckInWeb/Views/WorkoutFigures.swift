import CheckInJournal
import CheckInLanguage

/// The figures of workouts, as the pages show them. What belongs together does not break over a line.
struct WorkoutFigures {
  /// The unit that weights are shown in.
  var unit: Weight.Unit
  var localization: Localization

  private static let space = "\u{A0}"

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
  func text(_ weight: Weight) -> String { localization.text(weight, in: unit) }

  /// `2:00`.
  func duration(_ seconds: Int) -> String { SetNotation.text(SetEntry(seconds: seconds), unit: unit) }

  /// `90 kg × 8`, `12 reps`, `5 km in 25:00`: what was done, without kind, effort and note.
  func text(_ entry: SetEntry) -> String { localization.text(entry, in: unit) }

  /// `100 kg × 6`; `+20 kg × 6` where the weight comes on top of the body's, `−20 kg × 6` where it helps.
  func text(_ record: PersonalRecord, load: Exercise.Load) -> String {
    localization.text(record, load: load, in: unit)
  }

  /// Returns the text of a set with its kind and effort: `warm-up 40 kg × 10`, `90 kg × 8, RPE 8.5`.
  ///
  /// - Parameter isRecorded: `true` to show the weight in the unit that it was recorded in.
  func description(_ entry: SetEntry, isRecorded: Bool = false) -> String {
    localization.description(entry, in: isRecorded ? nil : unit)
  }

  /// Returns the text of a set with its effort: `90 kg × 8 @8.5`.
  ///
  /// - Parameter isRecorded: As in ``description(_:isRecorded:)``.
  func short(_ entry: SetEntry, isRecorded: Bool = false) -> String {
    localization.text(entry, in: isRecorded ? nil : unit)
      + (entry.rpe.map { " @\(localization.decimal($0.description))" } ?? "")
  }

  /// `3 × 8–10 · 80 kg · RPE 8`.
  func text(_ prescription: Prescription) -> String { localization.text(prescription, in: unit) }
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

package import CheckInJournal

/// Sets and weights as the command and the page show them: `80 kg × 10`. A line breaks only before the `×`:
/// a narrow table has no room for all of it.
extension Localization {
  private static let space = "\u{A0}"
  private static let times = " ×\u{A0}"

  /// `82.5 kg`.
  ///
  /// - Parameter unit: The unit that the weight is shown in; `nil` for the one that it was recorded in. A converted
  ///   weight is rounded to tenths.
  package func text(_ weight: Weight, in unit: Weight.Unit?) -> String {
    let unit = unit ?? weight.unit
    return decimal(weight.number(in: unit)) + Self.space + unit.symbol
  }

  /// `80 kg × 10`, `12 reps`, `5 km in 25:00`: without kind, effort and note.
  ///
  /// - Parameter unit: As in ``text(_:in:)``.
  package func text(_ entry: SetEntry, in unit: Weight.Unit?) -> String {
    text(
      weight: entry.weight.map { text($0, in: unit) }, reps: entry.reps.map { $0...$0 }, seconds: entry.seconds,
      millimetres: entry.millimetres)
  }

  /// `100 kg × 6`; `+20 kg × 6` if the weight comes on top of the body's, `−20 kg × 6` if it helps.
  ///
  /// - Parameter unit: As in ``text(_:in:)``.
  package func text(_ record: PersonalRecord, load: Exercise.Load, in unit: Weight.Unit?) -> String {
    let sign =
      switch load {
      case .external: ""
      case .bodyweight: "+"
      case .assisted: "−"
      }
    return text(
      weight: record.weight.map { sign + text($0, in: unit) }, reps: record.reps.map { $0...$0 },
      seconds: record.seconds, millimetres: record.millimetres)
  }

  /// `warm-up 40 kg × 10`, `90 kg × 8, RPE 8.5`.
  ///
  /// - Parameter unit: As in ``text(_:in:)``.
  package func description(_ entry: SetEntry, in unit: Weight.Unit?) -> String {
    let done = text(entry, in: unit)
    let set =
      switch entry.kind {
      case .normal: done
      case .warmUp: words("warm-up {set}", ["set": done])
      case .drop: words("drop set {set}", ["set": done])
      case .failure: words("to failure {set}", ["set": done])
      }
    return entry.rpe.map { words("{set}, RPE {rpe}", ["set": set, "rpe": decimal($0.description)]) } ?? set
  }

  /// `80 kg × 8–10, RPE 8`: one of the sets that a plan asks for.
  ///
  /// - Parameters:
  ///   - weight: The weight, also if the plan leaves it open.
  ///   - unit: As in ``text(_:in:)``.
  package func text(oneOf prescription: Prescription, weight: Weight?, in unit: Weight.Unit?) -> String {
    let weight = weight.map { text($0, in: unit) }
    var set =
      switch prescription.target {
      case .reps(let range): text(weight: weight, reps: range, seconds: nil, millimetres: nil)
      case .seconds(let seconds): text(weight: weight, reps: nil, seconds: seconds, millimetres: nil)
      case .millimetres(let distance): text(weight: weight, reps: nil, seconds: nil, millimetres: distance)
      }
    if prescription.isWarmUp { set = words("warm-up {set}", ["set": set]) }
    guard let rpe = prescription.rpe else { return set }
    return words("{set}, RPE {rpe}", ["set": set, "rpe": decimal(rpe.description)])
  }

  /// `3 × 8–10 · 80 kg · RPE 8`.
  ///
  /// - Parameter unit: As in ``text(_:in:)``.
  package func text(_ prescription: Prescription, in unit: Weight.Unit?) -> String {
    let target =
      switch prescription.target {
      case .reps(let range): text(range)
      case .seconds(let seconds): MeasureText.duration(seconds)
      case .millimetres(let distance): distanceText(distance)
      }
    let sets = "\(prescription.sets)\(Self.times)\(target)"
    var parts = [prescription.isWarmUp ? words("Warm-up {sets}", ["sets": sets]) : sets]
    if let weight = prescription.weight { parts.append(text(weight, in: unit)) }
    if let rpe = prescription.rpe { parts.append("RPE\(Self.space)\(decimal(rpe.description))") }
    return parts.joined(separator: " · ")
  }

  private func text(weight: String?, reps: ClosedRange<Int>?, seconds: Int?, millimetres: Int?) -> String {
    var parts = weight.map { [$0] } ?? []
    if let millimetres {
      let distance = distanceText(millimetres)
      if let seconds, weight == nil, reps == nil {
        return words("{distance} in {time}", ["distance": distance, "time": MeasureText.duration(seconds)])
      }
      parts.append(distance)
    }
    if let reps {
      let isAlone = parts.isEmpty && reps.count == 1
      parts.append(isAlone ? words.count(reps.lowerBound, "{n} rep", "{n} reps") : text(reps))
    }
    if let seconds { parts.append(MeasureText.duration(seconds)) }
    return parts.joined(separator: Self.times)
  }

  private func text(_ range: ClosedRange<Int>) -> String {
    range.count == 1 ? number(range.lowerBound) : "\(range.lowerBound)–\(range.upperBound)"
  }

  /// `5 km`: exact, and as it was recorded.
  private func distanceText(_ millimetres: Int) -> String {
    let text = SetNotation.text(SetEntry(millimetres: millimetres), unit: .kilograms)
    let number = text.prefix { !$0.isLetter }
    return decimal(String(number)) + Self.space + text.dropFirst(number.count)
  }
}

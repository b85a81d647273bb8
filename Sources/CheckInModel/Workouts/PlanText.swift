/// Plans, as they are typed: a line for each exercise.
///
/// ```
/// Bench Press / w 2x8 40kg / 3x8-10 80kg @8 / rest 2:00
/// Pull-up / 4x8 / superset A
/// Plank / 3x1:00
/// ```
///
/// Behind the name come sets x repetitions, or a range of them, a duration or a distance; then a weight and how hard it
/// is to be. `w` makes them warm-ups. `rest` and `superset` are said once for the line. Lines that begin with `#` are
/// passed over.
public enum PlanText {
  /// One item of a plan, whose exercise is named and not yet known.
  public struct Entry: Hashable, Sendable {
    /// The exercise as it was written.
    public var exercise: String
    /// The sets that the plan prescribes for the exercise.
    public var prescription: Prescription

    /// A line of a plan.
    public init(exercise: String, _ prescription: Prescription) {
      self.exercise = exercise
      self.prescription = prescription
    }
  }

  /// - Parameter unit: of weights that do not name theirs.
  /// - Returns: at least one item.
  /// - Throws: `invalidValue`, naming the line and the word that cannot be read.
  public static func parse(_ text: String, unit: Weight.Unit) throws(JournalError) -> [Entry] {
    var entries: [Entry] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let line = Validation.trimmed(String(line))
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      do throws(JournalError) {
        entries += try Self.line(line, unit: unit)
      } catch {
        throw JournalError(error.code, "Line \(index + 1): \(error)")
      }
    }
    guard !entries.isEmpty else { throw JournalError(.invalidValue, WorkoutValidation.planEmpty + ".") }
    return entries
  }

  /// The plan in the form that ``parse(_:unit:)`` reads, with a line feed behind each line.
  public static func text(_ entries: [Entry], unit: Weight.Unit) -> String {
    var lines = ""
    var start = 0
    while start < entries.count {
      let first = entries[start]
      // What shares the line shares the exercise, the rest and the superset.
      let end = entries[start...].firstIndex { !$0.sharesLine(with: first) } ?? entries.count
      var parts = [first.exercise] + entries[start..<end].map { $0.prescription.text(unit: unit) }
      if let rest = first.prescription.restSeconds { parts.append("rest \(WorkoutWords.duration(rest))") }
      if let superset = first.prescription.superset { parts.append("superset \(letter(superset))") }
      lines += parts.joined(separator: " / ") + "\n"
      start = end
    }
    return lines
  }

  /// `A` for 1, `Z` for 26.
  package static func letter(_ superset: Int) -> String {
    String(UnicodeScalar(UInt8(ascii: "A") + UInt8(truncatingIfNeeded: max(1, min(superset, 26)) - 1)))
  }

  private static func line(_ line: String, unit: Weight.Unit) throws(JournalError) -> [Entry] {
    var parts = line.split(separator: " / ", omittingEmptySubsequences: false)
      .map { Validation.trimmed(String($0)) }[...]
    let name = parts.removeFirst()
    if let message = WorkoutValidation.nameMessages(name).first { throw JournalError(.invalidValue, "\(message).") }
    var prescriptions: [Prescription] = []
    var rest: Int?
    var superset: Int?
    for part in parts {
      let words = part.lowercased().split(whereSeparator: \.isWhitespace)
      if words.count == 2, words[0] == "rest" {
        guard rest == nil, let seconds = WorkoutWords.seconds(words[1]), WorkoutValidation.restRange.contains(seconds)
        else { throw unreadable(part, remedy: "write a rest as 2:00 or 90s, once in a line") }
        rest = seconds
      } else if words.count == 2, words[0] == "superset" {
        guard superset == nil, words[1].utf8.count == 1, let letter = words[1].utf8.first,
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
        else { throw unreadable(part, remedy: "a superset is a letter, once in a line") }
        superset = Int(letter - UInt8(ascii: "a")) + 1
      } else {
        prescriptions.append(try prescription(part, words: words[...], unit: unit))
      }
    }
    guard !prescriptions.isEmpty else {
      let example = divided(name, unit: unit) ?? "\(name) / 3x8 80\(unit.symbol)"
      throw JournalError(
        .invalidValue, "'\(Escaping.escaped(name))' has no sets; write them as '\(Escaping.escaped(example))'.")
    }
    return prescriptions.map { prescription in
      var prescription = prescription
      prescription.restSeconds = rest
      prescription.superset = superset
      return Entry(exercise: name, prescription)
    }
  }

  /// Returns `Bench Press / 3x8 80kg` for a line that lacks the slash, such as `Bench Press 3x8 80kg`; `nil` if no sets
  /// are at its end.
  private static func divided(_ line: String, unit: Weight.Unit) -> String? {
    let words = line.replacing("/", with: " ").split(whereSeparator: \.isWhitespace)
    for start in words.indices.dropFirst() {
      let sets = words[start...].map { Substring($0.lowercased()) }
      guard (try? prescription("", words: sets[...], unit: unit)) != nil else { continue }
      let name = words[..<start].joined(separator: " ").reversed().drop { ",:;-– ".contains($0) }.reversed()
      return "\(String(name)) / \(words[start...].joined(separator: " "))"
    }
    return nil
  }

  /// Reads `w 2x8 40kg` and `3x8-10 80kg @8`.
  private static func prescription(
    _ part: String, words: ArraySlice<Substring>, unit: Weight.Unit
  ) throws(JournalError) -> Prescription {
    var words = words
    let isWarmUp = words.first == "w"
    if isWarmUp { words.removeFirst() }
    guard let first = words.popFirst(), let separator = first.firstIndex(where: { $0 == "x" || $0 == "×" }),
      let sets = decimalNumber(first[..<separator], fractionDigits: 0),
      let target = target(first[first.index(after: separator)...])
    else { throw unreadable(part, remedy: "write sets x repetitions and a weight, such as 3x8-10 80kg @8") }
    var prescription = Prescription(sets: sets, target: target, isWarmUp: isWarmUp)
    for word in words {
      if prescription.rpe == nil, word.hasPrefix("@"), let rpe = RPE(word.dropFirst()) {
        prescription.rpe = rpe
      } else if prescription.weight == nil, let weight = WorkoutWords.weight(word, unit: unit) {
        prescription.weight = weight
      } else {
        throw unreadable(
          String(word), remedy: "behind sets x repetitions come a weight (80kg) and how hard it is to be (@8)")
      }
    }
    if let message = WorkoutValidation.message(for: prescription) {
      throw unreadable(part, remedy: "\(clause: message)")
    }
    return prescription
  }

  /// Reads `8`, `8-10`, `1:00` or `5km`.
  private static func target(_ text: Substring) -> Prescription.Target? {
    if let seconds = WorkoutWords.seconds(text) { return .seconds(seconds) }
    if let millimetres = WorkoutWords.millimetres(text) { return .millimetres(millimetres) }
    let bounds = text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "-" || $0 == "–" })
      .map { decimalNumber($0, fractionDigits: 0) }
    switch bounds.count {
    case 1: return bounds[0].map { .reps($0...$0) }
    case 2:
      guard let from = bounds[0], let to = bounds[1], from <= to else { return nil }
      return .reps(from...to)
    default: return nil
    }
  }

  /// Returns the line that a message of ``parse(_:unit:)`` is about, counted from 1, and what is wrong with it.
  package static func placed(_ message: Message) -> (line: Int, reason: Message)? {
    guard message.key == "Line {1}: {2}", case .number(let line)? = message.values.first,
      case .message(let reason)? = message.values.last
    else { return nil }
    return (line, reason)
  }

  private static func unreadable(_ part: String, remedy: Message) -> JournalError {
    JournalError(.invalidValue, "Cannot read '\(Escaping.escaped(String(part.prefix(60))))'; \(remedy).")
  }
}

extension PlanText.Entry {
  fileprivate func sharesLine(with other: PlanText.Entry) -> Bool {
    exercise == other.exercise && prescription.restSeconds == other.prescription.restSeconds
      && prescription.superset == other.prescription.superset
  }
}

extension Prescription {
  /// `w 2x8 40kg` or `3x8-10 80kg @8`: without rest and superset.
  package func text(unit: Weight.Unit) -> String {
    let target =
      switch target {
      case .reps(let range):
        range.count == 1 ? String(range.lowerBound) : "\(range.lowerBound)-\(range.upperBound)"
      case .seconds(let seconds): WorkoutWords.duration(seconds)
      case .millimetres(let distance): WorkoutWords.distance(distance)
      }
    return (isWarmUp ? "w " : "") + "\(sets)x\(target)"
      + (weight.map { " " + WorkoutWords.text($0, unit: unit) } ?? "") + (rpe.map { " @\($0)" } ?? "")
  }
}

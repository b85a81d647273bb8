/// Plans, as they are typed: a line for each exercise.
///
/// ```
/// Bench Press / w 2x8 40kg / 3x8-10 80kg @8 / rest 2:00
/// Pull-up 4x8 / superset A
/// Plank / 3x1:00
/// ```
///
/// A slash before the sets is needed only if the name could be read as sets, or if the line has several groups of sets.
/// After the name come sets as ``SetNotation`` reads them, with two additions: repetitions can be a range, and a first
/// number of up to 10 is the number of sets, so that `3x8` needs no weight. `rest` and `superset` are written once in a
/// line. Lines that begin with `#` are comments.
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
    var name = parts.removeFirst()
    if let message = WorkoutValidation.nameMessages(name).first { throw JournalError(.invalidValue, "\(message).") }
    var prescriptions: [Prescription] = []
    var rest: Int?
    var superset: Int?
    for part in parts {
      let words = part.lowercased().split(whereSeparator: \.isWhitespace)
      if words.first == "rest" {
        guard rest == nil, words.count == 2, let seconds = WorkoutWords.seconds(words[1]),
          WorkoutValidation.restRange.contains(seconds)
        else { throw unreadable(part, remedy: "write a rest as 2:00 or 90s, once in a line") }
        rest = seconds
      } else if words.first == "superset" {
        guard superset == nil, words.count == 2, words[1].utf8.count == 1, let letter = words[1].utf8.first,
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
        else { throw unreadable(part, remedy: "a superset is a letter, once in a line") }
        superset = Int(letter - UInt8(ascii: "a")) + 1
      } else {
        prescriptions += try Self.prescriptions(part, unit: unit)
      }
    }
    if prescriptions.isEmpty, let divided = divided(name, unit: unit) { (name, prescriptions) = divided }
    guard !prescriptions.isEmpty else {
      let example = Escaping.escaped("\(name) 3x8 80\(unit.symbol)")
      throw JournalError(
        .invalidValue, "'\(Escaping.escaped(name))' has no sets; write them as '\(example)'.")
    }
    return prescriptions.map { prescription in
      var prescription = prescription
      prescription.restSeconds = rest
      prescription.superset = superset
      return Entry(exercise: name, prescription)
    }
  }

  /// Divides text such as `Bench Press 3x8 80kg` where its sets begin. Returns `nil` if no sets are at its end.
  private static func divided(_ text: String, unit: Weight.Unit) -> (exercise: String, [Prescription])? {
    let words = text.replacing("/", with: " ").split(whereSeparator: \.isWhitespace)
    for start in words.indices.dropFirst() {
      guard let sets = try? prescriptions(words[start...].joined(separator: " "), unit: unit) else { continue }
      let name = words[..<start].joined(separator: " ").reversed().drop { ",:;-– ".contains($0) }.reversed()
      return (String(name), sets)
    }
    return nil
  }

  /// Reads `w 2x8 40kg`, `3x8-10 80kg @8` and `80x10 90x8`.
  private static func prescriptions(_ part: String, unit: Weight.Unit) throws(JournalError) -> [Prescription] {
    let written = try WrittenSets.all(in: part, unit: unit, for: .plan)
    // The exercise is not known yet, so the bar decides what can be a weight.
    let subject = SetNotation.Subject(lightest: nil) { .writeSets($0, exercise: nil) }
    try SetNotation.requireWeights(in: written, unit: unit, for: subject)
    var prescriptions: [Prescription] = []
    for sets in written {
      guard let prescription = Prescription(sets) else {
        throw unreadable(
          sets.source, remedy: "a plan has sets and warm-ups, of repetitions, a duration or a distance")
      }
      if let message = WorkoutValidation.message(for: prescription) {
        throw unreadable(sets.source, remedy: "\(clause: message)")
      }
      prescriptions.append(prescription)
    }
    guard !prescriptions.isEmpty else {
      throw unreadable(part, remedy: "write sets x repetitions and a weight, such as 3x8-10 80kg @8")
    }
    return prescriptions
  }

  /// Returns the line that a message of ``parse(_:unit:)`` is about, counted from 1, and what is wrong with it.
  package static func placed(_ message: Message) -> (line: Int, reason: Message)? {
    guard message.key == "Line {1}: {2}", case .number(let line)? = message.values.first,
      case .message(let reason)? = message.values.last
    else { return nil }
    return (line, reason)
  }

  static func unreadable(_ part: String, remedy: Message) -> JournalError {
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
  /// Creates the prescription that written sets mean; `nil` for sets that a plan can't ask for.
  fileprivate init?(_ sets: WrittenSets) {
    let targets = [
      sets.reps.map(Target.reps), sets.seconds.map(Target.seconds), sets.millimetres.map(Target.millimetres),
    ].compactMap(\.self)
    guard targets.count == 1, [.normal, .warmUp].contains(sets.kind) else { return nil }
    self.init(
      sets: sets.count, target: targets[0], weight: sets.weight, rpe: sets.rpe, isWarmUp: sets.kind == .warmUp)
  }

  /// `w 2x8 40kg` or `3x8-10 80kg @8`: without rest and superset.
  package func text(unit: Weight.Unit) -> String {
    let target =
      switch target {
      case .reps(let range):
        range.count == 1 ? String(range.lowerBound) : "\(range.lowerBound)-\(range.upperBound)"
      case .seconds(let seconds): WorkoutWords.duration(seconds)
      case .millimetres(let distance): WorkoutWords.distance(distance)
      }
    // Without a weight after it, a greater first number is a weight.
    let isLong = weight == nil && sets > WrittenSets.maximumLeadingCount
    let isOfReps = if case .reps = self.target { true } else { false }
    return (isWarmUp ? "w " : "") + (isLong ? "\(isOfReps ? "x" : "")\(target)x\(sets)" : "\(sets)x\(target)")
      + (weight.map { " " + WorkoutWords.text($0, unit: unit) } ?? "") + (rpe.map { " @\($0)" } ?? "")
  }
}

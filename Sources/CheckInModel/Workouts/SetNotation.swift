/// Sets, as they are typed: `80x10 80x10x3 3x8@80kg 185lbx5 w40x10 x12 1:30 5km @8.5`.
///
/// ```swift
/// let sets = try SetNotation.parse("w40x10 80x10x2 90x8 @8.5", unit: .kilograms)
/// sets.map { SetNotation.text($0, unit: .kilograms) }  // ["w40x10", "80x10", "80x10", "90x8@8.5"]
/// ```
///
/// A set is what was done, joined by `x`: a weight, a distance, repetitions, a duration, and then the number of equal
/// sets. A number before an `x` is a weight, one after it repetitions; `x12` has no weight. With a weight after it, as
/// in `3x8@80kg` and `3x8 80kg`, the first number is the number of sets. `80kg 10` and `100 x 5` mean `80kgx10` and
/// `100x5`. `w` makes sets warm-ups, `d` drop sets, `f` sets to failure. `@8.5` is the effort of the set before it.
public enum SetNotation {
  /// The most sets that are logged by one word.
  private static let maximumCount = 50

  /// - Parameter unit: of weights that do not name theirs.
  /// - Returns: at least one set.
  /// - Throws: `invalidValue`, naming the word that cannot be read.
  public static func parse(_ text: String, unit: Weight.Unit) throws(JournalError) -> [SetEntry] {
    try parse(text, unit: unit, for: nil)
  }

  /// The exercise that sets are written for.
  package struct Subject {
    /// The smallest weight that was used for it; the bar if none was used.
    package var lightest: Weight
    /// Returns the suggestion to write sets in place of the rejected ones.
    package var remedy: (String) -> JournalRemedy

    /// - Parameter lightest: `nil` if no weight was used.
    package init(lightest: Weight?, remedy: @escaping (String) -> JournalRemedy) {
      self.lightest = lightest ?? .bar
      self.remedy = remedy
    }
  }

  /// - Throws: As ``parse(_:unit:)``, and for a number that cannot be a weight of the exercise but can be the number of
  ///   sets, with both ways to write it.
  package static func parse(
    _ text: String, unit: Weight.Unit, for subject: Subject?
  ) throws(JournalError) -> [SetEntry] {
    let written = try WrittenSets.all(in: text, unit: unit, for: .log)
    if let subject { try requireWeights(in: written, unit: unit, for: subject) }
    var entries: [SetEntry] = []
    for sets in written {
      guard (1...maximumCount).contains(sets.count) else {
        throw WrittenSets.unreadable(sets.source, because: "the number of sets must be 1 to \(maximumCount)")
      }
      let entry = sets.entry
      if let message = WorkoutValidation.messages(for: entry).first {
        throw WrittenSets.unreadable(sets.source, because: message)
      }
      entries += Array(repeating: entry, count: sets.count)
    }
    guard !entries.isEmpty else {
      throw JournalError(.invalidValue, "There is no set; write one as weight x repetitions, such as 80x10.")
    }
    return entries
  }

  /// The set in the form that ``parse(_:unit:)`` reads, as one word. Its note is left out.
  public static func text(_ entry: SetEntry, unit: Weight.Unit) -> String {
    var terms: [String] = []
    if let weight = entry.weight { terms.append(WorkoutWords.text(weight, unit: unit)) }
    if let distance = entry.millimetres { terms.append(WorkoutWords.distance(distance)) }
    if let reps = entry.reps { terms.append((terms.isEmpty ? "x" : "") + String(reps)) }
    if let seconds = entry.seconds { terms.append(WorkoutWords.duration(seconds)) }
    // A number after a distance alone is the number of sets.
    if entry.millimetres != nil, entry.reps != nil, entry.seconds == nil { terms.append("1") }
    let rpe = entry.rpe.map { "@\($0)" } ?? ""
    return entry.kind.prefix + terms.joined(separator: "x") + rpe
  }

  /// Throws `invalidValue` for a number below a third of the smallest weight, which is rather the number of sets.
  static func requireWeights(
    in written: [WrittenSets], unit: Weight.Unit, for subject: Subject
  ) throws(JournalError) {
    for (index, sets) in written.enumerated() {
      guard let readings = sets.readings, let weight = sets.weight,
        weight.magnitude * 3 < subject.lightest.magnitude
      else { continue }
      func text(_ reading: String) -> String {
        (written[..<index].map(\.text) + [reading] + written[(index + 1)...].map(\.text)).joined(separator: " ")
      }
      let (word, number) = (Escaping.escaped(String(sets.source.prefix(40))), weight.number)
      let (asWeight, asCount) = (text(readings.weight), text(readings.count))
      throw JournalError(
        .invalidValue,
        """
        '\(word)' can mean \(number) \(unit.symbol) or the number of sets. With the weight: \
        \(subject.remedy(asWeight), or: Message(verbatim: asWeight)). With the number of sets: \
        \(subject.remedy(asCount), or: Message(verbatim: asCount)).
        """)
    }
  }
}

extension WrittenSets {
  /// The values of each of the sets.
  fileprivate var entry: SetEntry {
    SetEntry(kind: kind, weight: weight, reps: reps?.lowerBound, seconds: seconds, millimetres: millimetres, rpe: rpe)
  }
}

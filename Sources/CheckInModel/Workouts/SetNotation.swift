/// Sets, as they are typed: `80x10 185lbx5 w40x10 d60x12 f90x4 x12 1:30 5km @8.5`.
///
/// ```swift
/// let sets = try SetNotation.parse("w40x10 80x10 90x8 @8.5", unit: .kilograms)
/// sets.map { SetNotation.text($0, unit: .kilograms) }  // ["w40x10", "80x10", "90x8@8.5"]
/// ```
///
/// A set is what was done, joined by `x`: a weight, a distance, repetitions, a duration. A number before an `x` is a
/// weight, one behind it repetitions; `x12` has no weight. `w` before it makes it a warm-up, `d` a drop set, `f` a set
/// to failure. `@8.5` says how hard the set before it was.
public enum SetNotation {
  /// - Parameter unit: of weights that do not name theirs.
  /// - Returns: at least one set.
  /// - Throws: `invalidValue`, naming the word that cannot be read.
  public static func parse(_ text: String, unit: Weight.Unit) throws(JournalError) -> [SetEntry] {
    var entries: [SetEntry] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      if word.hasPrefix("@") {
        guard let rpe = RPE(word.dropFirst()), let last = entries.last, last.rpe == nil else {
          throw unreadable(word, because: entries.isEmpty ? "'@' stands behind a set" : "it is from 1 to 10 in halves")
        }
        entries[entries.count - 1].rpe = rpe
      } else {
        entries.append(try entry(word, unit: unit))
      }
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
    let rpe = entry.rpe.map { "@\($0)" } ?? ""
    return entry.kind.prefix + terms.joined(separator: "x") + rpe
  }

  private static func entry(_ word: Substring, unit: Weight.Unit) throws(JournalError) -> SetEntry {
    var entry = SetEntry()
    var rest = word.lowercased()[...]
    if let at = rest.firstIndex(of: "@") {
      guard let rpe = RPE(rest[rest.index(after: at)...]) else {
        throw unreadable(word, because: "what is behind '@' is from 1 to 10 in halves")
      }
      entry.rpe = rpe
      rest = rest[..<at]
    }
    if let kind = SetEntry.Kind.allCases.first(where: { $0 != .normal && rest.hasPrefix($0.prefix) }) {
      entry.kind = kind
      rest.removeFirst()
    }
    let terms = rest.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "x" || $0 == "×" })
    for (index, term) in terms.enumerated() {
      // Nothing before the first x: no weight.
      if index == 0, term.isEmpty, terms.count > 1 { continue }
      guard entry.take(term, isFirst: index == 0, isLast: index == terms.count - 1, unit: unit) else {
        throw unreadable(word, because: nil)
      }
    }
    if let message = WorkoutValidation.messages(for: entry).first { throw unreadable(word, because: message) }
    return entry
  }

  private static func unreadable(_ word: Substring, because reason: Message?) -> JournalError {
    let word = Escaping.escaped(String(word.prefix(40)))
    return JournalError(
      .invalidValue,
      reason.map { "Cannot read the set '\(word)': \(clause: $0)." }
        ?? """
        Cannot read the set '\(word)'; write weight x repetitions (80x10, 185lbx5), repetitions (x12), a duration \
        (1:30) or a distance (5km).
        """)
  }
}

extension SetEntry {
  /// Takes one of the terms that an `x` joins; `false` where it cannot be read, or there is one of its kind already.
  fileprivate mutating func take(_ term: Substring, isFirst: Bool, isLast: Bool, unit: Weight.Unit) -> Bool {
    if let seconds = WorkoutWords.seconds(term) {
      guard self.seconds == nil, isLast else { return false }
      self.seconds = seconds
    } else if let millimetres = WorkoutWords.millimetres(term) {
      guard self.millimetres == nil, reps == nil else { return false }
      self.millimetres = millimetres
    } else if isFirst, !isLast, let weight = WorkoutWords.weight(term, unit: unit) {
      self.weight = weight
    } else if !isFirst, let reps = decimalNumber(term, fractionDigits: 0) {
      guard self.reps == nil else { return false }
      self.reps = reps
    } else {
      return false
    }
    return true
  }
}

extension SetEntry.Kind {
  /// The prefix of a set of this kind.
  fileprivate var prefix: String {
    switch self {
    case .normal: ""
    case .warmUp: "w"
    case .drop: "d"
    case .failure: "f"
    }
  }
}

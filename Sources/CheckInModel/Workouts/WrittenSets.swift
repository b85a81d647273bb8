/// Equal sets as they are written in a log or in a plan: `80x10`, `80x10x3`, `3x8@80kg`.
///
/// The first number of `3x8` is a weight or the number of sets. A weight after it decides, and otherwise the purpose.
struct WrittenSets {
  /// The place that sets are written for.
  enum Purpose {
    /// The first number is a weight.
    case log
    /// The first number is the number of sets if it is small. Repetitions can be a range, and weights without a unit
    /// follow them.
    case plan
  }

  /// A larger number in front of an `x` of a plan is a weight.
  static let maximumLeadingCount = 10

  var kind = SetEntry.Kind.normal
  var count = 1
  var weight: Weight?
  var reps: ClosedRange<Int>?
  var seconds: Int?
  var millimetres: Int?
  var rpe: RPE?
  /// The words, as the user typed them.
  private(set) var source: String
  /// The words without white space, in lower case and with decimal points.
  private(set) var text: String
  /// The two ways to write the sets without doubt; `nil` unless the first number can be the number of sets, too.
  private(set) var readings: (weight: String, count: String)?

  /// Reads all sets of a text.
  ///
  /// - Parameter unit: of weights that do not name theirs.
  /// - Throws: `invalidValue`, naming the word that cannot be read.
  static func all(in text: String, unit: Weight.Unit, for purpose: Purpose) throws(JournalError) -> [WrittenSets] {
    var sets: [(piece: SetPiece, attached: [SetPiece])] = []
    for piece in SetPiece.all(in: text) {
      if piece.text.hasPrefix("@") || !sets.isEmpty && piece.isWeight(withUnit: purpose == .log) {
        guard !sets.isEmpty else { throw unreadable(piece.source, because: "'@' comes after a set") }
        sets[sets.count - 1].attached.append(piece)
      } else {
        sets.append((piece, []))
      }
    }
    var written: [WrittenSets] = []
    for (piece, attached) in sets {
      written.append(try WrittenSets(piece, attached: attached, unit: unit, for: purpose))
    }
    return written
  }

  private init(
    _ piece: SetPiece, attached pieces: [SetPiece], unit: Weight.Unit, for purpose: Purpose
  ) throws(JournalError) {
    source = piece.source
    text = piece.text
    for addition in pieces { text += (addition.text.hasPrefix("@") ? "" : " ") + addition.text }
    let parts = piece.text.split(separator: "@", omittingEmptySubsequences: false)
    var attached: Weight?
    for addition in parts.dropFirst() {
      try attach(addition, of: piece, isMarked: true, weight: &attached, unit: unit)
    }
    for addition in pieces {
      let texts = addition.text.split(separator: "@", omittingEmptySubsequences: false)
      // Nothing is before the first @ of an effort.
      for (index, text) in texts.enumerated() where index > 0 || !text.isEmpty {
        try attach(text, of: addition, isMarked: index > 0, weight: &attached, unit: unit)
      }
    }
    var rest = parts[0]
    if let kind = SetEntry.Kind.allCases.first(where: { $0 != .normal && rest.hasPrefix($0.prefix) }) {
      self.kind = kind
      rest.removeFirst()
    }
    let terms = rest.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "x" || $0 == "×" })
    let readable = terms.compactMap { SetTerm($0, unit: unit) }
    guard readable.count == terms.count, read(readable, attached: attached, unit: unit, for: purpose) else {
      throw purpose == .log
        ? JournalError(
          .invalidValue,
          """
          Cannot read the set '\(Self.shown(source))'; write weight x repetitions (80x10, 185lbx5), three such sets \
          (80x10x3, 3x8@80kg), repetitions (x12), a duration (1:30) or a distance (5km).
          """)
        : PlanText.unreadable(source, remedy: "write sets x repetitions and a weight, such as 3x8-10 80kg @8")
    }
  }

  /// Reads an effort or a weight that belongs to the set.
  ///
  /// - Parameter isMarked: `true` if an `@` is before the text. Only then it can be an effort, and a weight needs its
  ///   unit.
  private mutating func attach(
    _ text: Substring, of piece: SetPiece, isMarked: Bool, weight: inout Weight?, unit: Weight.Unit
  ) throws(JournalError) {
    if isMarked, rpe == nil, let effort = RPE(text) {
      rpe = effort
    } else if weight == nil, !isMarked || text.last?.isLetter == true,
      let typed = WorkoutWords.weight(text, unit: unit)
    {
      weight = typed
    } else {
      throw Self.unreadable(
        piece.source, because: "after '@' comes the effort, from 1 to 10 in halves, or a weight with its unit")
    }
  }

  /// Reads the terms that an `x` joins, in their order: a weight or the number of sets, a distance, repetitions, a
  /// duration, the number of sets. Returns `false` if they aren't a set.
  private mutating func read(
    _ terms: [SetTerm], attached: Weight?, unit: Weight.Unit, for purpose: Purpose
  ) -> Bool {
    var rest = terms[...]
    var leading: String?
    if terms.count > 1 {
      switch terms[0] {
      case .nothing: rest.removeFirst()
      case .number(let number):
        leading = number
        rest.removeFirst()
      case .weight(let named):
        weight = named
        rest.removeFirst()
      default: break
      }
    }
    if case .distance(let distance)? = rest.first {
      millimetres = distance
      rest.removeFirst()
    }
    // A number after a distance alone is the number of sets, as in 400mx5.
    if rest.count < terms.count, millimetres == nil || rest.count > 1, let range = rest.first?.range,
      purpose == .plan || range.count == 1
    {
      reps = range
      rest.removeFirst()
    }
    if case .duration(let duration)? = rest.first {
      seconds = duration
      rest.removeFirst()
    }
    guard reps != nil || millimetres != nil || seconds != nil else { return false }
    var trailing: Int?
    if rest.count == 1, let number = rest.first?.whole {
      trailing = number
      rest.removeFirst()
    }
    guard rest.isEmpty else { return false }
    return setWeight(attached, leading: leading, trailing: trailing, unit: unit, for: purpose)
  }

  /// Decides between the weight and the number of sets.
  private mutating func setWeight(
    _ attached: Weight?, leading: String?, trailing: Int?, unit: Weight.Unit, for purpose: Purpose
  ) -> Bool {
    count = trailing ?? 1
    let leadingCount = leading.flatMap { decimalNumber($0, fractionDigits: 0) }
    if let attached {
      guard weight == nil else { return false }
      weight = attached
      guard leading != nil else { return true }
      guard let leadingCount, trailing == nil else { return false }
      count = leadingCount
    } else if let leading {
      if purpose == .plan, trailing == nil, let leadingCount, leadingCount <= Self.maximumLeadingCount {
        count = leadingCount
        return true
      }
      guard let typed = Weight(leading, unit: unit) else { return false }
      weight = typed
      if let leadingCount, WorkoutValidation.planSetsRange.contains(leadingCount) {
        readings = unambiguousTexts(leading: leading, trailing: trailing, unit: unit)
      }
    }
    return true
  }

  /// The text with the first number as a weight, and with it as the number of sets.
  private func unambiguousTexts(
    leading: String, trailing: Int?, unit: Weight.Unit
  ) -> (weight: String, count: String)? {
    let start = kind.prefix + leading
    let sets = text.prefix { $0 != "@" }
    let effort = text.dropFirst(sets.count)
    let target = sets.dropFirst(start.count + 1)
    let asWeight = "\(start)\(unit.symbol)x\(target)\(effort)"
    guard trailing != nil else {
      // Repetitions need an x before them; durations and distances don't.
      return (asWeight, "\(kind.prefix)\(reps == nil ? "" : "x")\(target)x\(leading)\(effort)")
    }
    let parts = target.split(whereSeparator: { $0 == "x" || $0 == "×" })
    guard parts.count == 2 else { return nil }
    return (asWeight, "\(start)x\(parts[0])@\(parts[1])\(unit.symbol)\(effort)")
  }

  /// - Parameter reason: continues a sentence.
  static func unreadable(_ source: String, because reason: Message) -> JournalError {
    JournalError(.invalidValue, "Cannot read the set '\(shown(source))': \(clause: reason).")
  }

  private static func shown(_ source: String) -> String { Escaping.escaped(String(source.prefix(40))) }
}

extension SetEntry.Kind {
  /// The prefix of a set of this kind.
  var prefix: String {
    switch self {
    case .normal: ""
    case .warmUp: "w"
    case .drop: "d"
    case .failure: "f"
    }
  }
}

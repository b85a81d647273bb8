public import CheckInJournal

extension Localization {
  /// `rest day`, `sick`.
  public func name(of kind: DayMark.Kind) -> String { words(Self.row(of: kind).name) }

  /// Returns the kind that a word means, in English or in this language, in any case and without accents.
  package func markKind(named word: String) -> DayMark.Kind? {
    let wanted = word.split(whereSeparator: \.isWhitespace).map { Self.folded(String($0)) }
    return DayMark.Kind.allCases.first { kind in
      let row = Self.row(of: kind)
      return forms(of: row.name).contains(wanted) || forms(of: row.typed).contains(wanted)
    }
  }

  /// The small letter of the kind in a calendar of letters; those of types are capitals.
  public func letter(of kind: DayMark.Kind) -> String { words(Self.row(of: kind).letter) }

  /// The words of a kind: its name, a list of those that the user may type, and its letter in a calendar.
  private static func row(of kind: DayMark.Kind) -> (name: Phrase, typed: Phrase, letter: Phrase) {
    switch kind {
    case .rest:
      (
        Phrase("rest", in: "mark of a day"), Phrase("rest, resting", in: "typed"), Phrase("r", in: "letter of rest")
      )
    case .sick:
      (
        Phrase("sick", in: "mark of a day"), Phrase("sick, ill, sickness", in: "typed"),
        Phrase("s", in: "letter of sick")
      )
    case .holiday:
      (
        Phrase("holiday", in: "mark of a day"), Phrase("holiday, holidays, vacation", in: "typed"),
        Phrase("h", in: "letter of holiday")
      )
    case .injured:
      (
        Phrase("injured", in: "mark of a day"), Phrase("injured, injury", in: "typed"),
        Phrase("i", in: "letter of injured")
      )
    }
  }

  /// `sick`, or with its note `holiday (Alps)`.
  public func text(of mark: DayMark) -> String {
    name(of: mark.kind) + (mark.note.map { " (\(Escaping.escaped($0)))" } ?? "")
  }

  /// `with 4 rest days between`; `nil` if the streak spans no marked days.
  public func restDays(in streak: Streak) -> String? {
    streak.restDays > 0
      ? words.count(streak.restDays, "with {n} rest day between", "with {n} rest days between") : nil
  }

  /// `3 × 5/7 for 2 rest days`; `nil` if no marked days reduce the goal.
  ///
  /// - Parameter unit: The unit of distances.
  public func reduction(of progress: GoalProgress, in unit: DistanceUnit = .kilometres) -> String? {
    guard progress.restDays > 0 else { return nil }
    let days = progress.to.dayNumber - progress.from.dayNumber + 1
    let (count, quantity) = (progress.goal.count, progress.goal.subject.quantity)
    let whole = quantity.map { goalAmount(count, of: $0, in: unit).text } ?? number(count)
    let share = "\(whole) × \(days - progress.restDays)/\(days)"
    return words.count(
      progress.restDays, "{share} for {n} rest day", "{share} for {n} rest days", ["share": share])
  }
}

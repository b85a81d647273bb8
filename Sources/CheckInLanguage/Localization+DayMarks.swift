public import CheckInJournal

extension Localization {
  /// `rest day`, `sick`.
  public func name(of kind: DayMark.Kind) -> String { words(Self.phrase(for: kind)) }

  private static func phrase(for kind: DayMark.Kind) -> Phrase {
    switch kind {
    case .rest: Phrase("rest", in: "mark of a day")
    case .sick: Phrase("sick", in: "mark of a day")
    case .holiday: Phrase("holiday", in: "mark of a day")
    case .injured: Phrase("injured", in: "mark of a day")
    }
  }

  /// Returns the kind that a word means, in English or in this language, in any case and without accents.
  package func markKind(named word: String) -> DayMark.Kind? {
    let wanted = FoldedText(word).bytes
    return DayMark.Kind.allCases.first { kind in
      let lists = [Self.typed(kind).english, words(Self.typed(kind)), name(of: kind)]
      return lists.joined(separator: ",").split(separator: ",")
        .contains { FoldedText(String($0.drop { $0 == " " })).bytes == wanted }
    }
  }

  private static func typed(_ kind: DayMark.Kind) -> Phrase {
    switch kind {
    case .rest: Phrase("rest, resting", in: "typed")
    case .sick: Phrase("sick, ill, sickness", in: "typed")
    case .holiday: Phrase("holiday, holidays, vacation", in: "typed")
    case .injured: Phrase("injured, injury", in: "typed")
    }
  }

  /// The small letter of the kind in a calendar of letters; those of types are capitals.
  public func letter(of kind: DayMark.Kind) -> String { words(Self.letter(of: kind)) }

  private static func letter(of kind: DayMark.Kind) -> Phrase {
    switch kind {
    case .rest: Phrase("r", in: "letter of rest")
    case .sick: Phrase("s", in: "letter of sick")
    case .holiday: Phrase("h", in: "letter of holiday")
    case .injured: Phrase("i", in: "letter of injured")
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

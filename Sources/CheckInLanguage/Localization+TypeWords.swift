package import CheckInJournal

extension Localization {
  /// Returns the exercise type that a word means: a type's name or a synonym of it, in English or in this language.
  ///
  /// - Returns: `nil` if the word isn't a type that can be chosen.
  package func type(named word: some StringProtocol) -> ExerciseType? {
    if let type = ExerciseType(name: word) { return type == .unknown ? nil : type }
    let wanted = word.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let folded = FoldedText(wanted).bytes
    return typeWords.first { FoldedText($0.word).bytes == folded }?.type
  }

  /// The words for types in English and in this language, in lower case: names first, then synonyms.
  package var typeWords: [(word: String, type: ExerciseType)] {
    let types = ExerciseType.selectable
    let names = types.flatMap { [($0.name, $0), (name(of: $0), $0)] }
    let synonyms = types.flatMap { type in
      Self.synonyms(of: type).map { [$0.english, words($0)] }?.flatMap { list in
        list.split(separator: ",").map { (String($0.drop { $0 == " " }), type) }
      } ?? []
    }
    return (names + synonyms).map { (word: $0.0.lowercased(), type: $0.1) }
  }

  /// The words that also mean a type. Each language has its own list, which needn't match the English one.
  private static func synonyms(of type: ExerciseType) -> Phrase? {
    switch type {
    case .run: Phrase("jog, jogging, running", in: "words for Run")
    case .walk: Phrase("hike, hiking, walking", in: "words for Walk")
    case .swim: Phrase("swimming", in: "words for Swim")
    case .bike: Phrase("ride, biking", in: "words for Bike")
    case .cycling: Phrase("spinning", in: "words for Cycling")
    case .strengthTraining: Phrase("lifting, weights", in: "words for Strength Training")
    case .unknown, .gym, .yoga: nil
    }
  }
}

/// The measures at the end of a title, such as `13.1 km` in `River loop 13.1 km`.
///
/// ```swift
/// TitleMeasures.last(of: ["River", "loop", "13.1", "km"], type: .run)?.value  // 13100
/// ```
package struct TitleMeasures: Equatable {
  package let quantity: CheckInQuantity
  /// In the quantity's unit.
  package let value: Int
  /// The number of words that the measure has.
  package let wordCount: Int

  /// The most words of a measure, as in `1 h 30 min`.
  private static let maximumWordCount = 4

  /// Words before a number that make it part of the title, as in `Sub 45 min` and `6 x 400 m`.
  private static let wordsBeforeNumbers: Set = [
    "of", "for", "under", "over", "sub", "in", "to", "by", "from", "than", "like", "as", "until", "after", "before",
    "since", "at", "every", "per", "last", "first", "final", "next", "only", "x", "×", "*", "+", "-", "–", "/", "&",
    "and", "or", "vs", "@", "no", "level", "day", "week", "lap", "set", "round", "zone", "target", "goal",
  ]

  /// Returns the measure at the end of a title, or `nil` if the title doesn't end with an unambiguous one.
  ///
  /// A word with white space was quoted, and belongs to the title. So does a measure that is the whole title.
  ///
  /// - Parameters:
  ///   - found: The measures that followed these words. A quantity is read only once.
  ///   - type: The type of the check-in, which decides the meaning of `400 m`.
  package static func last(
    of words: [String], found: [TitleMeasures] = [], type: ExerciseType?
  ) -> TitleMeasures? {
    for count in (1...maximumWordCount).reversed() where count < words.count {
      let suffix = words.suffix(count)
      guard !suffix.contains(where: { $0.contains(where: \.isWhitespace) }) else { continue }
      let before = words[words.count - count - 1].lowercased()
      guard !wordsBeforeNumbers.contains(before), before.last?.isNumber != true || isMeasure(before, suffix) else {
        continue
      }
      if let measure = measure(suffix, type: type), !found.contains(where: { $0.quantity == measure.quantity }) {
        return measure
      }
      if count == 1, !found.contains(where: { $0.quantity == .duration }),
        let seconds = minutes(suffix[suffix.startIndex]),
        let metres = distance(beside: words.dropLast(), found: found, type: type),
        metres <= seconds * (type ?? .bike).maximumMetresPerSecond
      {
        return TitleMeasures(quantity: .duration, value: seconds, wordCount: 1)
      }
    }
    return nil
  }

  /// A part of a title that may be a measure.
  package struct Doubt: Equatable {
    /// The number of words that the part has.
    package let wordCount: Int
    /// The values that it may be, the likeliest first.
    package let readings: [Reading]

    package struct Reading: Equatable {
      package let quantity: CheckInQuantity
      package let value: Int
    }
  }

  /// Returns the part at the end of a title that may be a measure, or `nil` if the title doesn't end with one.
  ///
  /// - Parameter known: The quantities that have a value already.
  package static func doubt(
    of words: [String], known: Set<CheckInQuantity>, type: ExerciseType?
  ) -> Doubt? {
    guard let last = words.last, !last.contains(where: \.isWhitespace) else { return nil }
    func doubt(_ count: Int, _ readings: [(CheckInQuantity, Int?)]) -> Doubt? {
      let possible = readings.compactMap { quantity, value in
        value.flatMap { quantity.row.range.contains($0) ? Doubt.Reading(quantity: quantity, value: $0) : nil }
      }.filter { !known.contains($0.quantity) }
      return possible.isEmpty ? nil : Doubt(wordCount: count, readings: possible)
    }
    let moves = type.map { ![.gym, .yoga, .strengthTraining].contains($0) } ?? true
    for count in (1...maximumWordCount).reversed() where count <= words.count {
      let suffix = words.suffix(count)
      guard !suffix.contains(where: { $0.contains(where: \.isWhitespace) }) else { continue }
      let before = count < words.count ? words[words.count - count - 1].lowercased() : ""
      let isAfterIn = before == "in"
      guard isAfterIn || !wordsBeforeNumbers.contains(before) else { continue }
      let text = suffix.joined().lowercased()
      if let measure = measure(suffix, type: type) {
        return doubt(count + (isAfterIn ? 1 : 0), [(measure.quantity, measure.value)])
      }
      guard count <= 2, before.last?.isNumber != true || isMeasure(before, suffix) else { continue }
      if moves, let match = text.wholeMatch(of: /([0-9]{1,3}(?:[.,][0-9])?)k/) {
        return doubt(count, [(.distance, MeasureText.metres(match.1 + "km"))])
      }
      if let match = text.wholeMatch(of: /([0-9]{1,3})m/), let number = Int(match.1) {
        return doubt(count, [(.duration, number < 200 ? number * 60 : nil), (.distance, moves ? number : nil)])
      }
      if count == 1, let seconds = minutes(suffix[suffix.startIndex]) {
        // What is too short for minutes is meant as hours, as in "Half 1:58".
        return doubt(count + (isAfterIn ? 1 : 0), [(.duration, seconds < 240 ? seconds * 60 : seconds)])
      }
    }
    return nil
  }

  /// Returns `true` if a title's word before a number is a measure of its own, as `13.1km` is in `13.1km 1:05:00`.
  private static func isMeasure(_ word: String, _ suffix: ArraySlice<String>) -> Bool {
    word.contains(":") || word.contains(where: \.isLetter)
  }

  /// Returns the distance that is directly before or after a word, in metres.
  private static func distance(
    beside words: ArraySlice<String>, found: [TitleMeasures], type: ExerciseType?
  ) -> Int? {
    let beside = found.last.flatMap { $0.quantity == .distance ? $0 : nil }
    let measure = beside ?? last(of: Array(words), found: found, type: type)
    return measure?.quantity == .distance ? measure?.value : nil
  }

  /// Reads `25:30` as seconds. A word such as `07:10` is rather a time of day.
  private static func minutes(_ word: String) -> Int? {
    word.wholeMatch(of: /[1-9][0-9]{0,2}:[0-5][0-9]/) == nil ? nil : MeasureText.seconds(word)
  }

  /// Reads words that can only be a measure.
  private static func measure(_ words: ArraySlice<String>, type: ExerciseType?) -> TitleMeasures? {
    // Only a number and its unit are written apart.
    let isSplit = words.enumerated().allSatisfy { index, word in
      let isNumber = word.allSatisfy { $0.isNumber || ".,".contains($0) }
      return words.count == 1 || isNumber == (index % 2 == 0) || word.first?.isNumber == true && !isNumber
    }
    guard isSplit, words.first?.first?.isNumber == true else { return nil }
    let text = words.joined().lowercased()
    let value: (CheckInQuantity, Int?)
    if text.wholeMatch(of: /[0-9]+(?:[.,][0-9]+)?(?:km|kms|mi|mile|miles)/) != nil {
      value = (.distance, MeasureText.metres(text))
    } else if let match = text.wholeMatch(of: /([0-9]+)m/), match.1.count >= 4 || type == .swim {
      value = (.distance, MeasureText.metres(text))
    } else if text.wholeMatch(of: durations) != nil {
      value = (.duration, MeasureText.seconds(text))
    } else if text.wholeMatch(of: /[0-9]{1,5}k?cal/) != nil {
      value = (.calories, MeasureText.kilocalories(text))
    } else {
      return nil
    }
    guard let number = value.1, value.0.row.range.contains(number) else { return nil }
    return TitleMeasures(quantity: value.0, value: number, wordCount: words.count)
  }

  /// `1h30`, `1.5 h`, `1h 30min`, `45m30s`, `45 min` and `1:05:00`. With a leading zero, `07:10:30` is a time of day.
  private static var durations: Regex<Substring> {
    #/
      [0-9]+ (?: [.,][0-9]+ )? (?: h|hr|hrs|hour|hours|min|mins|minute|minutes )
      | [0-9]+ h [0-9]{1,2} (?: m|min )?
      | [0-9]+ (?: m|min ) [0-9]{1,2} s
      | [1-9][0-9]? : [0-5][0-9] : [0-5][0-9]
    /#
  }
}

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

  /// The most words of a measure, as in `1 h 30 min 15 s`.
  private static let maximumWordCount = 6

  /// English words before a number that make it part of the title, as in `Sub 45 min` and `6 x 400 m`.
  private static let wordsBeforeNumbers: Set = [
    "of", "for", "under", "over", "sub", "in", "to", "by", "from", "than", "like", "as", "until", "after", "before",
    "since", "at", "every", "per", "last", "first", "final", "next", "only", "x", "×", "*", "+", "-", "–", "/", "&",
    "and", "or", "vs", "@", "no", "level", "day", "week", "lap", "set", "round", "zone", "target", "goal", "within",
    "below", "beat", "max", "about", "times", "around", "almost", "nearly",
  ]

  /// Returns `true` if a title's word before a number makes the number a part of the title, as `sub` does, and `6x`.
  private static func isBoundToNumber(_ word: String, _ wordsBefore: Set<String>) -> Bool {
    wordsBeforeNumbers.contains(word) || wordsBefore.contains(word) || word.wholeMatch(of: /[0-9]+[x×*]/) != nil
  }

  /// Returns the measure at the end of a title, or `nil` if the title doesn't end with an unambiguous one.
  ///
  /// A word with white space was quoted, and belongs to the title. So does a measure that is the whole title.
  ///
  /// - Parameters:
  ///   - found: The measures that followed these words. A quantity is read only once.
  ///   - type: The type of the check-in, which decides the meaning of `400 m`.
  ///   - wordsBefore: The words of the user's language that make a number after them part of the title.
  package static func last(
    of words: [String], found: [TitleMeasures] = [], type: ExerciseType?, wordsBefore: Set<String> = []
  ) -> TitleMeasures? {
    for count in (1...maximumWordCount).reversed() where count < words.count {
      let suffix = words.suffix(count)
      guard !suffix.contains(where: { $0.contains(where: \.isWhitespace) }) else { continue }
      var measure = measure(suffix, type: type)
      if measure == nil, count == 1, let seconds = minutes(suffix[suffix.startIndex]),
        let metres = distance(beside: words.dropLast(), found: found, type: type, wordsBefore),
        isPlausible(seconds, for: metres, type: type)
      {
        measure = TitleMeasures(quantity: .duration, value: seconds, wordCount: 1)
      }
      guard let measure else { continue }
      // A shorter part would be a fragment: 30 min of "for 1 h 30 min".
      let before = words[words.count - count - 1].lowercased()
      let isFree = !isBoundToNumber(before, wordsBefore) && (before.last?.isNumber != true || isMeasure(before))
      // 1500m is a distance, although m alone may mean minutes.
      let isAfterDistance = (1...2).contains { count in
        Self.measure(words.dropLast(measure.wordCount).suffix(count), type: type)?.quantity == .distance
      }
      let isFragment =
        measure.quantity == .duration && !isAfterDistance && MeasureText.endsWithUnitOfTime(before)
      return isFree && !isFragment && !found.contains { $0.quantity == measure.quantity } ? measure : nil
    }
    return nil
  }

  /// Returns `true` if `25:30` can be the duration of a distance. What may also be a time of day is taken for a
  /// duration only far from the greatest speed.
  private static func isPlausible(_ seconds: Int, for metres: Int, type: ExerciseType?) -> Bool {
    let isTimeOfDay = seconds < 24 * 60
    return metres * (isTimeOfDay ? 2 : 1) <= seconds * (type ?? .bike).maximumMetresPerSecond
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
  /// - Parameters:
  ///   - known: The quantities that have a value already.
  ///   - wordsBefore: The words of the user's language that make a number after them part of the title.
  package static func doubt(
    of words: [String], known: Set<CheckInQuantity>, type: ExerciseType?, wordsBefore: Set<String> = []
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
      let measure = measure(suffix, type: type)
      guard isAfterIn || !isBoundToNumber(before, wordsBefore) else {
        if measure != nil { return nil }
        continue
      }
      let text = suffix.joined().lowercased()
      if let measure {
        return doubt(count + (isAfterIn ? 1 : 0), [(measure.quantity, measure.value)])
      }
      guard count <= 2, before.last?.isNumber != true || isMeasure(before) else { continue }
      if let match = text.wholeMatch(of: /([0-9]+),([0-9]{3})(km|mi)/) {
        let numbers = ["\(match.1).\(match.2)", "\(match.1)\(match.2)"]
        return doubt(count, numbers.map { (.distance, MeasureText.metres($0 + match.3)) })
      }
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
  private static func isMeasure(_ word: String) -> Bool {
    word.contains(":") || word.contains(where: \.isLetter)
  }

  /// Returns the distance that is directly before or after a word, in metres.
  private static func distance(
    beside words: ArraySlice<String>, found: [TitleMeasures], type: ExerciseType?, _ wordsBefore: Set<String>
  ) -> Int? {
    let beside = found.last.flatMap { $0.quantity == .distance ? $0 : nil }
    let near = Array(words.suffix(maximumWordCount + 1))
    let measure = beside ?? last(of: near, found: found, type: type, wordsBefore: wordsBefore)
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

  /// `1h30`, `1.5 h`, `1h 30min`, `2 hours 15 minutes`, `45m30s`, `45 min` and `1:05:00`. With a leading zero,
  /// `07:10:30` is a time of day.
  private static var durations: Regex<Substring> {
    #/
      [0-9]+ (?: [.,][0-9]+ )? (?: h|hr|hrs|hour|hours|min|mins|minute|minutes )
      | [0-9]+ (?: h|hr|hrs|hour|hours ) [0-9]{1,2}
        (?: (?: m|min|mins|minute|minutes ) (?: [0-9]{1,2} (?: s|sec|secs|second|seconds ) )? )?
      | [0-9]+ (?: m|min|mins|minute|minutes ) [0-9]{1,2} (?: s|sec|secs|second|seconds )
      | [1-9][0-9]? : [0-5][0-9] : [0-5][0-9]
    /#
  }
}

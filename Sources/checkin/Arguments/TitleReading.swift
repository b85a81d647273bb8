import CheckInJournal
import CheckInLanguage

/// The words of a title without the measures and the time at its end, in any order. Tags may follow them.
struct TitleReading {
  /// The words that stay in the title.
  private(set) var title: [String]
  /// The measures, in the order of the words.
  private(set) var measures: [TitleMeasures] = []
  /// The words that the measures have.
  private(set) var wordsOfMeasures: [String] = []
  /// The words that mean the time; `nil` if the title has none, or the time is known.
  private(set) var time: String?
  /// The part of the title that may be a measure or a time.
  private(set) var doubt: Doubt?

  /// A part at the end of the title that may be something else.
  struct Doubt: Equatable {
    /// The words of the part.
    var words: String
    /// The title without them.
    var rest: String
    /// The times that it may mean.
    var times: [String] = []
    /// The options that record it, such as `--distance 5km`.
    var measures: [String] = []
  }

  /// - Parameters:
  ///   - known: The quantities that options specify.
  ///   - isTimeKnown: `true` if an option specifies the time.
  init(_ words: [String], type: ExerciseType?, known: Set<CheckInQuantity>, isTimeKnown: Bool, today: CivilDay) {
    title = words
    var tags: [String] = []
    // Measures and the time can be before tags and after them.
    func setTagsAside() {
      while let last = title.last, last.first == "#", Tag(last) != nil {
        tags.insert(last, at: 0)
        title.removeLast()
      }
    }
    var known = known
    func suffix() -> TimeExpression.InTitle? {
      isTimeKnown || time != nil ? nil : TimeExpression.suffix(ofTitle: title, today: today)
    }
    func measure(in words: [String]) -> TitleMeasures? {
      TitleMeasures.last(of: words, found: measures.reversed(), type: type, wordsBefore: Self.wordsBefore)
    }
    // A duration before a day, as in `1:05:00 yesterday`, is no time of that day.
    func withoutMeasure(_ time: ArraySlice<String>) -> ArraySlice<String> {
      let rest = time.dropFirst()
      guard !rest.isEmpty, case .success = TimeExpression.read(rest.joined(separator: " ")) else { return time }
      let before = Array(title.dropLast(rest.count))
      return measure(in: before)?.wordCount == 1 ? rest : time
    }
    while true {
      setTagsAside()
      if let measure = measure(in: title), known.insert(measure.quantity).inserted {
        measures.insert(measure, at: 0)
        wordsOfMeasures.insert(contentsOf: title.suffix(measure.wordCount), at: 0)
        title.removeLast(measure.wordCount)
      } else if let found = suffix(), found.isMeant {
        let words = withoutMeasure(found.words)
        time = words.joined(separator: " ")
        title.removeLast(words.count)
      } else {
        break
      }
    }
    doubt = Self.doubt(in: title, before: tags, known: known, type: type, time: suffix())
    title += tags
  }

  private static let wordsBefore = Localization.ofProcess.wordsBeforeDays

  private static func doubt(
    in title: [String], before tags: [String], known: Set<CheckInQuantity>, type: ExerciseType?,
    time: TimeExpression.InTitle?
  ) -> Doubt? {
    let measure = TitleMeasures.doubt(of: title, known: known, type: type, wordsBefore: wordsBefore)
    let count = max(measure?.wordCount ?? 0, time?.words.count ?? 0)
    guard count > 0 else { return nil }
    func text(_ words: some Sequence<String>) -> String { words.joined(separator: " ") }
    var doubt = Doubt(words: text(title.suffix(count)), rest: text(title.dropLast(count) + tags))
    if let time, time.words.count == count { doubt.times = time.forms }
    if let measure, measure.wordCount == count {
      doubt.measures = measure.readings.map { "--\($0.quantity.rawValue) \($0.quantity.text($0.value))" }
    }
    return doubt
  }
}

import CheckInJournal

extension CheckInFilter {
  /// Reads types, tags and days, such as `run #race last week`.
  ///
  /// - Throws: A `CommandFailure` with status 64 for other words, or without words.
  init(words text: String, in session: Session) throws {
    self.init()
    let days = addTypesAndTags(in: [text])
    guard !days.isEmpty || !isEmpty else {
      throw CommandFailure.usage("Which check-ins? Give types, tags or days", hint: Self.example)
    }
    guard !days.isEmpty else { return }
    let words = days.joined(separator: " ")
    guard let range = DayRange(words, today: try session.today, firstWeekday: session.firstWeekday) else {
      throw CommandFailure.usage("\"\(words)\" is not a type, a tag, or days", hint: Self.example)
    }
    (from, to) = (range.first, range.last)
  }

  private static let example: Message = "As in: --where \"run #race last week\""

  /// Limits the filter to the types and tags among some words, such as `run`, `strength training` and `#race`.
  ///
  /// - Returns: The other words, in their order.
  mutating func addTypesAndTags(in words: [String]) -> [String] {
    var others: [String] = []
    var rest = words.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }[...]
    while let word = rest.popFirst() {
      if word.hasPrefix("#"), let tag = Tag(word) {
        tags.insert(tag)
      } else if let next = rest.first, let type = ExerciseType(name: "\(word) \(next)") {
        types.insert(type)
        rest.removeFirst()
      } else if let named = try? ExerciseType.all(named: [word]) {
        types.formUnion(named)
      } else {
        others.append(word)
      }
    }
    return others
  }
}

import CheckInJournal

extension CheckInFilter {
  /// Reads types, tags and days, such as `run #race last week`.
  ///
  /// - Throws: A `CommandFailure` with status 64 for other words, or without words.
  init(words text: String, in session: Session) throws {
    self.init()
    var days: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace).map(String.init) {
      let named = word.commaSeparated.map { ExerciseType(name: $0) }
      if word.hasPrefix("#"), let tag = Tag(word) {
        tags.insert(tag)
      } else if !named.contains(nil) {
        types.formUnion(named.compactMap(\.self))
      } else {
        days.append(word)
      }
    }
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
}

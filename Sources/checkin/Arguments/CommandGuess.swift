import CheckInJournal

/// What people type who do not know the commands' names yet.
enum CommandGuess {
  /// Words that mean a command under another name, with what they stand for.
  private static let synonyms: [String: [String]] = [
    "ls": ["list"], "new": ["add"], "rm": ["discard"], "del": ["discard"], "delete": ["discard"],
    "remove": ["discard"], "unrm": ["restore"], "cal": ["month"], "calendar": ["month"], "streak": ["stats"],
    "statistics": ["stats"], "today": [], "status": [], "photos": ["gallery"], "changes": ["audit"],
    "find": ["search"], "web": ["serve"], "version": ["--version"],
  ]

  /// What a word in the place of a command stands for: another name of a command, or a type of exercise, which is then
  /// added.
  /// `nil` for anything else.
  static func arguments(for word: String) -> [String]? {
    if let arguments = synonyms[word.lowercased()] { return arguments }
    return ExerciseType(name: word).flatMap { $0 == .unknown ? nil : ["add", word] }
  }

  /// What to type instead of words that name no command, but a check-in or days; `nil` for anything else.
  static func hint(for words: ArraySlice<String>) -> String? {
    guard let word = words.first else { return nil }
    if word.wholeMatch(of: /[0-9]+/) != nil { return "To see that check-in: checkin show \(word)" }
    guard let days = DayRange.prefix(of: words)?.joined(separator: " ") else { return nil }
    return "To see the check-ins then: checkin list --since \(days) --until \(days)"
  }

  /// The names that a word was probably meant to be: those that it becomes with the fewest slips of the finger.
  static func names(like word: String, among names: [String]) -> [String] {
    Spelling.nearest(
      word, among: names + synonyms.keys + ExerciseType.selectable.map { $0.name.lowercased() })
  }
}

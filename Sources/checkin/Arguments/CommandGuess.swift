import CheckInJournal
import CheckInLanguage

/// The interpretation of words that aren't names of commands.
enum CommandGuess {
  /// Words that mean a command under another name, with what they stand for.
  private static let synonyms: [String: [String]] = [
    "ls": ["list"], "new": ["add"], "rm": ["discard"], "del": ["discard"], "delete": ["discard"],
    "remove": ["discard"], "unrm": ["restore"], "cal": ["month"], "calendar": ["month"], "streak": ["stats"],
    "statistics": ["stats"], "today": [], "status": [], "photos": ["gallery"], "changes": ["audit"],
    "find": ["search"], "web": ["serve"], "version": ["--version"], "sessions": ["session", "list"],
  ]

  /// Returns the arguments that replace a word in the position of a command; `nil` for unknown words.
  ///
  /// The word can be a synonym of a command, or an exercise type to add a check-in of.
  static func arguments(for word: String) -> [String]? {
    if let arguments = synonyms[word.lowercased()] { return arguments }
    return Localization.ofProcess.type(named: word) == nil ? nil : ["add", word]
  }

  /// Returns a hint for words that mean a check-in or days instead of a command; `nil` for other words.
  static func hint(for words: ArraySlice<String>) -> Message? {
    guard let word = words.first else { return nil }
    if word.wholeMatch(of: /[0-9]+/) != nil { return "To see that check-in: checkin show \(word)" }
    guard let days = DayRange.prefix(of: words)?.joined(separator: " ") else { return nil }
    return "To see the check-ins then: checkin list \(days)"
  }

  /// The names that a word was probably meant to be: those that it becomes with the fewest slips of the finger.
  static func names(like word: String, among names: [String]) -> [String] {
    Spelling.nearest(
      word, among: names + synonyms.keys + Localization.ofProcess.typeWords.map(\.word))
  }
}

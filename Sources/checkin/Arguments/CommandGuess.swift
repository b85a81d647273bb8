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

  /// The names that a word was probably meant to be: those that it becomes with the fewest slips of the finger.
  static func names(like word: String, among names: [String]) -> [String] {
    let word = word.lowercased()
    let known = names + synonyms.keys + ExerciseType.selectable.map { $0.name.lowercased() }
    let distances = known.map { (name: $0, distance: distance(Array(word), Array($0))) }
    guard let least = distances.map(\.distance).min(), least <= max(1, word.count / 3) else { return [] }
    return distances.filter { $0.distance == least }.map(\.name).sorted()
  }

  /// How many letters must be put in, left out, exchanged, or swapped with the next one (Damerau and Levenshtein, in
  /// the form without overlapping swaps). The time grows with the product of the lengths.
  private static func distance(_ one: [Character], _ other: [Character]) -> Int {
    var rows = [Array(0...other.count)]
    for (row, letter) in one.enumerated() {
      var current = [row + 1]
      for (column, match) in other.enumerated() {
        var least = min(rows[row][column + 1] + 1, current[column] + 1, rows[row][column] + (letter == match ? 0 : 1))
        if row > 0, column > 0, letter == other[column - 1], one[row - 1] == match {
          least = min(least, rows[row - 1][column - 1] + 1)
        }
        current.append(least)
      }
      rows.append(current)
    }
    return rows[one.count][other.count]
  }
}

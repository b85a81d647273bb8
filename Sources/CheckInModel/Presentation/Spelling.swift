/// Finds what a misspelled word was probably meant to be.
package enum Spelling {
  /// The names that a word becomes with the fewest slips of the finger, sorted; none where all are far away, or if the
  /// word is longer than any name.
  package static func nearest(_ word: String, among names: [String]) -> [String] {
    guard word.utf8.count <= 60 else { return [] }
    let word = word.lowercased()
    let distances = Set(names).map { (name: $0, distance: distance(Array(word), Array($0))) }
    guard let least = distances.map(\.distance).min(), least <= max(1, word.count / 3) else { return [] }
    return distances.filter { $0.distance == least }.map(\.name).sorted()
  }

  /// `Did you mean a or b?`, or the list of all names.
  package static func hint(for word: String, among names: [String]) -> Message {
    let nearest = nearest(word, among: names)
    return nearest.isEmpty ? "There are: \(names.joined(separator: ", "))" : question(nearest)
  }

  /// `Did you mean a or b?`
  package static func question(_ names: [String]) -> Message {
    guard let last = names.last, names.count > 1 else { return "Did you mean \(names.joined())?" }
    return "Did you mean \(names.dropLast().joined(separator: " or ")) or \(last)?"
  }

  /// Returns the edit distance between two words.
  ///
  /// It's the number of letters to insert, delete, replace or swap with the next one (Damerau–Levenshtein, in the form
  /// without overlapping swaps).
  ///
  /// - Complexity: O(*n* × *m*), where *n* and *m* are the lengths of the words.
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

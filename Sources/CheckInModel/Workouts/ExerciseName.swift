/// The matching of exercises by the names that the user types.
///
/// ```swift
/// ExerciseName.match("bench", among: [["Bench Press"], ["Squat"]])  // .one(0)
/// ExerciseName.match("press", among: [["Bench Press"], ["Overhead Press"]])  // .several([0, 1])
/// ```
public enum ExerciseName {
  /// The result of matching a text against a list of exercises' names.
  public enum Match: Hashable, Sendable {
    /// No exercise has such a name.
    case none
    /// The number of the only exercise with such a name.
    case one(Int)
    /// More than one is meant equally well.
    case several([Int])
  }

  /// The name as names are compared: whatever its case, and the white space between its words.
  public static func folded(_ name: String) -> String {
    name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The parts of a name that a text is compared with.
  package enum Precision: CaseIterable {
    /// Whole words: `row` is in Barbell Row, and not in Rowing Machine.
    case words
    /// Any characters.
    case characters
  }

  /// The indices of the names that a text matches.
  ///
  /// A whole name or alias is preferred to names that begin with the text as whole words, those to names that contain
  /// its words, those to names that begin with its characters, those to names that contain them, and those to aliases
  /// that contain them.
  ///
  /// - Parameter names: For each thing its name, then its aliases.
  /// - Complexity: O(*n*) in the length of all names.
  public static func match(_ text: String, among names: [[String]]) -> Match {
    for precision in Precision.allCases {
      let match = match(text, among: names, by: precision)
      if match != .none { return match }
    }
    return .none
  }

  package static func match(_ text: String, among names: [[String]], by precision: Precision) -> Match {
    let wanted = folded(text)
    guard !wanted.isEmpty else { return .none }
    let candidates = names.map { $0.map(folded) }
    let isMeant: [([String]) -> Bool]
    switch precision {
    case .words:
      let words = words(wanted)
      // Text without a letter or digit has no words.
      guard words.count > 2 else { return .none }
      isMeant = [
        { $0.contains(wanted) }, { $0.first.map { Self.words($0).hasPrefix(words) } ?? false },
        { $0.first.map { Self.words($0).contains(words) } ?? false },
      ]
    case .characters:
      isMeant = [
        { $0.contains(wanted) }, { $0.first?.hasPrefix(wanted) ?? false }, { $0.first?.contains(wanted) ?? false },
        { $0.contains { $0.contains(wanted) } },
      ]
    }
    for isMeant in isMeant {
      let found = candidates.indices.filter { isMeant(candidates[$0]) }
      if found.count == 1 { return .one(found[0]) }
      if found.count > 1 { return .several(found) }
    }
    return .none
  }

  /// Returns `true` if a name contains a text: as whole words, or as any characters.
  package static func contains(_ text: String, in name: String, by precision: Precision) -> Bool {
    let wanted = folded(text)
    switch precision {
    case .words:
      let words = words(wanted)
      // Text without a letter or digit has no words.
      return words.count > 2 && Self.words(folded(name)).contains(words)
    case .characters: return !wanted.isEmpty && folded(name).contains(wanted)
    }
  }

  /// Returns `true` if a name starts with a text as whole words.
  package static func starts(with text: String, _ name: String) -> Bool {
    let words = words(folded(text))
    return words.count > 2 && Self.words(folded(name)).hasPrefix(words)
  }

  /// The words of a folded name, with a space before, between and after them.
  private static func words(_ name: String) -> String {
    let words = name.split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" }
    return " " + words.joined(separator: " ") + " "
  }

  /// The names that are most like a text, the most alike first; at most `count`, and none that has little in common.
  public static func nearest(to text: String, in names: [String], count: Int = 3) -> [String] {
    let wanted = Array(folded(text))
    let limit = max(1, wanted.count / 3)
    let ranked = names.compactMap { name -> (name: String, distance: Int)? in
      let name = (name, Array(folded(name)))
      // No distance is less than the difference in length, and comparing a long text takes long.
      guard wanted.count - name.1.count <= limit else { return nil }
      // What was typed may be only the beginning of a name, or one of its words.
      let words = name.1.split(separator: " ").map(Array.init)
      let distances = [distance(wanted, name.1), distance(wanted, Array(name.1.prefix(wanted.count)))]
      return (name.0, (distances + words.map { distance(wanted, $0) }).min() ?? 0)
    }
    let near = ranked.filter { $0.distance <= limit }
    return near.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(count).map(\.name)
  }

  /// Returns the Levenshtein distance between two texts.
  ///
  /// That is the minimum number of characters to insert, delete or replace to turn one text into the other.
  ///
  /// - Complexity: O(*m* · *n*), where *m* and *n* are the texts' lengths.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var row = Array(0...right.count)
    for (index, character) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (other, otherCharacter) in right.enumerated() {
        let changed = diagonal + (character == otherCharacter ? 0 : 1)
        diagonal = row[other + 1]
        row[other + 1] = min(changed, row[other] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}

import ArgumentParser
import CheckInJournal

/// The options of commands that can be limited to some types, tags and locations.
struct SelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Only this type of exercise, or several: run,gym.", valueName: "type"),
    completion: .types)
  var type: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only those with this tag, such as race; of several, as in race,hills, with all of them.", valueName: "tag"),
    completion: .tags)
  var tag: [String] = []

  @Option(help: ArgumentHelp("Only those with these words in the location: park.", valueName: "words"))
  var location: String?

  /// Returns the filter for these types, tags and locations on some days.
  ///
  /// - Throws: A `CommandFailure` with status 64 for a name of no type, or a word that can be no tag.
  func filter(_ days: (first: CivilDay?, last: CivilDay?)) throws -> CheckInFilter {
    CheckInFilter(
      tags: try tags, place: SearchWords(location ?? ""), types: try types, from: days.first, to: days.last)
  }

  /// Throws a `CommandFailure` with status 64 for a name of no type.
  var types: Set<ExerciseType> { get throws { Set(try ExerciseType.all(named: type)) } }

  /// Throws a `CommandFailure` with status 64 for a word that can be no tag.
  var tags: Set<Tag> {
    get throws {
      Set(
        try tag.flatMap(\.commaSeparated).map { word in
          guard let tag = Tag(word) else { throw Self.notATag(word) }
          return tag
        })
    }
  }

  /// The error for a word that can't be a tag.
  static func notATag(_ word: String) -> CommandFailure {
    .usage("\"\(word)\" is not a tag", hint: "A tag has letters, digits, - and _, at least one letter: race")
  }
}

/// Kilocalories from one number to another: `200-400`, `200-`, `-400`, `320`.
struct CaloriesRange: ExpressibleByArgument {
  var range: ClosedRange<Int>

  init?(argument: String) {
    let parts = argument.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard (1...2).contains(parts.count), parts.contains(where: { !$0.isEmpty }) else { return nil }
    let bounds = parts.map { part in part.allSatisfy { ("0"..."9").contains($0) } ? Int(part) : nil }
    guard let first = parts[0].isEmpty ? 0 : bounds[0],
      let last = parts.count == 1 ? first : parts[1].isEmpty ? Int.max : bounds[1], first <= last
    else { return nil }
    range = first...last
  }
}

/// The option of commands that can be limited to some rows.
struct LimitOption: ParsableArguments {
  @Option(
    name: [.customShort("n", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp("At most this many.", valueName: "n"), transform: Int.init(argument:))
  var limit: Int?
}

extension String {
  /// The values of an option that accepts several at once, such as `run,gym`.
  var commaSeparated: [String] { split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
}

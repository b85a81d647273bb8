import CheckInJournal
import CheckInLanguage

/// The words that the user may type for exercise types.
struct TypeWords {
  let localization: Localization
  /// The words of the configuration file's table `types`, in lower case.
  let own: [String: ExerciseType]
  /// `true` if lists of types are in English, as in JSON.
  let listsEnglish: Bool

  /// The most words of a type, as in `Strength Training`.
  static let maximumWordCount = 3

  /// Returns the type that words mean, or `nil` if they aren't a type.
  func type(_ word: String) -> ExerciseType? {
    own[word.collapsed.lowercased()] ?? localization.type(named: word)
  }

  /// Returns the words that the user probably meant, with the fewest slips of the finger.
  func nearest(_ word: String) -> [String] {
    Spelling.nearest(word, among: localization.typeWords.map(\.word) + own.keys)
  }

  /// The list of types in the help, which is in English.
  static let englishList: Message = "Types: \(ExerciseType.selectable.map(\.name).joined(separator: ", "))"

  /// The list of types for the user.
  var hint: Message { "Types: \(names.joined(separator: ", "))" }

  /// The names of types, and the user's own words.
  var names: [String] {
    ExerciseType.selectable.map { listsEnglish ? $0.name : localization.name(of: $0) } + own.keys.sorted()
  }

  /// The message that a word isn't a type.
  static func unknown(_ word: String) -> Message { "\"\(word)\" is not a type of exercise" }

  /// The similar words and the list of types.
  func hints(for word: String) -> [Message] {
    let nearest = nearest(word)
    return (nearest.isEmpty ? [] : [Spelling.question(nearest)]) + [hint]
  }
}

extension TypeWords {
  /// The words of the process's locale and of the user's configuration file.
  static let ofProcess: TypeWords = {
    let arguments = CommandLine.arguments
    return TypeWords(
      localization: .ofProcess, own: Preferences.ofProcess?.types ?? [:],
      listsEnglish: arguments.askForJSON || arguments.contains("--ascii"))
  }()
}

import CheckInJournal
import CheckInLanguage

extension Session {
  /// The words of the process's locale and of the user's configuration file.
  var typeWords: TypeWords {
    TypeWords(localization: .ofProcess, own: preferences.types, listsEnglish: global.json || global.ascii)
  }
}

extension ExerciseType {
  /// The types with these names, several to a word where commas part them. Throws a `CommandFailure` with status 64 for
  /// a word that isn't a type.
  static func all(named words: [String]) throws -> [ExerciseType] {
    let known = TypeWords.ofProcess
    return try words.flatMap(\.commaSeparated).map { name in
      if let type = ExerciseType(name: name) ?? known.type(name) { return type }
      throw CommandFailure.usage(TypeWords.unknown(name), hint: known.hints(for: name).joined(separator: "\n"))
    }
  }
}

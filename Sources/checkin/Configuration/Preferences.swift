import CheckInJournal
import CheckInLanguage
import FoundationEssentials

/// The user's settings and their origins.
///
/// An option takes precedence over a variable, and a variable over the configuration file.
struct Preferences {
  /// The origin of a value.
  enum Origin: Equatable {
    case option(String)
    case variable(String)
    case file(line: Int?)
    /// The locale, or the built-in default.
    case locale, standard
  }

  let file: ConfigurationFile
  /// The variables of the process, with what the file sets in place of those that are not set. Of colours, and of the
  /// journal, it has no more than the process: those depend on more than one variable.
  let environment: [String: String]
  /// The entries of the file without an effect, each with its position.
  let warnings: [Message]
  /// Returns `true` if a word names a command, which no alias can replace.
  let isCommand: (String) -> Bool
  private let ownEnvironment: [String: String]

  /// - Parameter isCommand: Returns `true` if a word names a command.
  init(environment: [String: String], isCommand: @escaping (String) -> Bool) throws {
    let file = try ConfigurationFile()
    self.file = file
    self.isCommand = isCommand
    warnings =
      file.warnings
      + file.entries.filter { $0.key.hasPrefix("alias.") && isCommand(String($0.key.dropFirst(6))) }.map {
        "\(file.place($0.line)): \($0.key) has no effect, since there is a command of this name"
      }
    ownEnvironment = environment
    var merged = environment
    for setting in Setting.allCases where setting != .color && setting != .journal {
      let own = environment[setting.variable] ?? ""
      guard let value = own.isEmpty ? file.entry(setting.rawValue)?.value : own else { continue }
      // What cannot be used stays as it is, and is refused by name.
      if let normalized = setting.normalized(value) { merged[setting.variable] = normalized }
    }
    self.environment = merged
  }

  /// Throws a `CommandFailure` with status 64 if the file or a variable says what cannot be used.
  func check() throws {
    var messages = file.errors
    for setting in [Setting.unit, .distanceUnit, .firstWeekday, .clock, .color, .defaultType, .sessionType] {
      let word = ownEnvironment[setting.variable] ?? ""
      guard !word.isEmpty, setting.normalized(word) == nil else { continue }
      messages.append("\(setting.variable) takes \(setting.values), and not \"\(word)\"")
    }
    guard messages.isEmpty else {
      throw CommandFailure(status: JournalError.Code.invalidValue.exitStatus, messages: messages)
    }
  }

  /// The value of a setting, and where it comes from; `nil` if it is not set, other than by an option.
  func value(of setting: Setting) -> (value: String, origin: Origin)? {
    if let word = ownEnvironment[setting.variable], !word.isEmpty {
      return (setting.normalized(word) ?? word, .variable(setting.variable))
    }
    if setting == .color {
      // https://no-color.org and https://bixense.com/clicolors
      if !(ownEnvironment["NO_COLOR"] ?? "").isEmpty { return ("never", .variable("NO_COLOR")) }
      if !["", "0"].contains(ownEnvironment["CLICOLOR_FORCE"] ?? "") { return ("always", .variable("CLICOLOR_FORCE")) }
      if ownEnvironment["CLICOLOR"] == "0" { return ("never", .variable("CLICOLOR")) }
    }
    guard let entry = file.entry(setting.rawValue), let value = setting.normalized(entry.value) else { return nil }
    return (setting == .journal ? path(value) : value, .file(line: entry.line))
  }

  /// The colour mode, unless an option specifies it.
  var color: ColorMode { value(of: .color).flatMap { ColorMode(rawValue: $0.value) } ?? .auto }

  /// The type of a check-in that none is named for.
  var defaultType: ExerciseType? { value(of: .defaultType).flatMap { ExerciseType(name: $0.value) } }

  /// The type of the check-in that a finished workout adds.
  var sessionType: ExerciseType {
    value(of: .sessionType).flatMap { ExerciseType(name: $0.value) } ?? SessionCheckIn.defaultType
  }

  /// The user's own words for types, in lower case.
  var types: [String: ExerciseType] {
    let entries = file.entries.filter { $0.key.hasPrefix("types.") }
    return entries.reduce(into: [:]) { types, entry in
      let type = Setting.defaultType.normalized(entry.value).flatMap { ExerciseType(name: $0) }
      types[entry.key.dropFirst(6).lowercased()] = type
    }
  }

  // MARK: Journals

  /// The names of the configuration file's journals.
  var journalNames: [String] {
    file.entries.filter { $0.key.hasPrefix("journals.") }.map { String($0.key.dropFirst(9)) }
  }

  /// The directory of a named journal. Throws a `CommandFailure` with status 64 if there is none of the name.
  func journal(named name: String) throws -> String {
    if let entry = file.entry("journals.\(name)") { return path(entry.value) }
    let names = journalNames
    let missing: Message = "There is no journal named \"\(name)\""
    guard !names.isEmpty else {
      throw CommandFailure.usage(missing, hint: "Name it first: checkin config journals.\(name) <dir>")
    }
    throw CommandFailure.usage(missing, hint: Spelling.hint(for: name, among: names))
  }

  /// A path of the file: `~` is the home directory, and others are relative to the file's directory.
  private func path(_ word: String) -> String {
    if word == "~" || word.hasPrefix("~/"), let home = ownEnvironment["HOME"], !home.isEmpty {
      return home + word.dropFirst()
    }
    guard !word.hasPrefix("/") else { return word }
    let folder = file.path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    return folder.isEmpty ? word : folder + "/" + word
  }

  // MARK: Aliases

  /// Returns the words that an alias, or the user's own word for a type, stands for; `nil` for other words.
  func words(ofAlias name: String) -> [String]? {
    guard let entry = file.entry("alias.\(name)") else { return types[name.lowercased()] == nil ? nil : ["add", name] }
    guard entry.words.count == 1 else { return entry.words }
    return Self.words(of: entry.value)
  }

  /// The words of a line, as a shell divides it: by white space that is not in quotes or behind a backslash.
  static func words(of line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if quote == nil, character.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + [word].compactMap { $0 }
  }
}

extension Preferences {
  /// The preferences of the process's environment, with aliases for all words; `nil` if they can't be read.
  static var ofProcess: Preferences? {
    try? Preferences(environment: ProcessInfo.processInfo.environment) { _ in false }
  }
}

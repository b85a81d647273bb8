import ArgumentParser
import CheckInJournal

/// Reads the arguments, and brings them into the order that the parser understands.
///
/// Global options may come before or after the name of the command; the parser takes them only after it.
enum ArgumentOrder {
  static let programName = "checkin"

  private static let flags: Set = ["--json", "--ascii", "--no-input", "--no-pager", "--quiet", "-q"]
  private static let globalValued: Set = ["--journal", "--journal-name", "-j", "--color"]
  /// All options with a long name that take a value.
  private static let valued = globalValued.union([
    "--action", "--against", "--alias", "--as", "--as-of", "--at", "--behind-proxy", "--by",
    "--check-in", "--clear", "--end", "--every", "--exercise", "--expect", "--format", "--from", "--ics", "--id",
    "--key", "--limit", "--listen", "--load", "--long-durations", "--map", "--measures", "--name", "--origin",
    "--photo", "--port", "--revoke", "--since", "--sort", "--tag", "--title", "--tls-certificate", "--tls-key", "--to",
    "--type", "--unit", "--until", "--where", "--zone",
  ]).union(DetailOptions.names)
  /// Options that take a value in other commands only.
  private static let withoutValue: [String: Set<String>] = ["search": ["--photo"], "session": ["--check-in"]]
  /// Options whose value may be several words that mean a time.
  private static let times: Set = ["--at", "--as-of", "--end"]
  /// Options whose value may be several words that mean a day, a week, a month or a year.
  private static let days: Set = ["--from", "--since", "--to", "--until"]

  /// The arguments of this process. Throws a `CommandFailure` with status 64 if one is not UTF-8; Swift's own list
  /// would repair it silently, and the repaired text would be stored.
  static func processArguments() throws -> [String] {
    var arguments: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let pointer = CommandLine.unsafeArgv[index] else { break }
      guard let argument = String(validatingCString: pointer) else {
        throw CommandFailure.usage("Argument \(index) is not valid UTF-8: \"\(String(cString: pointer))\"")
      }
      arguments.append(argument)
    }
    return arguments
  }

  /// Returns `true` if every command takes an option of this name.
  static func isOfEveryCommand(_ name: String) -> Bool {
    flags.contains(name) || globalValued.contains(name) || ["--version", "-h", "--help"].contains(name)
  }
  /// Returns `true` if the arguments also request the versions of the libraries.
  static func asksForVersions(_ arguments: [String]) -> Bool {
    var rest = arguments[...]
    _ = takeGlobals(&rest)
    return Set(rest) == ["--version", "--verbose"]
  }

  /// The words that request help.
  private static let helpWords: Set = ["help", "-h", "--help"]

  /// Returns the scope of the help that arguments request, or `nil` if they request none.
  ///
  /// The help of a single command has no scope. The arguments must be in the order of ``normalized(_:root:alias:)``.
  static func helpScope(of arguments: [String]) -> HelpScreen.Scope? {
    var rest = arguments[...]
    _ = takeGlobals(&rest)
    guard let first = rest.popFirst(), helpWords.contains(first) else { return nil }
    var scope = HelpScreen.Scope.essentials
    while !rest.isEmpty {
      if !takeGlobals(&rest).isEmpty { continue }
      guard let word = rest.popFirst(), word == "--all" || helpWords.contains(word) else { return nil }
      if word == "--all" { scope = .all }
    }
    return scope
  }

  /// The arguments with leading global options moved after the command's name. Throws a `CommandFailure` with status
  /// 64 if there is no such command.
  ///
  /// - Parameters:
  ///   - root: the command that all others are subcommands of.
  ///   - alias: the words that another name of a command stands for. A command's own name comes first, and what an
  ///     alias stands for is no alias again.
  static func normalized(
    _ arguments: [String], root: any ParsableCommand.Type, alias: (String) -> [String]? = { _ in nil }
  ) throws -> [String] {
    var rest = arguments[...]
    var globals = takeGlobals(&rest)
    if let word = rest.first, !isCommand(word, of: root), let words = alias(word) {
      rest = words + rest.dropFirst()
      globals += takeGlobals(&rest)
    }
    if let word = rest.first, !isSubcommand(word, of: root), let meant = CommandGuess.arguments(for: word) {
      rest = meant + rest.dropFirst()
    }
    guard let name = rest.first else { return globals }
    if name == "help" { return try ["help"] + helpTopic(rest.dropFirst(), of: root, alias: alias) }
    if rest.allSatisfy({ $0 == "-h" || $0 == "--help" || $0 == "--version" }) { return Array(rest) }
    if name.hasPrefix("-") { return withValues(globals + rest, of: nil) }
    if !isSubcommand(name, of: root), let hint = CommandGuess.hint(for: rest) {
      throw CommandFailure.usage("There is no command \"\(name)\"", hint: hint)
    }
    let command = try subcommand(name, of: root, others: ["help"])
    rest = rest.dropFirst()
    if limited.contains(name) { rest = withLimits(rest, of: name) }
    try checkOptions(rest, of: name)
    guard !command.configuration.subcommands.isEmpty else { return [name] + withValues(globals + rest, of: name) }
    globals += takeGlobals(&rest)
    guard rest.first != "-h", rest.first != "--help" else { return [name] + rest }
    if command.configuration.defaultSubcommand != nil, rest.first?.hasPrefix("-") ?? true {
      return [name] + withValues(globals + rest, of: name)
    }
    guard let action = rest.first else { return [name] + rest }
    if let forwarding = command as? any ForwardsWords.Type, !isSubcommand(action, of: command) {
      let words = [forwarding.subcommandForWords.configuration.commandName].compactMap(\.self)
      return [name] + words + withValues(globals + rest, of: name)
    }
    _ = try subcommand(action, of: command)
    return [name, action] + withValues(globals + rest.dropFirst(), of: name)
  }

  /// Returns the words after `help`, with the command by its own name.
  ///
  /// Throws a `CommandFailure` with status 64 if there is no such command.
  private static func helpTopic(
    _ words: ArraySlice<String>, of root: any ParsableCommand.Type, alias: (String) -> [String]?
  ) throws -> [String] {
    guard let word = words.first, !word.hasPrefix("-"), word != "help", !isSubcommand(word, of: root) else {
      return Array(words)
    }
    if let meant = CommandGuess.arguments(for: word) ?? alias(word) {
      // Words such as today name no command of their own: the help of the program explains them.
      guard let command = meant.first.flatMap({ found($0, in: root) }) else { return [] }
      return meant.enumerated().prefix { $0 == 0 || isSubcommand($1, of: command) }.map(\.element) + words.dropFirst()
    }
    _ = try subcommand(word, of: root, others: ["help"])
    return Array(words)
  }

  /// Returns `true` if a word is a command's name, or is interpreted as one.
  static func isCommand(_ word: String, of root: any ParsableCommand.Type) -> Bool {
    word == "help" || isSubcommand(word, of: root) || CommandGuess.arguments(for: word) != nil
  }

  private static func isSubcommand(_ name: String, of command: any ParsableCommand.Type) -> Bool {
    found(name, in: command) != nil
  }

  static func found(
    _ name: String, in command: any ParsableCommand.Type
  ) -> (any ParsableCommand.Type)? {
    command.configuration.subcommands.first { $0.configuration.names.contains(name) }
  }

  /// - Parameter others: the names of commands that the parser adds itself.
  private static func subcommand(
    _ name: String, of command: any ParsableCommand.Type, others: [String] = []
  ) throws -> any ParsableCommand.Type {
    if let found = found(name, in: command) { return found }
    let names = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }.flatMap {
      $0.configuration.names
    }
    let group = command.configuration.commandName.flatMap { $0 == programName ? nil : $0 }
    let guesses =
      group == nil ? CommandGuess.names(like: name, among: names + others) : Spelling.nearest(name, among: names)
    let path = [programName, group].compactMap(\.self).joined(separator: " ")
    let help: Message = "To see the commands: \(path) --help"
    throw CommandFailure.usage(
      "There is no command \"\(name)\"",
      hint: guesses.isEmpty ? help : [Spelling.question(guesses), help].joined(separator: "\n"))
  }

  /// Options that people look for in a command but that only another one has, with a hint at that one.
  private static let elsewhere: [String: (options: Set<String>, hint: Message)] = [
    "history": (
      ["--from", "--to", "-n"],
      hint: "It shows every event of one check-in. To see a part of the log: checkin audit --from 2 --to 9"
    ),
    "export": (
      ["--type", "-n"],
      hint: "It exports every check-in of some days or of all. To get others: checkin list --type run --json"
    ),
  ]

  private static func checkOptions(_ arguments: ArraySlice<String>, of command: String) throws {
    guard let (options, hint) = elsewhere[command] else { return }
    for argument in arguments.prefix(while: { $0 != "--" }) {
      let option = String(argument.prefix { $0 != "=" })
      if options.contains(option) { throw CommandFailure.usage("\(command) has no \(option)", hint: hint) }
    }
  }

  /// Commands whose answer `-n` limits.
  private static let limited: Set = ["list", "search", "audit"]

  /// `-3` as `-n 3`.
  private static func withLimits(_ arguments: ArraySlice<String>, of command: String) -> ArraySlice<String> {
    let valued = valued.subtracting(withoutValue[command] ?? [])
    let options = arguments.prefix { $0 != "--" }
    var limited: ArraySlice<String> = []
    for option in options {
      let isValue = limited.last.map { valued.contains($0) || $0 == "-n" } ?? false
      let isLimit = !isValue && option.wholeMatch(of: /-[0-9]+/) != nil
      limited += isLimit ? ["-n", String(option.dropFirst())] : [option]
    }
    return limited + arguments.dropFirst(options.count)
  }

  /// Takes global options off the beginning.
  private static func takeGlobals(_ rest: inout ArraySlice<String>) -> [String] {
    var globals: [String] = []
    while let argument = rest.first, let count = globalCount(argument), count <= rest.count {
      globals += rest.prefix(count)
      rest = rest.dropFirst(count)
    }
    return globals
  }

  /// Returns the number of arguments that a global option and its value take; `nil` for other arguments.
  private static func globalCount(_ argument: String) -> Int? {
    if flags.contains(argument) { return 1 }
    if globalValued.contains(argument) { return 2 }
    return globalValued.contains { argument.hasPrefix($0 + "=") } ? 1 : nil
  }

  /// Each option with its whole value: `--at yesterday 18:00` as `--at "yesterday 18:00"`, and `--notes=` as
  /// `--notes ""`, since the parser would take the next argument for its value.
  private static func withValues(_ arguments: [String], of command: String?) -> [String] {
    let valued = valued.subtracting(command.flatMap { withoutValue[$0] } ?? [])
    var result: [String] = []
    var rest = arguments[...]
    while let argument = rest.first, argument != "--" {
      rest.removeFirst()
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let isJoined = parts.count == 2 && !parts[1].isEmpty
      guard valued.contains(parts[0]), var value = parts.count == 2 ? parts[1] : rest.popFirst() else {
        result.append(argument)
        continue
      }
      let words = [value] + rest.prefix { !$0.hasPrefix("-") }
      let meant =
        if times.contains(parts[0]) { TimeExpression.prefix(of: words[...]) } else if days.contains(parts[0]) {
          DayRange.prefix(of: words[...])
        } else { nil as ArraySlice<String>? }
      if let meant {
        value = meant.joined(separator: " ")
        rest = rest.dropFirst(meant.count - 1)
      }
      result += isJoined ? ["\(parts[0])=\(value)"] : [parts[0], value]
    }
    return result + rest
  }
}

extension CommandConfiguration {
  /// The names that the user can type for the command.
  fileprivate var names: [String] { (commandName.map { [$0] } ?? []) + aliases }
}

/// A command that passes words to one of its subcommands if they don't name a subcommand: `checkin goal run 3/week`.
protocol ForwardsWords: ParsableCommand {
  static var subcommandForWords: any ParsableCommand.Type { get }
}

/// Brings arguments into the order that the parser understands.
///
/// Global options may stand before or behind the name of the command; the parser takes them only behind it.
enum ArgumentOrder {
  private static let flags: Set = ["--json", "--ascii", "--no-input", "--quiet", "-q"]
  private static let valued: Set = ["--journal", "--color"]
  /// Options whose value may be a day and a time of day.
  private static let times: Set = ["--at", "--as-of"]

  /// Whether an error is to be told as JSON, however wrong the rest is.
  static func asksForJSON(_ arguments: [String]) -> Bool {
    arguments.prefix { $0 != "--" }.contains("--json")
  }

  /// The arguments with leading global options moved behind the command's name. Throws a `CommandFailure` with status
  /// 64 where a word is no command's name.
  ///
  /// - Parameter commands: the names of all commands.
  static func normalized(_ arguments: [String], commands: [String]) throws -> [String] {
    var rest = arguments[...]
    var globals = takeGlobals(&rest)
    guard let name = rest.first else { return globals }
    if name == "help" || rest.allSatisfy({ $0 == "-h" || $0 == "--help" || $0 == "--version" }) { return Array(rest) }
    if name.hasPrefix("-") { return globals + rest }
    try check(name, isOneOf: commands)
    rest = rest.dropFirst()
    guard name == PhotoCommand.name else { return [name] + globals + joinedTimes(rest) }
    globals += takeGlobals(&rest)
    guard let action = rest.first, action != "-h", action != "--help" else { return [name] + rest }
    try check(action, isOneOf: PhotoCommand.actions)
    return [name, action] + globals + joinedTimes(rest.dropFirst())
  }

  private static func check(_ name: String, isOneOf names: [String]) throws {
    guard names.contains(name) else {
      throw CommandFailure.usage("There is no command \"\(name)\"", hint: "Commands: " + names.joined(separator: ", "))
    }
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

  /// How many arguments a global option takes with its value; `nil` for anything else.
  private static func globalCount(_ argument: String) -> Int? {
    if flags.contains(argument) { return 1 }
    if valued.contains(argument) { return 2 }
    return valued.contains { argument.hasPrefix($0 + "=") } ? 1 : nil
  }

  /// `--at yesterday 18:00` made two arguments, as `--at "yesterday 18:00"` is.
  private static func joinedTimes(_ arguments: ArraySlice<String>) -> [String] {
    var joined: [String] = []
    var rest = arguments
    while let argument = rest.popFirst() {
      joined.append(argument)
      if argument == "--" { break }
      var day: String?
      if times.contains(argument), let value = rest.popFirst() {
        joined.append(value)
        day = value
      } else if let option = times.first(where: { argument.hasPrefix($0 + "=") }) {
        day = String(argument.dropFirst(option.count + 1))
      }
      if let day, SpokenTime.isDay(day), let clock = rest.first, SpokenTime.isClock(clock) {
        joined[joined.count - 1] += " " + rest.removeFirst()
      }
    }
    return joined + rest
  }
}

import ArgumentParser
import CheckInJournal

/// Options that people type who do not know their names yet.
enum OptionGuess {
  /// Names of other programs' options, with the options that they can mean here, the likeliest first.
  private static let synonyms: [String: [String]] = [
    "--cal": ["--calories"], "--kcal": ["--calories"], "--energy": ["--calories"],
    "--date": ["--at", "--from"], "--day": ["--at", "--from"], "--time": ["--at"], "--when": ["--at", "--from"],
    "--start": ["--from", "--at"], "--begin": ["--from", "--at"], "--after": ["--from"], "--before": ["--to"],
    "--length": ["--distance"], "--km": ["--distance"], "--minutes": ["--duration"], "--min": ["--duration"],
    "--place": ["--location"], "--where": ["--location"], "--comment": ["--notes"], "--description": ["--notes"],
    "--image": ["--photo"], "--picture": ["--photo"], "--tz": ["--zone"], "--timezone": ["--zone"],
    "--limit": ["-n"], "--count": ["-n"], "--max": ["-n"], "--kind": ["--type"], "--sport": ["--type"],
    "--tags": ["--tag"], "--group": ["--by"], "--order": ["--sort"],
  ]

  /// Returns the failure with the option that was probably meant, if an option is unknown.
  ///
  /// The parser's own guess is the option with the fewest other letters, however different its meaning.
  ///
  /// - Parameters:
  ///   - arguments: The arguments in the order of ``ArgumentOrder/normalized(_:root:alias:)``.
  ///   - root: The program's command.
  static func explained(
    _ failure: CommandFailure, of arguments: [String], root: any ParsableCommand.Type
  ) -> CommandFailure {
    guard failure.messages.count == 1 else { return failure }
    let known = options(of: command(of: arguments, root), root)
    let typed = arguments.prefix { $0 != "--" }.map { String($0.prefix { $0 != "=" }) }
    let unknown = typed.first { option in
      option.hasPrefix("-") && Double(option) == nil && !known.contains(option)
        && ["'\(option)'", "\"\(option)\""].contains { failure.messages[0].text.contains($0) }
    }
    guard let unknown else { return failure }
    let message: Message =
      if let guess = option(for: unknown, among: known) {
        "Unknown option '\(unknown)'. Did you mean '\(guess)'?"
      } else {
        "Unknown option '\(unknown)'"
      }
    return CommandFailure(status: failure.status, messages: [message], hint: failure.hint)
  }

  /// Returns the option that an unknown one probably means, or `nil` if none is like it.
  static func option(for unknown: String, among options: [String]) -> String? {
    let name = unknown.lowercased()
    if let meant = synonyms[name]?.first(where: { options.contains($0) }) { return meant }
    guard name.count > 3 else { return nil }
    let longer = options.filter { $0.hasPrefix(name) }
    if longer.count == 1 { return longer[0] }
    let names = options.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }
    return Spelling.nearest(String(name.drop { $0 == "-" }), among: names).first.map { "--" + $0 }
  }

  /// The command that arguments name; the program's own if they name none.
  private static func command(
    of arguments: [String], _ root: any ParsableCommand.Type
  ) -> any ParsableCommand.Type {
    var command = root
    for word in arguments {
      guard let found = ArgumentOrder.found(word, in: command) else { break }
      command = found
    }
    while let usual = command.configuration.defaultSubcommand { command = usual }
    return command
  }

  /// The options that the help of a command lists.
  private static func options(of command: any ParsableCommand.Type, _ root: any ParsableCommand.Type) -> [String] {
    root.helpMessage(for: command, columns: 200).split(separator: "\n")
      .filter { $0.hasPrefix("  -") }
      .flatMap { line in line.prefix(60).matches(of: /(?:^ *|, |\/)(--?[a-zA-Z][a-z-]*)/).map { String($0.1) } }
  }
}

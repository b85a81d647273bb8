import CheckInJournal

/// Messages for the errors of the library that parses arguments, which are English sentences.
///
/// Each form matches a whole text, and what it finds are values. So an argument is never translated, whatever it says.
enum ParserMessage {
  private typealias Form = (regex: Regex<AnyRegexOutput>, message: (_ values: [String]) -> Message)

  /// Returns the message of an error.
  static func error(_ text: String) -> Message { message(text, errors) }

  /// Returns the message of the usage that comes with an error.
  static func usage(_ text: String) -> Message {
    text.split(separator: "\n").map { line in
      let spaces = line.prefix { $0 == " " }
      return "\(spaces)\(message(String(line.dropFirst(spaces.count)), usages))"
    }.joined(separator: "\n")
  }

  private static func message(_ text: String, _ forms: [Form]) -> Message {
    for form in forms {
      guard let match = text.wholeMatch(of: form.regex) else { continue }
      return form.message(match.output.dropFirst().map { $0.substring.map(String.init) ?? "" })
    }
    return Message(verbatim: text)
  }

  private static func form(_ pattern: Regex<some Any>, _ message: @escaping ([String]) -> Message) -> Form {
    (Regex<AnyRegexOutput>(pattern.dotMatchesNewlines()), message)
  }

  private static var errors: [Form] {
    [
      form(/(Unknown option '[^\n]*)\n   or: Missing value for '(.*)' in '(.*)'/) {
        "\(error($0[0]))\n   \("or: Missing value for '\($0[1])' in '\($0[2])'" as Message)"
      },
      form(/Unknown option '(.*)'\. Did you mean '(.*)'\?/) { "Unknown option '\($0[0])'. Did you mean '\($0[1])'?" },
      form(/Unknown option '(.*)'/) { "Unknown option '\($0[0])'" },
      form(/Missing value for '(.*)'/) { "Missing value for '\($0[0])'" },
      form(/The option '(.*)' does not take any value, but '(.*)' was specified\./) {
        "The option '\($0[0])' does not take any value, but '\($0[1])' was specified."
      },
      form(/Unexpected argument '(.*)'/) { "Unexpected argument '\($0[0])'" },
      form(/(\d+) unexpected arguments: (.*)/) { "\($0[0]) unexpected arguments: \($0[1])" },
      form(/Missing expected argument '(.*)'/) { "Missing expected argument '\($0[0])'" },
      form(/Value to be set with flag '(.*)' had already been set with flag '(.*)'/) {
        "Value to be set with flag '\($0[0])' had already been set with flag '\($0[1])'"
      },
      form(/The value '(.*)' is invalid for '(.*)'\. Please provide one of the following:(.*)/) {
        "\("The value '\($0[0])' is invalid for '\($0[1])'. Please provide one of the following:" as Message)\($0[2])"
      },
      form(/The value '(.*)' is invalid for '(.*)'\. Please provide one of (.*)\./) {
        "The value '\($0[0])' is invalid for '\($0[1])'. Please provide one of \(message($0[2], lists))."
      },
      form(/The value '(.*)' is invalid for '(.*)': (.*)/) {
        "The value '\($0[0])' is invalid for '\($0[1])': \(message($0[2], rules))"
      },
      form(/The value '(.*)' is invalid for '(.*)'/) { "The value '\($0[0])' is invalid for '\($0[1])'" },
    ] + rules
  }

  /// The rules of this program's own arguments.
  private static var rules: [Form] {
    [
      form(/Write a whole number from 0 to (\d+)\./) { "Write a whole number from 0 to \($0[0])." },
      form(/It is an event of another device's log: undo it there\./) { _ in
        "It is an event of another device's log: undo it there."
      },
    ]
  }

  /// The values that an option takes.
  private static var lists: [Form] {
    [
      form(/'(.*)' or '(.*)'/) { "'\($0[0])' or '\($0[1])'" },
      form(/'(.*)' and '(.*)'/) { "'\($0[0])' and '\($0[1])'" },
    ]
  }

  private static var usages: [Form] {
    [
      form(/Help:  (.*)/) { "Help:  \($0[0])" },
      form(/Usage: (.*)/) { "Usage: \($0[0])" },
      form(/See '(.*)' for more information\./) { "See '\($0[0])' for more information." },
    ]
  }
}

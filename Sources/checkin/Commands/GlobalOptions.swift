import ArgumentParser

/// Options that every command takes, before or behind its name.
struct GlobalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The journal's directory (default: CHECKIN_JOURNAL, else the XDG one).", valueName: "dir"),
    completion: .directory)
  var journal: String?

  @Flag(help: "Answer in JSON.")
  var json = false

  @Option(help: ArgumentHelp("When to use colour: auto, always or never.", valueName: "when"))
  var color: ColorMode = .auto

  @Flag(help: "Draw with ASCII characters only.")
  var ascii = false

  @Flag(help: "Never ask.")
  var noInput = false

  @Flag(name: [.short, .long], help: "Leave out messages that are not errors.")
  var quiet = false
}

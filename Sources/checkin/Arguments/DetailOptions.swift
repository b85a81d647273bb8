import ArgumentParser

/// The options of commands that say what a check-in can have besides its type, title and time.
struct DetailOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: ArgumentHelp("Kilocalories.", valueName: "n"))
  var calories: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long it took: 45m, 1h30m, 45:30 or 1:30:00.", valueName: "time"))
  var duration: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("How far it went: 5km, 800m or 3.1mi.", valueName: "length"))
  var distance: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Where it was.", valueName: "text"))
  var location: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Notes; - reads standard input.", valueName: "text"))
  var notes: String?

  /// Whether none of them is given.
  var isEmpty: Bool { [calories, duration, distance, location, notes].allSatisfy { $0 == nil } }
}

import ArgumentParser
import CheckInInterchange
import CheckInJournal
import CheckInLanguage
import CheckInViewModels

struct ConflictsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts", _superCommandName: "checkin",
    abstract: "List and resolve conflicting edits from your devices",
    usage: "checkin conflicts\ncheckin conflicts <subcommand>",
    discussion: """
      Without a subcommand, it lists the fields that two devices changed before they synced. Every device shows the \
      later value. What one device discarded and another changed stays until you decide.

        checkin conflicts keep 2          keep what conflict 2 shows now
        checkin conflicts take laptop     use the laptop's values in all conflicts
        checkin conflicts discard 3       discard what one device discarded and another changed

      An ordinary edit of the field resolves its conflict, too.
      """,
    subcommands: [
      ListConflictsCommand.self, KeepConflictCommand.self, TakeConflictsCommand.self, DiscardConflictCommand.self,
    ],
    defaultSubcommand: ListConflictsCommand.self)
}

struct ListConflictsCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the conflicts", usage: "checkin conflicts [--as-of <sequence|when>]",
    shouldDisplay: false)

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from journal: ReadableJournal, in session: Session) throws {
    let fields = try journal.journal.map { try ListedConflict.all(in: $0, session) } ?? []
    if global.json {
      return try session.output.array(of: fields) { listed, json in
        listed.field.conflict.write(at: listed.number, to: &json) { candidate in
          listed.field.choices.first { $0.candidate == candidate }?.recordedAt
        }
      }
    }
    let words = session.style.words
    if fields.isEmpty { return try session.output.line(words("No conflicts.")) }
    for listed in fields { try session.output.line("\(listed.number)  \(listed.sentence(session.style))") }
    let command = session.style.bold("checkin conflicts --help")
    try session.output.line(words("To resolve them, see {command}.", ["command": command]))
  }
}

/// The numbers of conflicts that a command resolves.
struct ConflictNumbers: ParsableArguments {
  @Argument(help: ArgumentHelp("The numbers of the conflicts in the list.", valueName: "number"))
  var numbers: [Int]
}

struct KeepConflictCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "keep", abstract: "Keep what is shown now",
    discussion: "It resolves the conflicts with these numbers of \"checkin conflicts\". checkin conflicts keep 1 2")

  @OptionGroup var conflicts: ConflictNumbers
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try ListedConflict.resolve(conflicts.numbers, in: session) { $0.choices.first(where: \.isShown) }
  }
}

struct TakeConflictsCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "take", abstract: "Take the values of one device",
    usage: "checkin conflicts take <device> [<number> ...] [--yes]",
    discussion: """
      It resolves all conflicts that the device is part of, or those with these numbers, as one command that "checkin \
      undo" takes back.
      """)

  @Argument(help: ArgumentHelp("The name of the device.", valueName: "device"))
  var device: String

  @Argument(help: ArgumentHelp("The numbers of the conflicts in the list (default: all).", valueName: "number"))
  var numbers: [Int] = []

  @Flag(help: "Do not ask.")
  var yes = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    if !yes {
      guard session.isConversation, !global.noInput else {
        throw CommandFailure.usage("Taking a device's values asks first, which is not possible here: say --yes")
      }
      let choices = try session.reading { journal in
        try journal.journal.map { try chosen(among: try ListedConflict.all(in: $0, session)) } ?? []
      }
      for (listed, choice) in choices { Messages.put(listed.line(choice, session.style) + "\n") }
      guard session.asks("Resolve these conflicts?") else { return session.messages.note("Nothing was resolved.") }
    }
    try ListedConflict.resolve(in: session) { try chosen(among: $0) }
  }

  private func chosen(among all: [ListedConflict]) throws -> [(ListedConflict, ConflictingField.Choice)] {
    let wanted = numbers.isEmpty ? all : try ListedConflict.find(numbers, in: all)
    let choices = wanted.compactMap { listed in
      listed.field.choices.last { $0.candidate.device == device }.map { (listed, $0) }
    }
    let hint: Message = "\"checkin conflicts\" lists them."
    guard !choices.isEmpty else { throw CommandFailure.usage("No conflict has a value of \(device)", hint: hint) }
    guard numbers.isEmpty || choices.count == wanted.count else {
      throw CommandFailure.usage("Not all of these conflicts have a value of \(device)", hint: hint)
    }
    return choices
  }
}

struct DiscardConflictCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "discard", abstract: "Discard what one device discarded and another changed",
    discussion: "checkin conflicts discard 3")

  @OptionGroup var conflicts: ConflictNumbers
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try ListedConflict.resolve(conflicts.numbers, in: session) { field in
      field.conflict.isOfDiscard ? field.choices.first { $0.candidate.value == "true" } : nil
    }
  }
}

/// A conflict with its number in the list.
private struct ListedConflict {
  var number: Int
  var field: ConflictingField

  static func all(in journal: Journal, _ session: Session) throws -> [ListedConflict] {
    try ConflictingField.all(
      in: journal, zone: session.zone, today: try session.today, unit: session.style.weightUnit,
      distanceUnit: session.style.distanceUnit, localization: session.style.localization, limit: .max
    )
    .enumerated().map { ListedConflict(number: $0 + 1, field: $1) }
  }

  static func find(_ numbers: [Int], in all: [ListedConflict]) throws -> [ListedConflict] {
    var seen: Set<Int> = []
    return try numbers.filter { seen.insert($0).inserted }.map { number in
      guard all.indices.contains(number - 1) else {
        throw CommandFailure.notFound("There is no conflict \(number); there are \(all.count)")
      }
      return all[number - 1]
    }
  }

  /// Resolves the conflicts with some numbers as one command, and says which.
  ///
  /// - Parameter choose: Returns the choice in a conflict; `nil` if it doesn't have the one that is meant.
  static func resolve(
    _ numbers: [Int], in session: Session, _ choose: (ConflictingField) -> ConflictingField.Choice?
  ) throws {
    try resolve(in: session) { all in
      try find(numbers, in: all).map { listed in
        guard let choice = choose(listed.field) else { throw listed.undecidable }
        return (listed, choice)
      }
    }
  }

  /// Resolves conflicts as one command, and says which.
  static func resolve(
    in session: Session, _ choose: ([ListedConflict]) throws -> [(ListedConflict, ConflictingField.Choice)]
  ) throws {
    let (choices, resolution) = try session.writing(creating: false) { journal in
      let choices = try choose(try all(in: journal, session))
      return (choices, try journal.resolve(choices.map { ConflictChoice($0.field.conflict, candidate: $1.candidate) }))
    }
    if session.global.json {
      return try session.output.object { json in
        json["resolved"] = choices.count
        json["sequence"] = resolution.event
      }
    }
    for (listed, choice) in choices { try session.output.line(listed.line(choice, session.style)) }
  }

  /// The error for a choice that the conflict doesn't have.
  private var undecidable: CommandFailure {
    .usage(
      "In conflict \(number), no device discarded anything",
      hint: "Keep what is shown, or take a device's value: see \"checkin conflicts --help\".")
  }

  /// `Session 1, set 1, weight: 140kg on laptop, today 18:02; 60kg on phone, today 18:05 (shown).`
  func sentence(_ style: Style) -> String {
    let words = style.words
    let values = field.choices.map { choice in
      let value = Escaping.escaped(choice.text)
      let device = choice.candidate.device
      let said =
        choice.recorded.map {
          words("{value} on {device}, {time}", ["value": value, "device": device, "time": $0])
        } ?? words("{value} on {device}", ["value": value, "device": device])
      return choice.isShown ? "\(said) (\(words("shown now")))" : said
    }
    return "\(subject(words)): \(values.joined(separator: "; "))."
  }

  /// `Session 1, set 1, weight: 140kg`
  func line(_ choice: ConflictingField.Choice, _ style: Style) -> String {
    "\(subject(style.words)): \(Escaping.escaped(choice.text))"
  }

  private func subject(_ words: Words) -> String {
    var title = Escaping.escaped(field.title)
    if let checkIn = field.checkIn { title = "\(checkIn.shownNumber) \(title)" }
    return "\(title), \(field.label)"
  }
}

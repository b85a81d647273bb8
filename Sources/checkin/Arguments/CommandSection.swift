import ArgumentParser
import CheckInLanguage

/// A group of commands with a title, in the order in which the help lists them.
struct CommandSection: Sendable {
  let title: Phrase
  /// The commands that the first screen of the help shows.
  let essentials: [any ParsableCommand.Type]
  /// The remaining commands, which `checkin help --all` lists as well.
  let others: [any ParsableCommand.Type]

  init(_ title: Phrase, essentials: [any ParsableCommand.Type], others: [any ParsableCommand.Type] = []) {
    self.title = title
    self.essentials = essentials
    self.others = others
  }

  /// The section as the parser knows it.
  var group: CommandGroup { CommandGroup(name: title.english, subcommands: essentials + others) }
}

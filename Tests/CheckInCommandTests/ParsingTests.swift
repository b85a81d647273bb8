import ArgumentParser
import CheckInJournal
import TestSupport
import Testing

@testable import checkin

/// A command that is parsed alone says what it says by way of the root.
///
/// `CHECKIN_RUNS_PARSING_STEP=1` parses every command with all words that follow. Otherwise it is every ninth pair:
/// each command meets one or two of the words, and each of the words a ninth of the commands.
@Suite
struct ParsingTests {
  /// Arguments after the command's name; of some commands they are right, of the others wrong.
  private static let words: [[String]] = [
    [], ["--help"], ["--version"], ["--bogus"], ["1"], ["1", "--", "--version"], ["1", "--version"],
    ["1", "--generate-completion-script"], ["--as-of", "1", "--json"], ["--as-of", "--version"], ["--color=x"],
    ["run", "5k", "--calories", "320"], ["-n", "3"], ["help"], ["month"],
  ]

  private static let step = TestSettings.runs("PARSING_STEP", default: 9)
  private static let names = CheckInCommand.configuration.subcommands.map { $0.configuration.commandName ?? "" }

  @Test(arguments: names) func parsingACommandAloneChangesNothing(_ name: String) throws {
    let index = try #require(Self.names.firstIndex(of: name))
    for (offset, words) in Self.words.enumerated() where (index + offset) % Self.step == 0 {
      expectSame([name] + words)
    }
  }

  @Test func parsingByTheRootChangesNothing() {
    for words in Self.words { expectSame(words) }
    expectSame(["help", "month"])
    expectSame(["---completion"])
    expectSame(["--generate-completion-script"])
    expectSame(["nothing", "--help"])
  }

  private func expectSame(_ arguments: [String]) {
    #expect(
      outcome { try CheckInCommand.parsed(arguments) } == outcome { try CheckInCommand.parseAsRoot(arguments) },
      "\(arguments)")
  }

  /// All values that were parsed, or what is said instead.
  private func outcome(_ parse: () throws -> any ParsableCommand) -> String {
    do {
      var command = try parse()
      var text = ""
      dump(command, to: &text)
      // Help, too, is parsed as a command, which says what it has to say when it runs.
      if !(command is any JournalCommand) { try command.run() }
      return text
    } catch {
      return "\(CheckInCommand.exitCode(for: error)) \(CheckInCommand.fullMessage(for: error, columns: 80))"
    }
  }
}

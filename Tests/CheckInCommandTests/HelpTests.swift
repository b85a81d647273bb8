import ArgumentParser
import CheckInLanguage
import Foundation
import TestSupport
import Testing

@testable import checkin

/// The help of the program as a whole, and the abstracts of all commands.
struct HelpTests {
  /// A command with its full name, as the user types it.
  private struct Entry {
    var name: String
    var command: any ParsableCommand.Type
  }

  /// Every command and subcommand, the hidden ones as well.
  private static var entries: [Entry] {
    func below(_ command: any ParsableCommand.Type, _ path: String) -> [Entry] {
      command.configuration.subcommands.flatMap { subcommand in
        let name = path + (subcommand.configuration.commandName ?? "")
        return [Entry(name: name, command: subcommand)] + below(subcommand, name + " ")
      }
    }
    return below(CheckInCommand.self, "")
  }

  private static var displayed: [Entry] { entries.filter { $0.command.configuration.shouldDisplay } }

  private func lines(_ scope: HelpScreen.Scope, in language: Language, width: Int = 80) -> [String] {
    CheckInCommand.help(scope, in: Words(language), width: width)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("An abstract is a short phrase: a verb and its object", arguments: Language.allCases)
  func abstracts(_ language: Language) {
    let words = Words(language)
    #expect(Self.entries.count > 80)
    for entry in Self.entries + [Entry(name: "", command: CheckInCommand.self)] {
      let abstract = words(entry.command.configuration.abstract, in: "help")
      #expect(!abstract.isEmpty && abstract.count <= (language == .english ? 60 : 72), "\(entry.name): \(abstract)")
      #expect(!abstract.contains(";") && !abstract.contains(". "), "\(entry.name): \(abstract)")
      #expect(abstract.last?.isPunctuation == false || abstract.hasSuffix(")"), "\(entry.name): \(abstract)")
      #expect(abstract.first?.isUppercase == true, "\(entry.name): \(abstract)")
    }
  }

  @Test("The first screen is short, and its most important lines are there", arguments: Language.allCases)
  func firstScreen(_ language: Language) {
    let screen = lines(.essentials, in: language)
    // The last line ends with a newline.
    #expect(screen.count - 1 <= 60 && screen.last == "")
    for line in screen { #expect(DisplayWidth.of(line) <= 80 && line.last != " ", "\(line)") }
    let names = screen.filter { $0.hasPrefix("  ") }.compactMap { $0.split(separator: " ").first.map(String.init) }
    for name in [
      "add", "edit", "discard", "restore", "undo", "redo", "photo", "show", "list", "search", "week", "month", "year",
      "stats", "log", "session", "plan", "records", "goal", "remind", "import", "export", "backup", "serve", "config",
      "help",
    ] {
      #expect(names.contains(name), "\(name)")
    }
    #expect(Set(names).subtracting(["checkin", "man"]).filter { $0.first != "-" }.count < 28, "\(names)")
    #expect(screen.contains { $0.hasPrefix("  checkin help <command>  ") })
    #expect(screen.contains { $0.hasPrefix("  checkin help --all  ") })
  }

  @Test("The long screen names every command, option and variable", arguments: Language.allCases)
  func everyCommand(_ language: Language) {
    let screen = lines(.all, in: language)
    for line in screen { #expect(DisplayWidth.of(line) <= 80 && line.last != " ", "\(line)") }
    for entry in Self.displayed {
      #expect(screen.count { $0.hasPrefix("  \(entry.name)  ") } == 1, "\(entry.name)")
    }
    let options = GlobalOptions.helpMessage().matches(of: /--[a-z-]+/).map { String($0.output) }
    #expect(options.count >= 9, "\(options)")
    for option in options + ["--version"] {
      #expect(screen.contains { $0.hasPrefix("  ") && $0.split(separator: " ").contains { $0 == option } }, "\(option)")
    }
    for setting in Setting.allCases {
      #expect(screen.contains { $0.hasPrefix("  \(setting.variable)") }, "\(setting.variable)")
    }
  }

  @Test("Nothing of either screen stays English", arguments: Language.allCases.filter { $0 != .english })
  func translations(_ language: Language) {
    for scope in [HelpScreen.Scope.essentials, .all] {
      let english = Set(lines(scope, in: .english))
      let same = lines(scope, in: language).filter { !$0.isEmpty && english.contains($0) }
      #expect(same.allSatisfy { $0.hasPrefix("  checkin ") }, "examples alone are the same: \(same)")
    }
  }

  @Test("A narrow terminal breaks lines between words, and loses none", arguments: [40, 50, 60])
  func narrow(_ width: Int) {
    for scope in [HelpScreen.Scope.essentials, .all] {
      let screen = lines(scope, in: .german, width: width)
      func words(_ lines: [String]) -> [String] { lines.flatMap { $0.split(separator: " ").map(String.init) } }
      #expect(words(screen) == words(lines(scope, in: .german)))
      #expect(screen.filter { DisplayWidth.of($0) > max(width, 50) }.isEmpty)
    }
  }

  // MARK: The command

  @Test(arguments: [
    ["-h"], ["--help"], ["--json", "--help"], ["-q", "-h"], ["--help", "--json"], ["help", "--color", "never"],
    ["help", "help"], ["help", "--help"], ["help", "-h"], ["help", "today"], ["help", "version"],
  ])
  func theFirstScreenIsShown(_ arguments: [String]) throws {
    let outcome = try CheckInProcess().run(arguments)
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.output == CheckInCommand.help(.essentials, in: Words(.english)))
    #expect(try CheckInProcess().run("help").output == outcome.output)
  }

  @Test(arguments: [["help", "--all"], ["--help", "--all"], ["-q", "help", "--all", "--ascii"], ["h"]])
  func theLongScreenIsShown(_ arguments: [String]) throws {
    let checkin = try CheckInProcess()
    try checkin.run("config", "alias.h", "help --all")
    let outcome = try checkin.run(arguments)
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.output == CheckInCommand.help(.all, in: Words(.english)))
  }

  @Test func theLocaleChoosesTheLanguage() throws {
    let german = try CheckInProcess(environment: ["LANG": "de_DE.UTF-8"])
    #expect(try german.run("--help").output == CheckInCommand.help(.essentials, in: Words(.german)))
    #expect(try german.run("help", "--all").output == CheckInCommand.help(.all, in: Words(.german)))
    #expect(try german.run("--help", "--ascii").output == CheckInCommand.help(.essentials, in: Words(.english)))
    #expect(
      try german.run(["--help"], environment: ["LC_ALL": "C"]).output
        == CheckInCommand.help(.essentials, in: Words(.english)))
  }

  @Test("The help of a command is found by each of its names, and by words that stand for it")
  func oneCommand() throws {
    let checkin = try CheckInProcess()
    try checkin.run("config", "alias.t", "add strength")
    for (name, arguments) in [
      ("add", ["help", "add"]), ("add", ["add", "--help"]), ("add", ["help", "run"]), ("add", ["help", "t"]),
      ("list", ["help", "ls"]), ("remind", ["help", "reminder"]), ("remind", ["remind", "-h"]),
      ("plan new", ["help", "plan", "new"]), ("plan new", ["plan", "new", "--help"]),
    ] {
      let outcome = try checkin.run(arguments)
      #expect(outcome.status == 0 && outcome.output.contains("USAGE: checkin \(name) "), "\(arguments)")
    }
  }

  @Test("The help of a command lists its own options, and one line says where those of all commands are")
  func ownOptions() throws {
    let checkin = try CheckInProcess()
    let shared = GlobalOptions.helpMessage().matches(of: /--[a-z-]+/).map { String($0.output) } + ["--version"]
    for (topic, own) in [
      ("add", ["--at", "--calories", "--photo", "--id"]), ("edit", ["--tag", "--where", "--yes"]), ("redo", []),
      ("discard", ["--where", "--yes"]), ("session list", ["--discarded", "--as-of"]), ("goal", []),
      ("config", ["--unset"]),
    ] as [(String, [String])] {
      for arguments in [
        ["help"] + topic.split(separator: " ").map(String.init),
        topic.split(separator: " ").map(String.init) + ["--help"],
      ] {
        let text = try checkin.run(arguments).output
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("  -") }
        for option in own { #expect(rows.count { $0.contains("  \(option) ") } == 1, "\(topic) \(option): \(text)") }
        for option in shared { #expect(!rows.contains { $0.contains("\(option) ") }, "\(topic): \(text)") }
        #expect(text.hasSuffix("\n\nOptions of every command: checkin help --all\n"), "\(text)")
        #expect(!text.contains("\n\n\n") && text.contains("OPTIONS:\n") == !own.isEmpty, "\(text)")
      }
    }
  }

  @Test func anUnknownTopicIsAnError() throws {
    let checkin = try CheckInProcess()
    for (word, hint) in [("stast", "Did you mean stats?"), ("hlep", "Did you mean help?"), ("hops", "checkin --help")] {
      let outcome = try checkin.run("help", word)
      #expect(outcome.status == 64 && outcome.output == "")
      #expect(outcome.errors.contains("There is no command \"\(word)\"") && outcome.errors.contains(hint))
    }
  }
}

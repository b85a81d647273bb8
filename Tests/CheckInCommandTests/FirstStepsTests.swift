import Foundation
import TestSupport
import Testing

@testable import checkin

/// The first minutes of a new user: no journal, a new one, and words that name no command.
struct FirstStepsTests {
  private static let nextStep = "No check-ins yet. Start with: checkin add run Morning 5k"

  @Test("Without a journal, the empty dashboard and one next step are shown; a specified location is an error as well")
  func noJournal() throws {
    let checkin = try CheckInProcess()
    let usual = try checkin.run([], environment: ["CHECKIN_JOURNAL": nil])
    #expect(usual.status == 0 && usual.errors == "")
    #expect(usual.lines.first == "Saturday 21 November 2026" && usual.lines.last == Self.nextStep)
    #expect(usual.output.contains("November 2026                 0 of 30 days, 0 check-ins"))

    for (arguments, path) in [([], checkin.journal), (["--journal", "/nowhere/else"], "/nowhere/else")] {
      let named = try checkin.run(arguments)
      #expect(named.status == 66 && named.output == usual.output, "\(named)")
      #expect(named.errors == "Error: There is no journal at \(path).\n")
      let json = try checkin.run(arguments + ["--json"])
      #expect(json.status == 66 && json.output == "")
      let past = try checkin.run(arguments + ["--as-of", "1"])
      #expect(past.status == 66 && past.output == "")
      let list = try checkin.run(arguments + ["list"])
      #expect(list.status == 66 && list.output == "")
    }
    #expect(checkin.journalFiles().isEmpty)
  }

  @Test("The command that creates a journal prints its path, once")
  func newJournal() throws {
    let checkin = try CheckInProcess()
    func errors(_ words: String, journal: String? = nil, at option: [String] = []) throws -> String {
      try checkin.run(option + words.split(separator: " ").map(String.init), environment: ["CHECKIN_JOURNAL": journal])
        .errors
    }
    #expect(try errors("goal run 3/week") == "Created a journal in ~/.local/share/checkin\n")
    #expect(try errors("run Lake") == "")
    #expect(try errors("run Lake", at: ["--journal", "mistyped"]) == "Created a journal in mistyped\n")
    #expect(try errors("run Lake --json", journal: checkin.directory + "/a") == "Created a journal in ~/a\n")
    #expect(try errors("run Lake -q", journal: checkin.directory + "/b") == "")
    let file = checkin.directory + "/x.csv"
    try Data("at,type,title\n2026-11-01T07:00:00Z,Run,Lake\n".utf8).write(to: URL(filePath: file))
    #expect(try errors("import \(file)", journal: checkin.directory + "/c").contains("Created a journal in ~/c\n"))
    #expect(try errors("import \(file)", journal: checkin.directory + "/c").isEmpty)
  }

  @Test(
    "An unknown word is answered in at most six lines, with a similar word and the help, and without a list",
    arguments: [
      ("stast", "Did you mean stats?", "checkin --help"), ("runn Lake", "Did you mean run?", "checkin --help"),
      ("xylophone", nil, "checkin --help"), ("goal lost", nil, nil),
      ("photo opne 1", "Did you mean open?", "checkin photo --help"),
      ("session strat", "Did you mean start?", "checkin session --help"),
      ("plan xylophone", nil, "checkin plan --help"),
    ] as [(String, String?, String?)])
  func unknownWords(_ line: String, _ guess: String?, _ help: String?) throws {
    let outcome = try CheckInProcess.withSamples().run(line.split(separator: " ").map(String.init))
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(outcome.errors.split(separator: "\n").count <= 6)
    #expect(outcome.errors.contains("Did you mean") == (guess != nil), "\(outcome.errors)")
    if let guess { #expect(outcome.errors.contains("\n\(guess)\n"), "\(outcome.errors)") }
    if let help { #expect(outcome.errors.hasSuffix("\nTo see the commands: \(help)\n"), "\(outcome.errors)") }
    #expect(!outcome.errors.contains("compact") && !outcome.errors.contains("purge"))
  }

  @Test("Completion offers the types with the commands, and then what add takes")
  func completionOfTypes() throws {
    let checkin = try CheckInProcess()
    for shell in ["bash", "zsh", "fish"] {
      let script = try checkin.run("--generate-completion-script", shell)
      #expect(script.status == 0)
      for type in ["run", "gym", "cycling"] {
        #expect(script.output.contains(shell == "zsh" ? "'\(type):Add a check-in'" : type), "\(shell)")
      }
      #expect(script.output.ranges(of: " -fa 'gym' ").count == (shell == "fish" ? 1 : 0), "\(shell)")
      #expect(script.output.ranges(of: "[nN][gG])").count == (shell == "fish" ? 0 : 1), "\(shell)")
    }
    let complete = """
      source <($checkin --generate-completion-script bash)
      complete() {
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; COMPREPLY=()
        _checkin checkin "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        echo "${COMPREPLY[@]}"
      }
      complete checkin ru; complete checkin run Lake --dist; complete checkin go; complete checkin redo --ver
      complete checkin RU; complete checkin Run Lake --DIST; complete checkin GO; complete checkin --js
      complete checkin list --color ALW; complete checkin -j work list --asc
      """
    let outcome = try checkin.shell("bash -c '\(complete)'")
    let words = ["run", "--distance", "goal", "--version", "run", "--distance", "goal", "--json", "always", "--ascii"]
    #expect(outcome.lines == words, "\(outcome)")
  }
}

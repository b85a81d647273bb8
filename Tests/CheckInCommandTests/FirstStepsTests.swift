import Foundation
import TestSupport
import Testing

@testable import checkin

/// The first minutes of a new user: no journal, and a new one.
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
    #expect(try errors("goal set run 3/week") == "Created a journal in ~/.local/share/checkin\n")
    #expect(try errors("run Lake") == "")
    #expect(try errors("run Lake", at: ["--journal", "mistyped"]) == "Created a journal in mistyped\n")
    #expect(try errors("run Lake --json", journal: checkin.directory + "/a") == "Created a journal in ~/a\n")
    #expect(try errors("run Lake -q", journal: checkin.directory + "/b") == "")
    let file = checkin.directory + "/x.csv"
    try Data("at,type,title\n2026-11-01T07:00:00Z,Run,Lake\n".utf8).write(to: URL(filePath: file))
    #expect(try errors("import \(file)", journal: checkin.directory + "/c").contains("Created a journal in ~/c\n"))
    #expect(try errors("import \(file)", journal: checkin.directory + "/c").isEmpty)
  }
}

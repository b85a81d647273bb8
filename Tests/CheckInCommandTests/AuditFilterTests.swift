import Foundation
import TestSupport
import Testing

/// The filters of `checkin audit`.
struct AuditFilterTests {
  private let checkin: CheckInProcess

  init() throws {
    checkin = try .withNineEvents()
  }

  private func audit(_ arguments: String...) throws -> [Int] {
    try checkin.run(["audit", "--json"] + arguments).lines.map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return try #require(object?["sequence"] as? Int)
    }
  }

  @Test func auditFilters() throws {
    #expect(try audit("--action", "edited") == [3, 4, 7, 9])
    #expect(try audit("--action", "edited", "--action", "discarded", "-n", "3") == [5, 7, 9])
    #expect(try audit("--check-in", "1") == [1, 3, 4, 9])
    #expect(try audit("--check-in", "1", "--action", "edited", "--from", "4") == [4, 9])
    #expect(try audit("--check-in", "last") == [6, 7])
    #expect(try audit("--origin", "web") == [])
    #expect(try audit("--origin", "cli", "-2") == [8, 9])
    #expect(try audit("--action", "setLogged") == [])
    // What is recorded has the system's time, whatever the clock of the test says.
    #expect(try audit("--since", "2026-01-01", "-n", "2") == [8, 9])
    #expect(try audit("--until", "2020-01-01") == [])
    #expect(try audit("--check-in", "1", "--as-of", "4") == [1, 3, 4])
    let text = try checkin.run("audit", "--action", "discarded").lines
    #expect(try text == [checkin.run("audit", "--from", "5", "--to", "5").lines[0]])
  }

  @Test(arguments: [
    (["--action", "jump"], 64), (["--origin", "mars"], 64), (["--check-in", "9"], 66), (["--check-in", "x"], 64),
    (["--since", "someday"], 64), (["--since", "today", "--until", "yesterday"], 64),
    (["--follow", "--since", "today"], 64),
  ])
  func refusedFilters(_ arguments: [String], _ status: Int) throws {
    let outcome = try checkin.run(["audit"] + arguments)
    #expect(Int(outcome.status) == status && outcome.output.isEmpty, "\(outcome.errors)")
  }
}

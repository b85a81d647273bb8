import Foundation
import TestSupport
import Testing

/// Days are said in words behind a command's name, and as options, everywhere alike.
@Suite("Days in words")
struct SpokenDaysTests {
  private let checkin: CheckInProcess

  init() throws {
    // Saturday 21 November, Friday 20 and Monday 16.
    checkin = try .withSamples()
  }

  private func total(_ words: String...) throws -> Int? {
    try checkin.run(["stats", "--json"] + words).object()["total"] as? Int
  }

  @Test func statistics() throws {
    #expect(try total() == 3)
    #expect(try total("today") == 1)
    #expect(try total("last", "2", "days") == 2)
    #expect(try total("2d") == 2)
    #expect(try total("last", "1w") == 3)
    #expect(try total("last", "month") == 0)
    #expect(try total("--since", "2d") == 2)
    #expect(try total("--until", "monday") == 1)
    let years = try checkin.run("stats", "2026", "--by", "month", "--json").object()
    #expect((years["groups"] as? [[String: Any]])?.count == 1)
  }

  @Test func monthsAndTags() throws {
    #expect(try checkin.run("months", "2026", "--json").array().count == 1)
    #expect(try checkin.run("months", "2025", "--json").array().isEmpty)
    try checkin.run("add", "run", "Hard #race", "--at", "2026-10-03T09:00")
    #expect(try checkin.run("tags", "oct", "--json").array().count == 1)
    #expect(try checkin.run("tags", "this", "month", "--json").array().isEmpty)
  }

  @Test(arguments: [
    ["stats", "someday"], ["months", "2026", "--since", "monday"], ["tags", "2m"], ["list", "--since", "someday"],
  ])
  func refused(_ arguments: [String]) throws {
    let outcome = try checkin.run(arguments)
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(!outcome.errors.contains("--from"), "\(outcome.errors)")
  }

  @Test("An audit's times are those of the clock here, and in JSON those of UTC")
  func timesOfAudits() throws {
    let clock = /[A-Z][a-z]{2} [0-9]{1,2} [A-Z][a-z]{2} (?:[0-9]{4} )?([0-9:]+)/
    for (line, object) in zip(
      try checkin.run("audit").lines, try checkin.run("audit", "--json").lines)
    {
      let local = try #require(line.prefixMatch(of: clock), "\(line)")
      let utc = try #require(object.firstMatch(of: /T([0-9]{2}):([0-9]{2}):[0-9]{2}\.[0-9]{3}Z/))
      let hour = try #require(Int(utc.1))
      #expect(local.1 == "\(hour + 1 < 10 ? "0" : "")\((hour + 1) % 24):\(utc.2)" || hour == 23)
    }
  }
}

import Foundation
import TestSupport
import Testing

/// `checkin diff`.
struct DiffTests {
  private let checkin: CheckInProcess

  init() throws {
    checkin = try .withNineEvents()
  }

  private func changes(_ arguments: String...) throws -> [String] {
    let object = try checkin.run(["diff", "--json"] + arguments).object()
    return try #require(object["changes"] as? [[String: Any]]).map { change in
      let fields = (change["changes"] as? [String: Any])?.keys.sorted().joined(separator: ",") ?? ""
      return "\(change["checkIn"] ?? "") \(change["change"] ?? "") \(fields)"
    }
  }

  @Test func betweenTwoEvents() throws {
    #expect(try changes("2", "4") == ["1 edited calories,title"])
    #expect(try changes("2", "5") == ["1 edited calories,title", "2 discarded "])
    #expect(try changes("5", "8") == ["2 restored ", "3 created at,notes,timeZone,title,type"])
    // Changed and changed back, discarded and restored.
    #expect(try changes("2", "9") == ["1 edited calories", "3 created at,notes,timeZone,title,type"])
    #expect(try changes("4", "4") == [])
    #expect(try changes("0").map { $0.prefix(9) } == ["1 created", "2 created", "3 created"])
    #expect(try changes("8") == ["1 edited title"])
  }

  @Test func whatCameAndWentIsLeftOut() throws {
    try checkin.run("add", "yoga", "By mistake", "--at", "2026-11-20T08:00")
    #expect(try changes("9") == ["4 created at,notes,timeZone,title,type"])
    try checkin.run("discard", "4")
    #expect(try changes("9") == [])
  }

  @Test func inWords() throws {
    let outcome = try checkin.run("diff", "2", "8")
    #expect(
      outcome.lines == [
        "edited     1  First  title \"One\" → \"First\", calories 300 → 320",
        "created    3  Walk  Third  Fri 20 Nov 2026 07:00 +01:00 Europe/Berlin",
      ])
    #expect(outcome.errors == "1 created, 1 edited; after event 2, up to event 8.\n")
    #expect(try checkin.run("diff", "4", "5").lines == ["discarded  2  Two"])
    #expect(try checkin.run("diff", "4", "4").errors == "No check-in differs between event 4 and event 4.\n")
  }

  @Test func isAsTheTwoMomentsAre() throws {
    // The objects are those of `show --as-of`.
    let object = try checkin.run("diff", "2", "7", "--json").object()
    let after = try #require((object["changes"] as? [[String: Any]])?.last?["after"] as? [String: Any])
    let shown = try checkin.run("show", "3", "--as-of", "7", "--json").object()
    #expect(after as NSDictionary == shown as NSDictionary)
  }

  @Test(arguments: [[], ["1", "2", "3"], ["someday"], ["99"], ["5", "2"], ["1", "99"]])
  func refused(_ arguments: [String]) throws {
    let outcome = try checkin.run(["diff"] + arguments)
    #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome.errors)")
  }
}

import Foundation
import TestSupport
import Testing

/// What must hold while several processes use one journal, or one of them is killed.
struct ProcessTests {
  @Test func processesThatAddAtOnceLoseNothing() throws {
    let checkin = try CheckInProcess()
    try checkin.run("add", "run", "First")
    let loops = (1...4).map { writer in
      "(for i in 1 2 3 4 5 6 7 8; do $checkin -q add gym w\(writer)-$i || echo failed; done) &"
    }
    let readers = "(for i in 1 2 3 4 5 6 7 8 9 10; do $checkin -q stats --json || echo failed; done) &"
    let outcome = try checkin.shell((loops + [readers, "wait"]).joined(separator: "\n"))
    #expect(!outcome.output.contains("failed"), "\(outcome.errors)")
    #expect(outcome.errors.isEmpty)

    let titles = try checkin.run("list", "--json").array().compactMap { $0["title"] as? String }
    let expected = (1...4).flatMap { writer in (1...8).map { "w\(writer)-\($0)" } } + ["First"]
    #expect(titles.sorted() == expected.sorted())
    #expect(try checkin.run("verify").status == 0)
  }

  /// The names of what was acknowledged are written to a file, which outlives the killed process.
  @Test func aKilledWriterLosesNothingAcknowledged() throws {
    let checkin = try CheckInProcess()
    try checkin.run("add", "run", "First")
    let rounds = Int(ProcessInfo.processInfo.environment["CHECKIN_KILLS"] ?? "") ?? 100
    for round in 1...rounds {
      // Killed after 0 to 40 ms: before, during and after the commit.
      let pause = "0.0\(String(format: "%02d", (round * 7) % 40))"
      let line = """
        ($checkin -q add gym k\(round) > /dev/null && echo k\(round) >> acknowledged) & pid=$!
        sleep \(pause); pkill -9 -P $pid; kill -9 $pid 2> /dev/null; wait 2> /dev/null; true
        """
      _ = try checkin.shell("cd \(checkin.directory); " + line)
    }
    let list = try checkin.run("list", "--json")
    #expect(list.status == 0, "\(list.errors)")
    let titles = try list.array().compactMap { $0["title"] as? String }
    let acknowledged =
      (try? String(contentsOfFile: checkin.directory + "/acknowledged", encoding: .utf8))?
      .split(separator: "\n").map(String.init) ?? []
    #expect(Set(titles).isSuperset(of: acknowledged))
    #expect(Set(titles).isSubset(of: Set((1...rounds).map { "k\($0)" } + ["First"])))
    #expect(try checkin.run("verify").status == 0)
    #expect(try checkin.run("add", "run", "After").status == 0)
  }
}

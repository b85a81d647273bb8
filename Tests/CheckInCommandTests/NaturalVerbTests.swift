import Foundation
import TestSupport
import Testing

/// Commands with two names, and the verbs that come to mind first. On Saturday 21 November 2026, 07:30.
struct NaturalVerbTests {
  @Test(
    "Both names of a command do the same",
    arguments: [
      ("goal run 3/week", "goal set run 3/week"), ("goal add run 3/week", "goal set run 3/week"),
      ("goal remove walk", "goal clear walk"), ("remind off", "remind clear"), ("remind off", "reminder clear"),
      ("remind 18:30 mon-fri", "remind 18:30 mon tue wed thu fri"),
      ("remind 7:00 sat-mon", "reminder 7:00 mon,sat,sun"),
      ("remind 7:00 mon-mon", "remind 7:00 mon"), ("session list", "sessions"),
      ("session list --json", "sessions --json"),
      ("session list -n 1", "sessions -n 1"), ("help session list", "help sessions"), ("tags", "stats --by tag"),
      ("tags week --type run", "stats week --by tag --type run"),
      ("history 1", "audit --check-in 1"), ("photo add 1 FILE", "photo attach 1 FILE"),
      ("photo remove 2", "photo clear 2"),
    ])
  func twoNames(_ better: String, _ other: String) throws {
    let outcomes = try [better, other].map { line in
      let checkin = try CheckInProcess()
      for setup in [
        "add run Lake #race yesterday", "add walk Park #race --at 07:00 --photo \(PhotoFixture.path("alpha.png"))",
        "goal set walk 1/week", "remind 18:30", "log bench 80x10", "session finish",
      ] { try checkin.run(setup.split(separator: " ").map(String.init)) }
      let outcome = try checkin.run(
        line.replacing("FILE", with: PhotoFixture.path("gps.jpg")).split(separator: " ").map(String.init))
      // Identities and times of recording differ.
      func comparable(_ outcome: CheckInProcess.Outcome) -> String {
        outcome.output.replacing(/[0-9A-F]{8}-[0-9A-F-]{27}/, with: "").replacing(/\d\d:\d\d:\d\d(\.\d+)?/, with: "")
      }
      let state = try ["list --json", "goal --json", "remind --json"].map {
        comparable(try checkin.run($0.split(separator: " ").map(String.init)))
      }
      return (status: outcome.status, output: comparable(outcome), state: state)
    }
    #expect(outcomes[0].status == 0 && !outcomes[0].output.isEmpty, "\(outcomes)")
    #expect(outcomes[0].output == outcomes[1].output)
    #expect(outcomes[0].state == outcomes[1].state)
  }

  @Test("The help shows the better name alone")
  func help() throws {
    let screen = try CheckInProcess().run("help", "--all").output
    for name in ["session list", "tags", "history", "records", "remind", "goal remove", "photo add", "remind off"] {
      #expect(screen.contains("\n  \(name)  "), "\(name)")
    }
    for name in ["sessions", "progress", "reminder", "goal clear", "photo attach", "remind clear"] {
      #expect(!screen.contains("\n  \(name) "), "\(name)")
    }
  }

  @Test(arguments: ["remind 18:30 mon-foo", "remind 18:30 mon-tue-wed", "remind 18:30 -mon", "remind 18:30 mon-"])
  func notARangeOfWeekdays(_ line: String) throws {
    let outcome = try CheckInProcess().run(line.split(separator: " ").map(String.init))
    #expect(outcome.status == 64 && outcome.output == "")
  }

  @Test("A photo opens as a copy that only the user can read; where nothing opens it, the command says how to save it")
  func photoOpen() throws {
    let checkin = try CheckInProcess()
    try checkin.run("add", "run", "Lake", "--photo", PhotoFixture.path("gps.jpg"))
    let programs = checkin.directory + "/programs"
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
    let environment: [String: String?] = ["PATH": programs + ":/usr/bin:/bin", "TMPDIR": checkin.directory]
    let missing = try checkin.run(
      ["photo", "open", "1"], environment: ["PATH": programs, "TMPDIR": checkin.directory])
    #expect(missing.status == 74 && missing.errors.contains("checkin photo export 1 photo.jpg"), "\(missing)")
    func copies() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: checkin.directory).filter { $0.hasSuffix(".jpg") }
    }
    #expect(try copies().isEmpty)

    try Executable.write(script: "stat -c %a \"$1\" > \(checkin.directory)/mode\n", to: programs + "/xdg-open")
    let opened = try checkin.run(["photo", "open", "1", "--json"], environment: environment)
    let path = try #require(try opened.object()["file"] as? String)
    try checkin.run("photo", "export", "1", "exported.jpeg")
    #expect(
      FileManager.default.contents(atPath: path)
        == FileManager.default.contents(atPath: checkin.directory + "/exported.jpeg"))
    let mode = FileManager.default.contents(atPath: checkin.directory + "/mode") ?? Data()
    #expect(String(decoding: mode, as: UTF8.self) == "600\n")
    #expect(try checkin.run(["photo", "open", "2"], environment: environment).status == 66)
    try checkin.run("photo", "remove", "1")
    #expect(try checkin.run(["photo", "open", "last"], environment: environment).status == 64)
    #expect(try copies() == [URL(filePath: path).lastPathComponent])
  }

  @Test func sessionDiscardTakesYes() throws {
    let checkin = try CheckInProcess()
    try checkin.run("log", "bench", "80x10")
    try checkin.run("session", "finish")
    #expect(try checkin.run("session", "discard", "1", "--yes").lines.first?.hasPrefix("Discarded session 1") == true)
    #expect(try checkin.run("session", "list", "--json").output == "[]\n")
  }
}

import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import checkin

/// Global options before and behind the command, and the places where journals are looked for.
struct GlobalOptionTests {
  @Test func globalOptionsStandAnywhere() throws {
    let checkin = try CheckInProcess.withSamples()
    let elsewhere = ["CHECKIN_JOURNAL": "/nowhere" as String?]
    let expected = try checkin.run("stats", "--json").output
    for arguments in [
      ["--journal", checkin.journal, "--json", "stats"], ["--json", "--journal=\(checkin.journal)", "stats"],
      ["stats", "--journal", checkin.journal, "--json"], ["--json", "stats", "--journal", checkin.journal],
      ["-q", "--no-input", "--ascii", "--color", "never", "--json", "stats", "--journal=\(checkin.journal)"],
    ] {
      let outcome = try checkin.run(arguments, environment: elsewhere)
      #expect(outcome.output == expected, "\(arguments)")
      #expect(outcome.status == 0)
    }
    #expect(try checkin.run(["stats"], environment: elsewhere).status == 66)
  }

  @Test(arguments: [["--json"], ["-q", "--json"], ["--json", "--color", "always"]])
  func onlyGlobalOptionsShowToday(_ arguments: [String]) throws {
    let checkin = try CheckInProcess.withSamples()
    #expect(try checkin.run(arguments).object()["today"] as? String == "2026-11-21")
  }

  @Test func anOptionJoinedWithAnEmptyValueHasIt() throws {
    let checkin = try CheckInProcess()
    let names = CheckInCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
    var options: Set<String> = []
    for name in names {
      let outcome = try checkin.run(name, "--help")
      #expect(outcome.status == 0 && outcome.output.contains("USAGE: checkin"), "\(name)")
      for match in (outcome.output + GlobalOptions.helpMessage()).matches(of: /(--[a-z-]+) </) {
        let option = String(match.output.1)
        guard options.insert(option).inserted else { continue }
        let joined = try checkin.run(name, option + "=", "--bogus")
        #expect(try joined.errors == checkin.run(name, option, "", "--bogus").errors, "\(name) \(option)")
        #expect(joined.status == 64)
      }
    }
  }

  @Test func quietLeavesOutNotes() throws {
    let checkin = try CheckInProcess()
    #expect(try checkin.run("add", "run", "x", "--at", "yesterday").errors != "")
    let quiet = try checkin.run("-q", "add", "run", "x", "--at", "yesterday")
    #expect(quiet.errors == "")
    #expect(try checkin.run("list", "-n", "1", "-q").output.hasPrefix("2  "), "that is an answer")
  }

  @Test func theDefaultPlaceReadsAsEmpty() throws {
    let checkin = try CheckInProcess(environment: ["CHECKIN_JOURNAL": nil, "XDG_DATA_HOME": ""])
    for arguments in [
      [], ["--json"], ["stats"], ["stats", "--json"], ["list"], ["list", "--json"], ["month"], ["month", "--json"],
      ["months", "--json"], ["year", "--json"], ["audit", "--json"], ["verify", "--json"], ["verify"],
      ["rebuild", "--json"], ["rebuild", "--check"], ["export"], ["export", "--format", "jsonl"],
    ] {
      let outcome = try checkin.run(arguments)
      #expect(outcome.status == 0, "\(arguments) \(outcome.errors)")
    }
    #expect(try checkin.run("list", "--json").output == "[]\n")
    #expect(try checkin.run("stats", "--json").object()["total"] as? Int == 0)
    for arguments in [
      ["show", "1"], ["show", "last"], ["edit", "1", "--title", "x"], ["discard", "1"], ["restore", "1"],
    ] {
      #expect(try checkin.run(arguments).status == 66, "\(arguments)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: checkin.directory) == [])

    #expect(try checkin.run("add", "run", "x").status == 0)
    #expect(FileManager.default.fileExists(atPath: checkin.directory + "/.local/share/checkin/log"))
  }

  @Test func aNamedPlaceThatIsNotThere() throws {
    let checkin = try CheckInProcess()
    for arguments in [
      [], ["stats"], ["list"], ["show", "1"], ["verify"], ["rebuild"], ["rebuild", "--check"], ["export"],
      ["edit", "1", "--title", "x"], ["discard", "1"], ["restore", "1"],
    ] {
      #expect(try checkin.run(arguments).status == 66, "\(arguments)")
      #expect(try checkin.run(["--journal", checkin.directory + "/other"] + arguments).status == 66, "\(arguments)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: checkin.directory) == [])
    #expect(try checkin.run("import", "/nowhere.csv").status == 66)
    #expect(checkin.journalFiles().isEmpty, "a refused import creates no journal")
  }

  @Test func theDataDirectory() throws {
    let checkin = try CheckInProcess(environment: ["CHECKIN_JOURNAL": ""])
    try checkin.run("add", "run", "x", environment: ["XDG_DATA_HOME": checkin.directory + "/data"])
    #expect(FileManager.default.fileExists(atPath: checkin.directory + "/data/checkin/log"))
  }

  @Test func aPathThatIsAFile() throws {
    let checkin = try CheckInProcess()
    let file = checkin.directory + "/file"
    try Data("text".utf8).write(to: URL(filePath: file))
    for arguments in [["stats"], ["add", "run", "x"], ["verify"], ["edit", "1", "--title", "x"]] {
      let outcome = try checkin.run(["--journal", file] + arguments)
      #expect(outcome.status == 74, "\(arguments) \(outcome.errors)")
    }
    #expect(FileManager.default.contents(atPath: file) == Data("text".utf8))
  }

  @Test(.enabled(if: getuid() != 0, "root may read everything"))
  func aDirectoryThatCannotBeRead() throws {
    let checkin = try CheckInProcess.withSamples()
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: checkin.journal)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: checkin.journal) }
    for arguments in [["stats"], ["add", "run", "x"], ["edit", "1", "--title", "x"]] {
      #expect(try checkin.run(arguments).status == 74, "\(arguments)")
    }
  }
}

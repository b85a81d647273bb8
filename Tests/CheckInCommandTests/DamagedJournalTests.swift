import Foundation
import TestSupport
import Testing

/// What commands do with a journal that cannot be trusted.
struct DamagedJournalTests {
  @Test func aMissingWitnessIsToldAndNothingIsAppended() throws {
    let checkin = try CheckInProcess.withSamples()
    try FileManager.default.removeItem(atPath: checkin.journal + "/HEAD")
    let before = checkin.journalFiles()

    let list = try checkin.run("list", "--json")
    #expect(list.status == 65)
    #expect(try list.array().count == 3)
    #expect(try list.errorObject()["code"] as? Int == 65)
    #expect(try checkin.run("-q", "list").errors.contains("Error: HEAD"))

    for arguments in [["add", "run", "x"], ["edit", "1", "--title", "x"], ["discard", "1"], ["restore", "4"]] {
      let plain = try checkin.run(arguments)
      #expect(plain.status == 65, "\(arguments)")
      #expect(plain.errors.contains("HEAD"))
      let json = try checkin.run(["--json"] + arguments)
      #expect(try json.errorObject()["code"] as? Int == 65)
    }
    #expect(checkin.journalFiles() == before)
  }

  @Test func damageIsFoundByVerifying() throws {
    let checkin = try CheckInProcess.withSamples()
    let receipt = try #require(try checkin.run("verify", "--json").object()["receipt"] as? String)
    let segment = checkin.journal + "/log/00000000000000000001.lz4"
    var bytes = try #require(FileManager.default.contents(atPath: segment))
    bytes[bytes.count / 2] ^= 0x55
    try bytes.write(to: URL(filePath: segment))
    let before = checkin.journalFiles()

    let plain = try checkin.run("verify")
    #expect(plain.status == 65)
    #expect(plain.output.contains("Problem: "))
    #expect(!plain.output.contains("No problems found."))
    let json = try checkin.run("verify", "--json", "--against", receipt)
    #expect(json.status == 65)
    #expect(try json.object()["ok"] as? Bool == false)
    #expect(try json.object()["problems"] as? [String] != [])
    #expect(try json.errorObject()["code"] as? Int == 65)
    #expect(try checkin.run("rebuild").status == 65)
    #expect(checkin.journalFiles() == before)
  }

  @Test func aReceiptOfAnotherJournal() throws {
    let other = try CheckInProcess()
    try other.run("add", "run", "x")
    let receipt = try #require(try other.run("verify", "--json").object()["receipt"] as? String)
    let outcome = try CheckInProcess.withSamples().run("verify", "--against", receipt)
    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix("Error: "))
  }
}

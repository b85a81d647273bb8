import Foundation
import TestSupport
import Testing

/// `checkin repair`: it says first, asks, keeps every byte, and records what it did.
struct RepairTests {
  private let segment = "log/00000000000000000001.lz4"

  @Test func nothingToDo() throws {
    let checkin = try CheckInProcess.withSamples()
    let before = checkin.journalFiles()
    let outcome = try checkin.run("repair", "--yes")
    #expect(outcome.status == 0)
    #expect(outcome.output == "Nothing needs repair.\n")
    #expect(checkin.journalFiles() == before)
  }

  @Test func withoutAnAnswerNothingIsChanged() throws {
    let checkin = try CheckInProcess.withSamples()
    try FileManager.default.removeItem(atPath: checkin.journal + "/HEAD")
    let before = checkin.journalFiles()
    let outcome = try checkin.run("repair")
    #expect(outcome.status == 64)
    #expect(outcome.output.contains("HEAD would be rewritten"))
    #expect(checkin.journalFiles() == before)
  }

  @Test func aTornTailIsKeptAside() throws {
    let checkin = try CheckInProcess.withSamples()
    let whole = try #require(checkin.journalFiles()[segment])
    let torn = Array(whole.suffix(40).prefix(33))
    try write(whole + torn, to: checkin, segment)
    #expect(try checkin.run("verify").status == 0, "a torn tail that nobody was promised is no damage")

    let repair = try checkin.run("repair", "--yes")
    #expect(repair.status == 0)
    let after = checkin.journalFiles()
    #expect(after[segment] == whole)
    let file = try #require(after.first { $0.key.hasPrefix("log/torn-") })
    #expect(file.value == torn)
    let path = checkin.journal + "/" + file.key
    #expect(repair.output.contains(path), "\(repair.output)")
    let record = String(decoding: try #require(after["repairs.jsonl"]), as: UTF8.self)
    #expect(record.contains(path) && !record.contains("…"), "\(record)")
    #expect(try checkin.run("repair", "--yes").output == "Nothing needs repair.\n")
  }

  @Test(arguments: [false, true]) func aLostHead(isDamaged: Bool) throws {
    let checkin = try CheckInProcess.withSamples()
    let list = try checkin.run("list", "--json").output
    let damaged = [UInt8](repeating: 0x5A, count: 8192)
    if isDamaged {
      try write(damaged, to: checkin, "HEAD")
    } else {
      try FileManager.default.removeItem(atPath: checkin.journal + "/HEAD")
    }
    let refused = try checkin.run("add", "run", "x")
    #expect(refused.status == 65)
    #expect(refused.errors.contains("'checkin repair' tells what can be done"))
    let torn: [UInt8] = [4, 0x22, 0x4D]
    try write(try #require(checkin.journalFiles()[segment]) + torn, to: checkin, segment)

    let repair = try checkin.run("repair", "--yes", "--json")
    #expect(repair.status == 0)
    #expect(!repair.output.contains("checkin repair"), "it is what is running: \(repair.output)")
    let file = try #require(checkin.journalFiles().first { $0.key.hasPrefix("log/torn-") })
    #expect(file.value == torn)
    #expect((try repair.object()["done"] as? [String])?.last?.contains(checkin.journal + "/" + file.key) == true)
    if isDamaged { #expect(checkin.journalFiles()["HEAD.old"] == damaged) }
    #expect(try checkin.run("verify").status == 0)
    #expect(try checkin.run("list", "--json").output == list)
    #expect(try checkin.run("add", "run", "x").status == 0)
  }

  @Test func halfOfHead() throws {
    let checkin = try CheckInProcess.withSamples()
    for half in [0, 4096] {
      var head = try #require(checkin.journalFiles()["HEAD"])
      head[half + 100] ^= 1
      try write(head, to: checkin, "HEAD")
      let verification = try checkin.run("verify")
      #expect(verification.status == 0)
      #expect((verification.output + verification.errors).contains("One half of HEAD is damaged"))
      #expect(try checkin.run("repair", "--yes").output.contains("HEAD says that the log ends"))
      #expect(try checkin.run("repair", "--yes").output == "Nothing needs repair.\n")
    }
  }

  /// The snapshot covers the damage, so commands that trust it do not meet it.
  @Test(arguments: [false, true]) func damageInTheMiddleIsSalvagedBeside(hasSnapshot: Bool) throws {
    let checkin = try CheckInProcess.withSamples()
    // Saves a snapshot of all there is.
    try checkin.run("rebuild")
    let list = try checkin.run("list", "--json").array()
    var bytes = try #require(checkin.journalFiles()[segment])
    // The third frame is the second check-in's creation: the header and the first creation are before it.
    let starts = frameStarts(bytes)
    bytes[starts[2] + 20] ^= 0xFF
    try write(bytes, to: checkin, segment)
    if !hasSnapshot { try FileManager.default.removeItem(atPath: checkin.journal + "/snapshot.sqlite") }
    let before = checkin.journalFiles()

    let verification = try checkin.run("verify", "--json")
    #expect(verification.status == 65)
    let problems = try #require(try verification.object()["problems"] as? [String])
    #expect(problems.contains { $0.contains("from byte \(starts[2])") && $0.contains("event 2") }, "\(problems)")
    #expect(problems.contains { $0.contains("Readable: event 1, events 3 to 5.") }, "\(problems)")

    let repair = try checkin.run("repair", "--yes", "--json")
    #expect(repair.status == 0)
    #expect(try repair.object()["lost"] as? [Int] == (hasSnapshot ? [] : [2]))
    #expect(try repair.object()["recovered"] as? [Int] == (hasSnapshot ? [2] : []))
    #expect(checkin.journalFiles() == before, "the old journal stays as it is")
    let salvaged = checkin.journal + "-salvaged"
    #expect(try checkin.run("--journal", salvaged, "verify").status == 0)
    let rest = try checkin.run("--journal", salvaged, "list", "--json").array()
    let names = { (checkIns: [[String: Any]]) in checkIns.map { "\($0["number"] ?? "") \($0["title"] ?? "")" } }
    #expect(names(rest) == names(list).filter { hasSnapshot || $0 != "2 Legs" }, "each keeps its number")
    let second = try checkin.run("--journal", salvaged, "show", "2")
    #expect(second.status == (hasSnapshot ? 0 : 66))
    #expect(hasSnapshot ? second.output.contains("Heavy") : second.errors.contains("Check-in 2 was lost"))
    #expect(try checkin.run("--journal", salvaged, "add", "run", "On", "--json").object()["number"] as? Int == 5)
    #expect(try checkin.run("--journal", salvaged, "undo").status == 0)
    #expect(try checkin.run("--journal", salvaged, "verify").status == 0)
  }

  /// Where frames begin; each record of the samples is a frame of its own.
  private func frameStarts(_ bytes: [UInt8]) -> [Int] {
    let prologue: [UInt8] = [0x04, 0x22, 0x4D, 0x18, 0x7C, 0x40]
    return bytes.indices.filter { bytes[$0...].starts(with: prologue) }
  }

  private func write(_ bytes: [UInt8], to checkin: CheckInProcess, _ name: String) throws {
    try Data(bytes).write(to: URL(filePath: checkin.journal + "/" + name))
  }
}

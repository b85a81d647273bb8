import CheckInJournal
import CheckInMaintenance
import EventLog
import Foundation
import JournalTestSupport
import TestSupport
import Testing

/// A receipt proves that today's log extends what was there when it was printed.
@Suite("Receipts")
struct ReceiptTests {
  private func verify(
    _ fileSystem: SimulatedFileSystem, against receipt: Receipt? = nil
  ) throws(JournalError) -> Verification {
    try Journal.verify(at: Trial.path, against: receipt, in: fileSystem)
  }

  @Test("A later log extends every earlier receipt")
  func extended() throws {
    let fileSystem = SimulatedFileSystem()
    let trial = Trial(TrialCommand.mixture(12))
    let journal = try trial.open(fileSystem)
    var receipts: [Receipt] = []
    for command in trial.commands {
      try command.perform(on: journal)
      try journal.close()
      let receipt = try #require(try verify(fileSystem).receipt)
      #expect(receipt.sequence == journal.sequence)
      receipts.append(receipt)
    }
    #expect(Set(receipts.map(\.segment)).count >= 3)
    for receipt in receipts {
      #expect(try verify(fileSystem, against: receipt).problems == [], "\(receipt)")
      // Checked without the library, as its documentation says.
      let path = Trial.path + "/log/" + String(repeating: "0", count: 20 - "\(receipt.segment)".count)
      let content = try lz4(fileSystem.content(of: path + "\(receipt.segment).lz4"))
      #expect(Digest(of: content.prefix(receipt.contentOffset)) == receipt.digest)
    }
  }

  @Test("A shorter, a rewritten or another log does not extend a receipt")
  func notExtended() throws {
    let fileSystem = SimulatedFileSystem()
    let trial = Trial([.create(title: "One"), .create(title: "Two"), .create(title: "Three")], segmentByteLimit: 9999)
    let journal = try trial.open(fileSystem)
    try trial.commands[0].perform(on: journal)
    try journal.close()
    let disk = fileSystem.disk
    for command in trial.commands[1...] { try command.perform(on: journal) }
    try journal.close()
    let receipt = try #require(try verify(fileSystem).receipt)
    #expect(try verify(fileSystem, against: receipt).isSound)
    var changed = receipt
    changed.sequence += 6
    #expect(try verify(fileSystem, against: changed).problems.count == 1)

    let rewritten = SimulatedFileSystem(disk)
    #expect(try verify(rewritten, against: receipt).problems.count == 1)
    #expect(try verify(rewritten).isSound)
    let other = try trial.open(rewritten)
    for title in ["Tw0", "Three", "Four"] { try TrialCommand.create(title: title).perform(on: other) }
    try other.close()
    #expect(try verify(rewritten).isSound)
    #expect(try !verify(rewritten, against: receipt).isSound)

    let foreign = SimulatedFileSystem()
    _ = trial.run(on: foreign)
    let verification = try verify(foreign, against: receipt)
    #expect(verification.failure?.code == .damaged)
  }

  @Test("A receipt ends where HEAD says, since a power cut may take what comes after")
  func endsWithHead() throws {
    let fileSystem = SimulatedFileSystem()
    let trial = Trial([.create(title: "One"), .create(title: "Two")], segmentByteLimit: 9999)
    let journal = try trial.open(fileSystem)
    try trial.commands[0].perform(on: journal)
    try journal.close()
    let (head, segment) = (Trial.path + "/HEAD", Trial.path + "/log/00000000000000000001.lz4")
    let (earlierHead, earlier) = (fileSystem.content(of: head), fileSystem.content(of: segment))
    try trial.commands[1].perform(on: journal)
    try journal.close()
    fileSystem.replace(head, by: earlierHead)
    let verification = try verify(fileSystem)
    #expect(verification.events == 2)
    let receipt = try #require(verification.receipt)
    #expect(receipt.sequence == 1)
    fileSystem.replace(segment, by: earlier)
    fileSystem.erase(Trial.path + "/snapshot.sqlite")
    #expect(try verify(fileSystem, against: receipt).problems == [])
  }

  @Test("Printing and reading give the same receipt")
  func roundTrip() throws {
    let fileSystem = SimulatedFileSystem()
    _ = Trial(TrialCommand.mixture(4)).run(on: fileSystem)
    let receipt = try #require(try verify(fileSystem).receipt)
    #expect(Receipt(receipt.description) == receipt)
    let text = receipt.description
    let fields = text.split(separator: ":").map(String.init)
    #expect(fields.count == 7 && fields[0] == "checkin-receipt" && fields[1] == "1")
    var refused = ["", "checkin-receipt", text + ":", ":" + text, text + " ", String(text.dropLast())]
    for index in fields.indices {
      for wrong in ["", "x", "-1", "18446744073709551616"] {
        var changed = fields
        changed[index] = wrong
        refused.append(changed.joined(separator: ":"))
      }
    }
    for text in refused { #expect(Receipt(text) == nil, "\(text)") }
  }

  private func lz4(_ frames: [UInt8]) throws -> [UInt8] {
    let result = try Tool.shell("lz4 -dc", in: "/tmp", input: frames)
    try #require(result.status == 0)
    return result.output
  }
}

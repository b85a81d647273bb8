import CheckInMaintenance
import EventLog
import Foundation
import TestSupport
import Testing

@testable import CheckInJournal

@Suite("What devices have seen of each other's logs is compared with the logs")
struct SeenCheckTests {
  private let laptop: JournalDevice
  private let phone: JournalDevice

  init() throws {
    laptop = try JournalDevice(clock: 1_700_000_000_000)
    phone = try JournalDevice(clock: 1_700_000_000_500)
    // Of several segments, with what was seen at their ends and between.
    for round in 0..<12 {
      for _ in 0...round { try phone.create("\(UUID()) \(UUID())") }
      try exchange()
      try laptop.create("laptop \(round)")
      try exchange()
    }
    let copy = laptop.journal.peerLog(of: try phone.replica()).log
    #expect(try copy.directory.segments().count > 3)
  }

  private func exchange() throws {
    for (source, target) in [(laptop, phone), (phone, laptop)] {
      try source.deliver(to: target)
      try target.journal.refresh()
    }
  }

  private func problems(of device: JournalDevice) throws -> [String] {
    try device.journal.close()
    return try Journal.verify(at: "/journal", in: device.fileSystem).problems
  }

  @Test("Logs that are as they were agree")
  func whole() throws {
    #expect(try problems(of: laptop) == [])
    #expect(try problems(of: phone) == [])
    let log = phone.journal.ownLog
    let last = try #require(try log.lastSequence())
    let all = try log.digests(at: Set(1...last))
    #expect(all.count == Int(last))
    for sequence in 1...last { #expect(try all[sequence] == log.digest(at: sequence)) }
    #expect(try log.digests(at: [0, last + 1]) == [:])
  }

  @Test("A log that was rewritten is found out by those that have read it, though it is sound itself")
  func rewritten() throws {
    let imposter = try JournalDevice(clock: 1_700_000_000_500, journalID: try phone.replica())
    for number in 0..<100 { try imposter.create("something else \(number)") }
    try imposter.journal.close()
    try phone.journal.close()
    let copy = "/journal/peers/\(try phone.replica().uuidString)"
    for path in laptop.fileSystem.files().keys where path.hasPrefix(copy + "/log/") || path == copy + "/HEAD" {
      laptop.fileSystem.erase(path)
    }
    for (path, content) in imposter.fileSystem.files()
    where path.hasPrefix("/journal/log/") || path == "/journal/HEAD" {
      laptop.fileSystem.replace(copy + path.dropFirst("/journal".count), by: content)
    }
    let found = try problems(of: laptop)
    #expect(found.count == 1)
    #expect(found.first?.contains("one of the two logs was rewritten") == true)
  }
}

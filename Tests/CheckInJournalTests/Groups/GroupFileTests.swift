import CheckInJournal
import EventLog
import Foundation
import TestSupport
import Testing

@Suite("The file that names a group")
struct GroupFileTests {
  private let path = "/journal"
  private let fileSystem = SimulatedFileSystem()
  private let laptop = Group.Replica(journal: UUID(), name: "laptop")

  init() throws { try fileSystem.createDirectories(path) }

  @Test("It is read as it was written; without it there is no group")
  func roundTrip() throws {
    #expect(try Group(inJournalAt: path, fileSystem) == nil)
    for key in [nil, "/home/me/key"] {
      let group = Group(
        me: laptop, replicas: [Group.Replica(journal: UUID(), name: "phone-2")], place: "/media/stick", key: key)
      try group.write(inJournalAt: path, fileSystem)
      #expect(try Group(inJournalAt: path, fileSystem) == group)
    }
  }

  @Test("Names that could be taken for something else are refused, and nothing is written")
  func names() throws {
    let valid = ["a", "phone", "phone-2", String(repeating: "a", count: 32)]
    let invalid = ["", "17", "2phone", "Phone", "my phone", "a/b", "é", "-a", String(repeating: "a", count: 33)]
    for name in valid { #expect(Group.isValidName(name), "\(name)") }
    for name in invalid { #expect(!Group.isValidName(name), "\(name)") }
    let wrong = [
      Group(me: Group.Replica(journal: UUID(), name: "My Phone"), place: "/p"),
      Group(me: laptop, replicas: [Group.Replica(journal: UUID(), name: "laptop")], place: "/p"),
      Group(me: laptop, replicas: [Group.Replica(journal: laptop.journal, name: "phone")], place: "/p"),
    ]
    for group in wrong {
      let error = #expect(throws: JournalError.self) { try group.write(inJournalAt: path, fileSystem) }
      #expect(error?.code == .invalidValue)
    }
    #expect(try Group(inJournalAt: path, fileSystem) == nil)
  }

  @Test("A file that is something else is damage, not the absence of a group")
  func damaged() throws {
    for text in ["", "{}", "[]", "{\"group\": 1}"] {
      let bytes = Array(text.utf8)
      try fileSystem.writeAtomically(bytes.span.bytes, to: path + "/group.json")
      let error = #expect(throws: JournalError.self) { try Group(inJournalAt: path, fileSystem) }
      #expect(error?.code == .damaged, "\(text)")
    }
  }
}

import EventLog
import Foundation
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInMaintenance

@Suite("A fork that is cut off loses nothing, and leaves no empty journal")
struct InterruptedForkTests {
  private static func configuration(_ fileSystem: SimulatedFileSystem) -> Journal.Configuration {
    var configuration = Journal.Configuration(lockTimeoutSeconds: 0.05)
    configuration.fileSystem = fileSystem
    return configuration
  }

  @Test("After a power cut at any moment the journal is there whole, or it is said where it is")
  func crash() throws {
    let device = try JournalDevice(clock: 1_700_000_000_000)
    for title in ["first", "second"] { try device.create(title) }
    try device.journal.close()
    try Group(me: Group.Replica(journal: try device.replica(), name: "laptop"), place: "/nowhere")
      .write(inJournalAt: "/journal", device.fileSystem)
    device.fileSystem.record()
    let replica = UUID()
    _ = try JournalFork(ofJournalAt: "/journal", as: "copy", replica, Self.configuration(device.fileSystem))
    var reported = 0
    let moments = device.fileSystem.moments
    for (index, moment) in moments.enumerated() {
      // The renames come last.
      for seed: UInt64 in 0..<(index < moments.count - 8 ? 1 : 16) {
        let fileSystem = SimulatedFileSystem(moment.disk)
        fileSystem.crash(seed: seed)
        let configuration = Self.configuration(fileSystem)
        do {
          #expect(try Journal(at: "/journal", configuration: configuration).numbers == [1...2])
        } catch {
          #expect(error.remedies == [.move(from: "/journal.before-fork", to: "/journal")])
          try fileSystem.rename("/journal.before-fork", to: "/journal")
          #expect(try Journal(at: "/journal", configuration: configuration).numbers == [1...2])
          reported += 1
        }
      }
    }
    #expect(reported > 0)
    let journal = try Journal(at: "/journal", configuration: Self.configuration(device.fileSystem))
    #expect(try journal.ownLog.replica() == replica && journal.numbers == [1...2])
  }

  @Test("What is left of earlier forks is not taken for the journal")
  func earlier() throws {
    let device = try JournalDevice(clock: 1_700_000_000_000)
    try device.create("first")
    try device.journal.close()
    try Group(me: Group.Replica(journal: try device.replica(), name: "laptop"), place: "/nowhere")
      .write(inJournalAt: "/journal", device.fileSystem)
    let fileSystem = device.fileSystem
    // Another journal's, one that was mended, and one that is somebody's own.
    for name in ["/journal.fork-2", "/journal.before-fork-old", "/journal2.before-fork", "/journal.before-forks"] {
      try fileSystem.createDirectory(name)
    }
    let fork = try JournalFork(ofJournalAt: "/journal/", as: "copy", UUID(), Self.configuration(fileSystem))
    #expect(fork.keptAt == "/journal.before-fork")
    let paths = try ForkPaths(besideJournalAt: "/journal//", fileSystem)
    #expect(paths.copy == "/journal.fork-3" && paths.kept == "/journal.before-fork-3")
    // As the next one leaves them when it is cut off.
    try fileSystem.createDirectory(paths.copy)
    try fileSystem.rename("/journal", to: paths.kept)
    let error = #expect(throws: JournalError.self) {
      try Journal(at: "/journal/", configuration: Self.configuration(fileSystem))
    }
    #expect(error?.remedies == [.move(from: "/journal.before-fork-3", to: "/journal")])
    #expect(throws: JournalError.self) { try ForkPaths(besideJournalAt: "/a/..", fileSystem) }
  }

  @Test("Two directories are exchanged in one step where the disk can")
  func exchange() throws {
    let directory = try TemporaryDirectory()
    let fileSystem = DiskFileSystem()
    for name in ["one", "other"] {
      try fileSystem.createDirectory("\(directory.path)/\(name)")
      _ = try fileSystem.create("\(directory.path)/\(name)/\(name)")
    }
    let isExchanged = try fileSystem.exchange(directory.path + "/one", with: directory.path + "/other")
    #expect(try fileSystem.list(directory.path + "/one") == [isExchanged ? "other" : "one"])
    #expect(try fileSystem.list(directory.path + "/other") == [isExchanged ? "one" : "other"])
    #expect(throws: FileError.self) {
      try fileSystem.exchange(directory.path + "/one", with: directory.path + "/none")
    }
  }
}

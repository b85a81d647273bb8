import CheckInJournal
import CheckInMaintenance
import EventLog
import Glibc
import JournalTestSupport
import TestSupport
import Testing

/// Photos, sweeps and purges that are cut off: an event never names a photo that is missing, and a purge is never taken
/// for a loss.
@Suite("A photo is durable before its event, and a purge is recorded before its bytes go")
struct PhotoCrashTests {
  private let trial = Trial([])

  private static func jpeg(_ number: UInt8) -> [UInt8] { [0xFF, 0xD8, 0xFF, 0xE0, number] }

  private func draft(_ title: String) -> CheckInDraft {
    CheckInDraft(type: .run, title: title, time: CheckInTime(instantMilliseconds: 1_700_000_000_000, offsetMinutes: 60))
  }

  /// A journal whose check-ins 1 and 2 have photos, and 3 none.
  private func journal(_ fileSystem: SimulatedFileSystem) throws -> Journal {
    let journal = try trial.open(fileSystem)
    for number in 1...2 as ClosedRange<UInt8> {
      try journal.create(draft("c\(number)"), photo: NewPhoto(jpeg: Self.jpeg(number), width: 1, height: 1))
    }
    try journal.create(draft("c3"))
    return journal
  }

  /// Tries a crash after each operation of the work, in several ways, and looks at what is left.
  private func crashes(
    _ work: (Journal) throws -> Void, _ problems: (SimulatedFileSystem) throws -> [String]
  ) throws {
    let fileSystem = SimulatedFileSystem()
    let journal = try journal(fileSystem)
    try journal.close()
    fileSystem.record()
    try work(journal)
    try journal.close()
    #expect(try problems(fileSystem) == [])
    for (index, moment) in fileSystem.moments.enumerated() {
      for run in 0..<8 as Range<UInt64> {
        CaseCount.add()
        let crashed = SimulatedFileSystem(moment.disk)
        crashed.crash(seed: TestSettings.seed &+ UInt64(index) &* 8 &+ run)
        let found = try problems(crashed)
        #expect(found.isEmpty, "CHECKIN_SEED=\(TestSettings.seed), run \(run), \(moment.operation) \(moment.path)")
        if !found.isEmpty { return }
      }
    }
  }

  /// Returns `true` if a verification can't tell whether the end was acknowledged, as where a power cut took HEAD.
  private func isDoubt(_ problem: String) -> Bool { problem.contains("may be older than the log") }

  private func verified(_ fileSystem: SimulatedFileSystem) throws -> Verification {
    try Journal.verify(at: Trial.path, in: fileSystem)
  }

  @Test("Attaching, and adding with a photo")
  func attaching() throws {
    try crashes { journal in
      try journal.attachPhoto(NewPhoto(jpeg: Self.jpeg(3), width: 1, height: 1), to: 3)
      try journal.create(draft("c4"), photo: NewPhoto(jpeg: Self.jpeg(4), width: 1, height: 1))
    } _: { fileSystem in
      var problems = try verified(fileSystem).problems.filter { !isDoubt($0) }
      let journal = try trial.open(fileSystem)
      // Both events of the command, or none.
      if let fourth = try journal.checkIn(4), fourth.photo == nil { problems.append("added without its photo") }
      let orphans = try journal.orphanPhotos()
      if try journal.removeOrphanPhotos(orphans) != orphans { problems.append("orphans are left") }
      try journal.close()
      return problems + (try verified(fileSystem).problems)
    }
  }

  @Test("A disk that fills while a photo is stored: nothing is left, and the error says what to do")
  func fullDisk() throws {
    let photo = NewPhoto(jpeg: Self.jpeg(9), width: 1, height: 1)
    for operation in [.create, .write, .synchronize, .rename] as [SimulatedOperation] {
      let fileSystem = SimulatedFileSystem()
      let journal = try journal(fileSystem)
      let error = #expect(throws: JournalError.self) {
        try fileSystem.failNext(operation, suffix: ".jpg.new", with: [.error(ENOSPC)]) {
          try journal.attachPhoto(photo, to: 3)
        }
      }
      #expect(error?.message.contains("Make room on the disk and try again") == true, "\(operation): \(error as Any)")
      #expect(!fileSystem.files().keys.contains { $0.hasSuffix(".new") }, "\(operation)")
    }
  }

  @Test("Purging")
  func purging() throws {
    try crashes { journal in
      _ = try journal.purge(try journal.purgeCandidates(of: [1]), of: [1])
    } _: { fileSystem in
      var problems = try verified(fileSystem).problems.filter { !isDoubt($0) }
      let photos = try verified(fileSystem).photos
      if photos.present + photos.purged != 2 { problems.append("\(photos)") }
      // What was cut off is completed.
      let journal = try trial.open(fileSystem)
      let candidates = try journal.purgeCandidates(of: [1])
      _ = try journal.purge(candidates, of: [1])
      try journal.close()
      let after = try verified(fileSystem)
      if after.photos.purged != 1 || after.photos.present != 1 { problems.append("not completed: \(after.photos)") }
      return problems + after.problems
    }
  }

  @Test("Every operation of a purge fails", arguments: [EIO, ENOSPC])
  func faults(_ error: Int32) throws {
    let whole = SimulatedFileSystem()
    try journal(whole).close()
    let disk = whole.disk
    let start = whole.operationCount
    func purge(_ fileSystem: SimulatedFileSystem) throws {
      let journal = try trial.open(fileSystem)
      _ = try journal.purge(try journal.purgeCandidates(of: [1]), of: [1])
      try journal.close()
    }
    try purge(whole)
    for number in 1...whole.operationCount - start {
      CaseCount.add()
      let fileSystem = SimulatedFileSystem(disk)
      fileSystem.plan([SimulatedFault(.error(error), from: number)], seed: TestSettings.seed)
      _ = try? purge(fileSystem)
      fileSystem.plan([])
      #expect(try verified(fileSystem).problems == [], "errno \(error) from operation \(number)")
      try purge(fileSystem)
      #expect(try verified(fileSystem).photos.purged == 1, "errno \(error) from operation \(number)")
    }
  }

  @Test("A sweep that others have made needless removes nothing")
  func sweepingIsJudgedAgain() throws {
    let fileSystem = SimulatedFileSystem()
    let journal = try journal(fileSystem)
    let digest = Digest(of: Self.jpeg(9)).hexadecimal
    let folder = "\(Trial.path)/photos/\(digest.prefix(2))"
    try fileSystem.createDirectories(folder)
    try fileSystem.putAtomically(Self.jpeg(9), to: "\(folder)/\(digest).jpg")
    let found = try journal.orphanPhotos()
    #expect(found.map(\.file) == ["photos/\(digest.prefix(2))/\(digest).jpg"])
    try journal.attachPhoto(NewPhoto(jpeg: Self.jpeg(9), width: 1, height: 1), to: 3)
    #expect(try journal.removeOrphanPhotos(found).isEmpty)
    #expect(try verified(fileSystem).problems == [])
  }

  @Test("A purge that was looked at before somebody attached the photo elsewhere is refused")
  func purgingIsJudgedAgain() throws {
    let fileSystem = SimulatedFileSystem()
    let journal = try journal(fileSystem)
    let candidates = try journal.purgeCandidates(of: [1])
    try journal.attachPhoto(NewPhoto(jpeg: Self.jpeg(1), width: 1, height: 1), to: 3)
    let error = try #require(throws: JournalError.self) { _ = try journal.purge(candidates, of: [1]) }
    #expect(error.code == .conflict)
    #expect(try journal.checkIn(1)?.photo != nil, "nothing was cleared")
    #expect(try verified(fileSystem).photos.present == 2)
  }
}

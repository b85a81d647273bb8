import CheckInMaintenance
import Foundation
import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInModel
@testable import EventLog

/// Row 12 of the storage rules' test programme: each kind of damage of the log, with each state of HEAD, with each
/// state of the snapshot, with the lock file there or gone; and every command, of readers and writers.
///
/// No byte of an acknowledged frame may change, HEAD may not move back, and nothing may be answered without an alarm
/// that is not true of the events up to the one that the answer names.
///
/// `CHECKIN_RUNS_TWO_FAULTS_STEP=1` runs all combinations. Otherwise it is every sixth of three faults, chosen so that
/// any two faults of different files meet.
@Suite("Two faults at once")
struct TwoFaultsTests {
  /// A fault of one kind of file, applied to a journal's directory.
  struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (DamagedCopy) throws -> Void
  }

  private static let step = TestSettings.runs("TWO_FAULTS_STEP", default: 6)

  @Test(arguments: DamagedCopy.logFaults.indices)
  func pairs(logIndex: Int) throws {
    let log = DamagedCopy.logFaults[logIndex]
    let journal = try WholeJournal.shared.get()
    for (headIndex, head) in DamagedCopy.headFaults.enumerated() {
      for (snapshotIndex, snapshot) in DamagedCopy.snapshotFaults.enumerated() {
        guard (logIndex + headIndex + snapshotIndex) % Self.step == 0 else { continue }
        for isLocked in [true, false] {
          CaseCount.add()
          let copy = try DamagedCopy(of: journal)
          for fault in [log, head, snapshot] { try fault.apply(copy) }
          if !isLocked { try? copy.directory.remove("lock") }
          let problems = try copy.judge()
          let faults = [log, head, snapshot].map(\.testDescription).joined(separator: ", ")
          #expect(problems.isEmpty, "\(faults), lock \(isLocked): \(problems)")
          if !problems.isEmpty { return }
        }
      }
    }
  }
}

/// A journal of three segments, and what it said after each of its events.
struct WholeJournal: Sendable {
  static let shared = Result { try WholeJournal() }

  static let segmentByteLimit = 1200
  let directory: TemporaryDirectory
  let segments: [String]
  /// What HEAD and the snapshot were, by the number of events then.
  let heads: [Int: [UInt8]]
  let oldSnapshot: [UInt8]
  let foreignHead: [UInt8]
  let foreignSnapshot: [UInt8]
  let snapshotWithoutMonths: [UInt8]
  /// The check-ins after so many events, discarded ones included, by number.
  let truth: [[CheckIn]]

  private static func configuration() -> Journal.Configuration {
    Journal.Configuration(segmentByteLimit: segmentByteLimit)
  }

  init() throws {
    let directory = try TemporaryDirectory()
    self.directory = directory
    let path = directory.path + "/journal"
    let journal = try Journal(at: path, configuration: Self.configuration())
    var truth: [[CheckIn]] = [[]]
    var heads: [Int: [UInt8]] = [:]
    var oldSnapshot: [UInt8] = []
    for step in 1...36 {
      switch step % 6 {
      case 5: try journal.edit(step / 3, with: CheckInChanges(title: "Edited \(step)", notes: "Notes of \(step)"))
      case 0:
        if step % 12 == 0 {
          try journal.discard([step / 4])
        } else {
          try journal.edit(1, with: CheckInChanges(calories: .set(step)))
        }
      default:
        try journal.create(
          CheckInDraft(
            type: .run, title: "Session \(step)",
            time: CheckInTime(instantMilliseconds: 1_700_000_000_000 + Int64(step) * 700_000_000, offsetMinutes: 60)))
      }
      try journal.close()
      #expect(journal.sequence == UInt64(step))
      truth.append(try Trial.checkIns(journal))
      heads[step] = try directory.read("journal/HEAD")
      if step == 14 {
        _ = try journal.rebuild()
        oldSnapshot = try directory.read("journal/snapshot.sqlite")
      }
    }
    _ = try journal.rebuild()
    try journal.close()
    self.truth = truth
    self.heads = heads
    self.oldSnapshot = oldSnapshot
    segments = try LogDirectory(fileSystem: DiskFileSystem(), path: path).segments().map {
      "log/" + LogDirectory.segmentName($0)
    }
    #expect(segments.count == 3)

    let other = try Journal(at: directory.path + "/foreign", configuration: Self.configuration())
    for step in 1...36 { try TrialCommand.create(title: "Foreign \(step)").perform(on: other) }
    _ = try other.rebuild()
    try other.close()
    foreignHead = try directory.read("foreign/HEAD")
    foreignSnapshot = try directory.read("foreign/snapshot.sqlite")
    try directory.copy("journal/snapshot.sqlite", to: "damaged.sqlite")
    let months = 1 << 40
    let result = try Tool.shell(
      "sqlite3 damaged.sqlite 'UPDATE part SET content = zeroblob(length(content)) WHERE id BETWEEN \(months) AND "
        + "\(2 * months - 1)'",
      in: directory.path)
    #expect(result.status == 0, "\(result.errorText)")
    snapshotWithoutMonths = try directory.read("damaged.sqlite")
  }
}

/// A copy of the journal to be damaged, and the judgement on what commands then do.
final class DamagedCopy {
  let whole: WholeJournal
  private let root: TemporaryDirectory
  var directory: Part { Part(root: root) }
  private var path: String { root.path + "/journal" }

  /// The copy's files, by their paths in the journal.
  struct Part {
    let root: TemporaryDirectory
    func read(_ name: String) throws -> [UInt8] { try root.read("journal/" + name) }
    func write(_ bytes: [UInt8], to name: String) throws { try root.write(bytes, to: "journal/" + name) }
    func remove(_ name: String) throws { try root.remove("journal/" + name) }
    func exists(_ name: String) -> Bool { root.exists("journal/" + name) }
  }

  init(of whole: WholeJournal) throws {
    self.whole = whole
    root = try TemporaryDirectory()
    try FileManager.default.copyItem(atPath: whole.directory.path + "/journal", toPath: root.path + "/journal")
  }

  private func change(_ name: String, _ body: (inout [UInt8]) -> Void) throws {
    var bytes = try directory.read(name)
    body(&bytes)
    try directory.write(bytes, to: name)
  }

  /// The places of a segment's frames, whole or damaged, by the whole journal.
  private func frames(_ index: Int) throws -> [Range<Int>] {
    Trial.frames(in: try whole.directory.read("journal/" + whole.segments[index]))
  }

  // MARK: Faults

  static let logFaults: [TwoFaultsTests.Fault] = [
    .init(testDescription: "no damage") { _ in },
    .init(testDescription: "a bit in the first segment") { copy in
      let frame = try copy.frames(0)[3]
      try copy.change(copy.whole.segments[0]) { $0[frame.lowerBound + 40] ^= 4 }
    },
    .init(testDescription: "a bit in the first segment's header") { copy in
      try copy.change(copy.whole.segments[0]) { $0[30] ^= 4 }
    },
    .init(testDescription: "a bit in the second segment") { copy in
      let frame = try copy.frames(1)[2]
      try copy.change(copy.whole.segments[1]) { $0[frame.lowerBound + 40] ^= 1 }
    },
    .init(testDescription: "a bit in the last frame") { copy in
      let frame = try #require(copy.frames(2).last)
      try copy.change(copy.whole.segments[2]) { $0[frame.lowerBound + 30] ^= 1 }
    },
    .init(testDescription: "zeros over the end of the first segment") { copy in
      try copy.change(copy.whole.segments[0]) { bytes in
        for index in bytes.count - 200..<bytes.count { bytes[index] = 0 }
      }
    },
    .init(testDescription: "no first segment") { try $0.directory.remove($0.whole.segments[0]) },
    .init(testDescription: "no second segment") { try $0.directory.remove($0.whole.segments[1]) },
    .init(testDescription: "no last segment") { try $0.directory.remove($0.whole.segments[2]) },
    .init(testDescription: "no segment") { copy in for name in copy.whole.segments { try copy.directory.remove(name) }
    },
    .init(testDescription: "a second segment from before") { copy in
      let frames = try copy.frames(1)
      try copy.change(copy.whole.segments[1]) { $0.removeLast($0.count - frames[frames.count / 2].lowerBound) }
    },
    .init(testDescription: "a last segment from before") { copy in
      let frames = try copy.frames(2)
      try copy.change(copy.whole.segments[2]) { $0.removeLast($0.count - frames[frames.count / 2].lowerBound) }
    },
    .init(testDescription: "a last segment cut within a frame") { copy in
      try copy.change(copy.whole.segments[2]) { $0.removeLast(7) }
    },
    .init(testDescription: "bytes after the end") { copy in
      try copy.change(copy.whole.segments[2]) { $0 += [0x04, 0x22, 0x4D, 0x18, 9, 9, 9] }
    },
    .init(testDescription: "a compacted first segment") { copy in
      let directory = LogDirectory(fileSystem: DiskFileSystem(), path: copy.path)
      _ = try SegmentCompactor(directory).compact(1) { try $1() }
    },
  ]

  static let headFaults: [TwoFaultsTests.Fault] = [
    .init(testDescription: "HEAD whole") { _ in },
    .init(testDescription: "no HEAD") { try $0.directory.remove("HEAD") },
    .init(testDescription: "first half of HEAD damaged") { try $0.change("HEAD") { $0[100] ^= 1 } },
    .init(testDescription: "second half of HEAD damaged") { try $0.change("HEAD") { $0[4196] ^= 1 } },
    .init(testDescription: "HEAD damaged") { copy in
      try copy.change("HEAD") { head in
        head[100] ^= 1
        head[4196] ^= 1
      }
    },
    .init(testDescription: "HEAD of some events before") {
      try $0.directory.write($0.whole.heads[33] ?? [], to: "HEAD")
    },
    .init(testDescription: "HEAD of the first segment") { try $0.directory.write($0.whole.heads[5] ?? [], to: "HEAD") },
    .init(testDescription: "a foreign HEAD") { try $0.directory.write($0.whole.foreignHead, to: "HEAD") },
  ]

  private static let snapshot = "snapshot.sqlite"

  static let snapshotFaults: [TwoFaultsTests.Fault] = [
    .init(testDescription: "snapshot whole") { _ in },
    .init(testDescription: "no snapshot") { try $0.directory.remove(snapshot) },
    .init(testDescription: "months of the snapshot damaged") {
      try $0.directory.write($0.whole.snapshotWithoutMonths, to: snapshot)
    },
    .init(testDescription: "an old snapshot") { try $0.directory.write($0.whole.oldSnapshot, to: snapshot) },
    .init(testDescription: "a foreign snapshot") { try $0.directory.write($0.whole.foreignSnapshot, to: snapshot) },
    .init(testDescription: "a directory for a snapshot") { copy in
      try copy.directory.remove(snapshot)
      try FileManager.default.createDirectory(
        atPath: copy.path + "/snapshot.sqlite", withIntermediateDirectories: false)
    },
  ]

  // MARK: Judgement

  /// Everything that commands did and may not do.
  func judge() throws -> [String] {
    var problems: [String] = []
    let acknowledged = try wholeFrames()
    var head = try? headSequence()

    /// What may not be, after a command, whatever it answered.
    func check(_ command: String) throws {
      for (name, frames) in acknowledged {
        guard let bytes = try? directory.read(name) else {
          problems.append("\(command): \(name) is gone")
          continue
        }
        for (range, content) in frames where bytes.count < range.upperBound || Array(bytes[range]) != content {
          problems.append("\(command): the frame at \(range) of \(name) changed")
        }
      }
      let now = try? headSequence()
      if let head, let now, now < head { problems.append("\(command): HEAD went from \(head) back to \(now)") }
      if head != nil, now == nil { problems.append("\(command): HEAD was lost") }
      head = now
    }

    let before = try root.files()
    do throws(JournalError) {
      let reader = try Journal(at: path, for: .readOnly)
      let checkIns = Result { try Trial.checkIns(reader) }
      if reader.readOnlyReason == nil, (try? checkIns.get()) != truth(after: reader.sequence) {
        problems.append("read: event \(reader.sequence) is said to have made something else, without an alarm")
      }
    } catch {
      let isNothingLeft = !["HEAD", "snapshot.sqlite"].contains(where: directory.exists) && acknowledged.isEmpty
      if isNothingLeft, error.code == .notFound { return [] }
      if ![.damaged, .newerVersion].contains(error.code) { problems.append("read: thrown: \(error.code) \(error)") }
    }
    _ = try? Journal.verify(at: path)
    _ = try? Journal.diagnose(at: path)
    if try root.files() != before { problems.append("reading changed the directory") }

    for (name, command) in Self.writers {
      do {
        let writer = try Journal(
          at: path, configuration: Journal.Configuration(segmentByteLimit: WholeJournal.segmentByteLimit))
        let sequence = writer.sequence
        let isKnown = try isWhollyReadable()
        let done: Bool
        do {
          try command(writer)
          done = true
        } catch {
          done = false
        }
        try? writer.close()
        writer.scrub()
        if done { problems += try judgeDone(name, after: sequence) }
        if done, !isKnown, Self.readingWriters.contains(name) {
          problems.append("\(name): done, although what it was to change cannot be read")
        }
      } catch let error as JournalError {
        if error.code != .damaged { problems.append("\(name): thrown: \(error.code) \(error)") }
      }
      try check(name)
      if !problems.isEmpty { return problems }
    }
    return problems
  }

  /// Commands that write; each is tried, whatever became of those before.
  private static let writers: [(String, @Sendable (Journal) throws -> Void)] = [
    ("edit", { try $0.edit(2, with: CheckInChanges(title: "By a command")) }),
    ("add", { try TrialCommand.create(title: "New").perform(on: $0) }),
    ("discard", { try $0.discard([4]) }),
    ("undo", { try $0.undo() }),
    ("rebuild", { _ = try $0.rebuild() }),
    ("import", { try TrialCommand.importing(titles: ["One", "Two"]).perform(on: $0) }),
  ]

  /// Those that need to know check-ins of the past.
  private static let readingWriters: Set = ["edit", "discard", "undo"]

  /// Whether every check-in can be shown, by the snapshot or the log.
  private func isWhollyReadable() throws -> Bool {
    let journal = try Journal(at: path, for: .readOnly)
    _ = try? Trial.checkIns(journal)
    return journal.readOnlyReason == nil
  }

  /// What a command that was done has to be true of: the log itself, read without a snapshot.
  private func judgeDone(_ command: String, after sequence: UInt64) throws -> [String] {
    var problems: [String] = []
    let directory = LogDirectory(fileSystem: DiskFileSystem(), path: path)
    let survey = try DamageSurvey(directory, lastSequence: nil, visit: EventView.isReadable(_:in:sequence:))
    if survey.readable.last?.upperBound ?? 0 < sequence { problems.append("\(command): events are gone") }
    let state = try JournalLoader(directory: directory).load(ignoringSnapshot: true)
    guard state.problem == nil else { return problems }
    let log = try Journal(at: path, for: .readOnly)
    var fromLog = state.timeline
    for checkIn in try Trial.checkIns(log) where try fromLog.checkIn(checkIn.number) != checkIn {
      problems.append("\(command): check-in \(checkIn.number) is not what the log says")
    }
    return problems
  }

  /// The check-ins after an event.
  private func truth(after sequence: UInt64) -> [CheckIn]? {
    sequence < whole.truth.count ? whole.truth[Int(sequence)] : nil
  }

  private func headSequence() throws -> UInt64? {
    HeadState(content: try directory.read("HEAD")).head?.position.sequence
  }

  /// The frames of the journal that are whole in this copy, by file.
  private func wholeFrames() throws -> [String: [(Range<Int>, [UInt8])]] {
    var frames: [String: [(Range<Int>, [UInt8])]] = [:]
    for name in whole.segments {
      guard let bytes = try? directory.read(name) else { continue }
      let decoder = FrameDecoder()
      var found: [(Range<Int>, [UInt8])] = []
      for range in Trial.frames(in: try whole.directory.read("journal/" + name))
      where range.upperBound <= bytes.count {
        let content = Array(bytes[range])
        if decoder.content(of: content.span.bytes) != nil { found.append((range, content)) }
      }
      frames[name] = found
    }
    return frames
  }
}

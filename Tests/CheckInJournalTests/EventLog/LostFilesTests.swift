import JournalTestSupport
import Synchronization
import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInModel
@testable import EventLog

/// What is made of a journal of which some files are gone, or hold no more than a beginning.
@Suite("What is left of a journal")
struct LostFilesTests {
  private static let segment = Trial.path + "/log/" + LogDirectory.segmentName(1)
  private static let head = Trial.path + "/HEAD"
  private static let snapshot = Trial.path + "/snapshot.sqlite"

  private let fileSystem = SimulatedFileSystem()
  private let trial = Trial(TrialCommand.mixture(6), segmentByteLimit: 1 << 20)

  init() {
    #expect(trial.run(on: fileSystem).errors == [:])
  }

  /// Why nothing can be appended; `nil` if there is no journal.
  private func problem() throws -> JournalProblem.Kind? {
    let before = fileSystem.files()
    defer { #expect(fileSystem.files() == before) }
    do {
      let journal = try trial.open(fileSystem, for: .readOnly)
      let problem = try #require(journal.state.withLock { $0.problem }, "it is called whole")
      let writer = try trial.open(fileSystem)
      #expect(throws: JournalError.self) { try TrialCommand.create(title: "Refused").perform(on: writer) }
      return problem.kind
    } catch {
      guard (error as? JournalError)?.code == .notFound else { throw error }
      return nil
    }
  }

  @Test("Without its log, whatever is left tells that there was one", arguments: ["HEAD", "snapshot", "photos", ""])
  func withoutLog(left: String) throws {
    fileSystem.erase(Self.segment)
    fileSystem.erase(Trial.path + "/lock")
    if left != "HEAD" { fileSystem.erase(Self.head) }
    if left != "snapshot" { fileSystem.erase(Self.snapshot) }
    if left == "photos" {
      let directory = LogDirectory(fileSystem: fileSystem, path: Trial.path)
      _ = try PhotoStore(directory: directory).store([0xFF, 0xD8, 0xFF, 1])
    }
    #expect(try problem() == (left.isEmpty ? nil : .logMissing))
  }

  @Test("Without HEAD, a beginning of the first segment is doubtful, and damage of it is damage")
  func withoutHead() throws {
    let content = fileSystem.content(of: Self.segment)
    let frames = Trial.frames(in: content)
    fileSystem.erase(Self.head)
    fileSystem.erase(Self.snapshot)
    #expect(try problem() == .headDoubtful)
    // Torn bytes alone, and after the header.
    fileSystem.replace(Self.segment, by: Array(content.prefix(frames[0].count - 1)))
    #expect(try problem() == .headDoubtful)
    fileSystem.replace(Self.segment, by: Array(content.prefix(frames[1].upperBound - 1)))
    #expect(try problem() == .headDoubtful)
    var damaged = content
    damaged[frames[0].lowerBound + 20] ^= 1
    fileSystem.replace(Self.segment, by: damaged)
    #expect(try problem() == .logDamaged)
    // What a creation that was cut off leaves.
    fileSystem.replace(Self.segment, by: Array(content[frames[0]]))
    #expect(throws: JournalError.self) { try trial.open(fileSystem, for: .readOnly) }
  }

  @Test func anUnreadableHeadIsDoubtfulAlsoOverALogWithoutEvents() throws {
    let content = fileSystem.content(of: Self.segment)
    fileSystem.replace(Self.segment, by: Array(content[Trial.frames(in: content)[0]]))
    fileSystem.replace(Self.head, by: [1, 2, 3])
    fileSystem.erase(Self.snapshot)
    #expect(try problem() == .headDoubtful)
  }

  @Test func aJournalThatGoesWhileItIsOpenIsNotAnEmptyOne() throws {
    let reader = try trial.open(fileSystem, for: .readOnly)
    let sequence = reader.sequence
    for path in fileSystem.files().keys { fileSystem.erase(path) }
    let error = #expect(throws: JournalError.self) { try reader.refresh() }
    #expect(error?.code == .inputOutput)
    #expect(reader.sequence == sequence && sequence > 0)
  }
}

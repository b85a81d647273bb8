import FoundationEssentials
import JournalTestSupport
import TestSupport

@testable import CheckInInterchange
@testable import CheckInJournal
@testable import CheckInMaintenance
@testable import CheckInTimeline
@testable import EventLog

extension FuzzTarget {
  private static let trial = Trial(TrialCommand.mixture(9), segmentByteLimit: 1 << 20)
  private static let segmentPath = Trial.path + "/log/" + LogDirectory.segmentName(1)
  private static let headPath = Trial.path + "/HEAD"

  /// A small sound journal of one segment, without a snapshot, so that the whole log is read.
  static let soundDisk: SimulatedDisk = {
    let fileSystem = SimulatedFileSystem()
    _ = trial.run(on: fileSystem)
    fileSystem.erase(Trial.path + "/snapshot.sqlite")
    return fileSystem.disk
  }()

  static var soundSegment: [UInt8] { soundDisk.files()[segmentPath] ?? [] }
  static var soundHead: [UInt8] { soundDisk.files()[headPath] ?? [] }

  static func frames(_ bytes: [UInt8]) throws {
    let fileSystem = SimulatedFileSystem(soundDisk)
    fileSystem.replace(segmentPath, by: bytes)
    let directory = LogDirectory(fileSystem: fileSystem, path: Trial.path)
    try walk(try directory.open(segment: 1))

    var count: UInt64 = 0
    var journalID: UUID?
    var reader = try EventReader(directory)
    while let batch = try reader.next() {
      journalID = journalID ?? batch.header?.journalID
      let isSound = try reader.forEachEvent(in: batch) { _, _ throws(JournalError) in
        count += 1
        return true
      }
      if !isSound { break }
    }
    try require(reader.scan.position.sequence == count, "the position counts the events that were visited")
    for byteCount in [1, 200] {
      var chunks = try LogReader(directory)
      var other = try LogReader(directory)
      while try chunks.next(byteCount: byteCount) != nil {}
      while try other.next() != nil {}
      try require(
        chunks.scan.position == other.scan.position && chunks.scan.failure == other.scan.failure,
        "the size of the chunks makes no difference")
    }
    let survey = try DamageSurvey(directory, lastSequence: nil, visit: EventView.isReadable(_:in:sequence:))
    if count > 0 {
      let run = survey.readable.first ?? 0...0
      try require(run.lowerBound == 1 && run.upperBound >= count, "what a pass can read, the survey can")
    }
    _ = survey.sentences

    // HEAD as it is, none, and one that promises what can be read.
    try judge(fileSystem)
    fileSystem.erase(headPath)
    try judge(fileSystem)
    if let journalID {
      let head = Head(journalID: journalID, generation: 0, position: reader.scan.position)
      fileSystem.replace(
        headPath, by: HeadFormat.slot(head) + [UInt8](repeating: 0, count: HeadFormat.slotByteCount))
      try judge(fileSystem)
    }
  }

  static func records(_ content: [UInt8]) throws {
    guard !content.isEmpty, content.count <= FrameFormat.bulkContentByteCount else { return }
    let frame = try FrameEncoder.frame(of: content)
    let decoded = FrameDecoder().content(of: frame.span.bytes)
    try require(decoded == content, "a frame decodes to what it was made of")
    try foldsAlike(content)
    try frames(frame)
  }

  static func head(_ bytes: [UInt8]) throws {
    try head(content: bytes)
    // The same with right checksums, which no search finds by itself: half of the input is one slot, half the other.
    let half = bytes.count / 2
    try head(content: sealed(bytes.prefix(half)) + sealed(bytes.dropFirst(half)))
  }

  private static func head(content: [UInt8]) throws {
    if let head = HeadState(content: content).head {
      let slot = HeadFormat.slot(head)
      let again = HeadFormat.heads(in: slot + slot)
      try require(again.first == head || again.second == head, "a head reads as it was written")
    }
    let fileSystem = SimulatedFileSystem(soundDisk)
    fileSystem.replace(headPath, by: content)
    try judge(fileSystem)
  }

  private static func sealed(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var slot = Array(bytes.prefix(HeadFormat.slotByteCount - Digest.byteCount))
    slot += [UInt8](repeating: 0, count: HeadFormat.slotByteCount - Digest.byteCount - slot.count)
    // The sound journal is another in each process; seeds of an earlier one fit it by its identity.
    slot.replaceSubrange(8..<24, with: soundHead[8..<24])
    return slot + Digest(of: slot).bytes
  }

  /// Every frame of the file comes after the one before it, and says the same when it is reframed.
  private static func walk(_ file: any File) throws {
    let reader = try SegmentReader(file, from: 0)
    var stop: SegmentReader.Stop?
    var offset = 0
    while stop == nil {
      let batch = try reader.next()
      stop = batch.stop
      for frame in batch.frames {
        try require(frame.fileOffset == offset, "frames follow each other")
        offset += frame.byteCount
        let content = batch.content.span.bytes.array(frame.content)
        let again = try FrameEncoder.frame(of: content)
        let decoded = FrameDecoder().content(of: again.span.bytes)
        try require(decoded == content, "content that was read can be framed again")
      }
    }
    let size = try file.size()
    if case .invalid(offset: let end, _)? = stop { try require(end == offset, "reading stops after the last frame") }
    try require(stop != .end || offset == size, "reading ends where the file does")
  }

  /// Opens, reads, diagnoses and verifies: nothing of that changes anything. A journal that is said to be sound can be
  /// written, and is sound afterwards.
  private static func judge(_ fileSystem: SimulatedFileSystem) throws {
    let before = fileSystem.files()
    let verification = try? verified(fileSystem)
    _ = try? Journal.diagnose(at: Trial.path, in: fileSystem)
    if let reader = try? trial.open(fileSystem, for: .readOnly) { try read(reader) }
    try require(fileSystem.files() == before, "reading changes nothing")

    guard let verification, verification.isSound, let writer = try? trial.open(fileSystem),
      writer.readOnlyReason == nil
    else { return }
    let creation = try writer.create(TrialCommand.draft("Probe"))
    try writer.close()
    let after = try verified(fileSystem)
    try require(after.isSound, "a sound journal is sound after a command")
    try require(
      after.events == verification.events + (creation.isNew ? 1 : 0), "a command adds its events and no others")
  }

  private static func verified(_ fileSystem: SimulatedFileSystem) throws -> Verification {
    try Journal.verify(at: Trial.path, in: fileSystem)
  }

  private static func read(_ journal: Journal) throws {
    _ = journal.readOnlyReason
    var json = JSONWriter()
    for checkIn in (try? journal.checkIns()) ?? [] { checkIn.write(to: &json) }
    _ = try? journal.statistics(today: CivilDay(dayNumber: 20_000))
    for month in (try? journal.months()) ?? [] { _ = try? journal.calendar(of: month.month) }
    _ = try? journal.history(of: 1)
  }
}

internal import EventLog

/// A report on the generations of events in a log, and on its suspicious records.
///
/// ```swift
/// for finding in try journal.lint().findings { print(finding.sequence, finding.message) }
/// ```
public struct Lint: Hashable, Sendable {
  /// The fields that were recorded of a check-in when it was created.
  public enum Generation: String, CaseIterable, Sendable {
    /// Date and notes.
    case feature003 = "003"
    /// Type and title as well, and optional fields.
    case feature005 = "005"

    /// The values assumed for the fields that this generation didn't record; see <doc:SchemaChange>.
    public var upcasts: [Message] {
      switch self {
      case .feature003: [Self.typeUpcast, Self.titleUpcast]
      case .feature005: []
      }
    }

    private static let typeUpcast: Message = "The type becomes Unknown."
    private static let titleUpcast: Message = "The title becomes \"Legacy Check-in\"."
  }

  /// The check-ins that one generation created.
  public struct Content: Hashable, Sendable {
    /// The generation.
    public var generation: Generation
    /// The number of check-ins that these events created.
    public var checkIns = 0
    /// The first and the last event of these.
    public var firstSequence: UInt64
    /// The last event of these.
    public var lastSequence: UInt64
  }

  /// Something that today's rules would not accept, or that is hardly meant. It is kept as it is.
  public struct Finding: Hashable, Sendable {
    /// The event at which it was found.
    public var sequence: UInt64
    /// `nil` for what concerns none.
    public var checkIn: Int?
    /// The problem, without the content of the field; for workouts, with the recovery suggestions.
    public var message: String { advice.text }
    /// The recovery suggestions, in the order in which ``message`` lists them.
    public var remedies: [JournalRemedy] { advice.remedies }
    /// ``message``, in which a program can put its own names for what can be done.
    package var advice: Message
  }

  /// Events that were read.
  public var events = 0
  /// The format versions that the segments name, each once, in their order.
  public var formatVersions: [UInt64] = []
  /// Events by the name of their action.
  public var actions: [String: Int] = [:]
  /// Generations that the log holds something of, the earliest first.
  public var generations: [Content] = []
  /// Events and other records that this version does not understand.
  public var notUnderstood = 0
  /// The findings, ascending by event.
  public var findings: [Finding] = []

  /// The report on an empty log.
  public init() {}
}

extension Journal {
  /// Runs the whole log through every upcast, and looks at the workouts that it comes to. Takes a pass over the log;
  /// writes nothing.
  ///
  /// - Throws: `inputOutput`; `damaged` where the log cannot be read to its end.
  public func lint(progress: Progress? = nil) throws(JournalError) -> Lint {
    var visitor = LintVisitor(lastSequence: sequence, progress: progress)
    var reader = try EventReader(directory, limit: endOfLog)
    while let batch = try reader.next() {
      if let header = batch.header { visitor.visit(header) }
      let isSound = try reader.forEachEvent(in: batch) { event, bytes throws(JournalError) in
        visitor.visit(event, in: bytes)
        return true
      }
      if !isSound { break }
    }
    if let error = reader.failure { throw error }
    visitor.lint.notUnderstood = reader.notUnderstoodCount
    let now = configuration.now()
    let ages = visitor.ages
    visitor.lint.findings += try read { timeline in
      try timeline.doubts(ages: ages) + timeline.training.findings(now: now)
    }
    return visitor.lint
  }
}

extension Timeline {
  /// Returns the doubtful values of the check-ins as they are now, ascending by event. Loads every month.
  ///
  /// - Parameter ages: The check-ins whose time is doubtful.
  fileprivate mutating func doubts(ages: [Int: Lint.Finding]) throws(JournalError) -> [Lint.Finding] {
    var findings: [Lint.Finding] = []
    for month in months() {
      try forEachCheckIn(of: CheckInSelection(), in: month.month) { checkIn in
        if let age = ages[checkIn.number] { findings.append(age) }
        let doubts = Validation.doubts(about: checkIn.fields, of: checkIn.type, at: nil, now: 0)
        findings += doubts.map {
          Lint.Finding(sequence: checkIn.sequence, checkIn: checkIn.number, advice: $0)
        }
        return true
      }
    }
    return findings.sorted { $0.sequence < $1.sequence }
  }
}

private struct LintVisitor {
  var lint = Lint()
  /// The check-ins whose time is doubtful.
  private(set) var ages: [Int: Lint.Finding] = [:]
  let lastSequence: UInt64
  let progress: Journal.Progress?

  init(lastSequence: UInt64, progress: Journal.Progress?) {
    self.lastSequence = lastSequence
    self.progress = progress
  }

  mutating func visit(_ header: SegmentHeader) {
    if !lint.formatVersions.contains(header.formatVersion) { lint.formatVersions.append(header.formatVersion) }
  }

  mutating func visit(_ view: EventView, in bytes: RawSpan) {
    let event = Event(view, in: bytes)
    lint.events += 1
    lint.actions[event.action.name, default: 0] += 1
    if case .created(let created) = event.action {
      let isLegacy = !view.fields.present.contains(.type) && !view.fields.present.contains(.title)
      count(isLegacy ? .feature003 : .feature005, at: event.sequence)
      let draft = CheckInDraft(type: created.type, fields: created.fields)
      find(in: event, Validation.messages(for: draft, now: event.recordedAtMilliseconds))
      noteAge(of: created.fields.time, in: event)
      // What was not recorded then is not odd.
      if created.type == .unknown, !isLegacy { find(in: event, [Validation.typeMissing]) }
    } else if case .edited(let changes) = event.action {
      find(in: event, Validation.messages(for: changes, now: event.recordedAtMilliseconds))
      if let time = changes.time { noteAge(of: time, in: event) }
    } else if case .photoAttached(let photo) = event.action, photo.byteCount >= Validation.photoByteLimit {
      find(in: event, [Validation.photoTooLarge])
    } else if case .workout(let action) = event.action {
      find(in: event, WorkoutValidation.messages(for: action, now: event.recordedAtMilliseconds))
    }
    if event.sequence % 65_536 == 0 { progress?(Int(event.sequence), Int(lastSequence)) }
  }

  /// Takes note of a time that was far in the past when it was recorded.
  private mutating func noteAge(of time: CheckInTime, in event: Event) {
    // Other programs' files can be of any age.
    let doubt =
      event.origin == .import ? nil : Validation.doubt(aboutAgeOf: time, now: event.recordedAtMilliseconds)
    ages[event.checkIn] = doubt.map {
      Lint.Finding(sequence: event.sequence, checkIn: event.checkIn, advice: $0)
    }
  }

  private mutating func count(_ generation: Lint.Generation, at sequence: UInt64) {
    if let index = lint.generations.firstIndex(where: { $0.generation == generation }) {
      lint.generations[index].checkIns += 1
      lint.generations[index].lastSequence = sequence
    } else {
      lint.generations.append(
        Lint.Content(generation: generation, checkIns: 1, firstSequence: sequence, lastSequence: sequence))
      lint.generations.sort { $0.generation.rawValue < $1.generation.rawValue }
    }
  }

  private mutating func find(in event: Event, _ messages: [Message]) {
    let checkIn = event.checkIn > 0 ? event.checkIn : nil
    lint.findings += messages.map {
      Lint.Finding(sequence: event.sequence, checkIn: checkIn, advice: $0)
    }
  }
}

public import struct FoundationEssentials.UUID

/// One workout: when it was, and the sets that were done.
///
/// ```swift
/// if let session = try journal.openSession() {
///   print(session.title, session.sets.count)
/// }
/// ```
public struct WorkoutSession: Hashable, Sendable, Identifiable {
  /// The state of a session.
  public enum State: UInt8, CaseIterable, Sendable {
    /// Sets are being logged; they do not count yet.
    case open = 0
    /// It has ended.
    case completed = 1

    /// `open` or `completed`.
    public var name: String { self == .open ? "open" : "completed" }
  }

  /// The plan that a session was started from, as it was then.
  public struct PlanReference: Hashable, Sendable {
    /// The number of the plan.
    public var number: Int
    /// See ``WorkoutPlan/version``.
    public var version: UInt64
    /// See ``WorkoutPlan/numberInGroup``.
    public var numberInGroup: String?

    /// A plan as it was after an event.
    public init(number: Int, version: UInt64, numberInGroup: String? = nil) {
      self.number = number
      self.version = version
      self.numberInGroup = numberInGroup
    }
  }

  /// 1 for the first session of the journal. Never reused.
  public var number: Int
  /// Its identity outside the journal.
  public var id: UUID
  /// Its time of day may be unknown: other programs record days alone.
  public var start: CheckInTime
  /// Milliseconds since 1970-01-01 UTC; `nil` while it is open, or where it is not known.
  public var endMilliseconds: Int64?
  /// Empty where it has none.
  public var title: String
  /// Empty where it has none.
  public var note: String
  /// The plan that it follows, as it was then; `nil` for none.
  public var plan: PlanReference?
  /// The session's state, which shows whether it has ended.
  public var state: State
  /// A Boolean value that indicates whether the session was discarded.
  ///
  /// A discarded session never counts, and can be restored.
  public var isDiscarded: Bool
  /// In the order in which they were logged, without those that were removed.
  public var sets: [ExerciseSet]
  /// The number of the check-in that names this session.
  public var checkIn: Int?
  /// The sequence number of its latest event, those of its sets included.
  public var sequence: UInt64
  /// The session's qualified ID if another device of the group created it: `phone/3`; otherwise `nil`.
  public var numberInGroup: String?
  /// The linked check-in's qualified ID if another device created it: `phone/17`; otherwise `nil`.
  public var checkInInGroup: String?

  /// A session of these values, for tests and previews: a journal makes its own.
  public init(
    number: Int, id: UUID, start: CheckInTime, endMilliseconds: Int64? = nil, title: String, note: String = "",
    plan: PlanReference? = nil, state: State = .open, isDiscarded: Bool = false, sets: [ExerciseSet] = [],
    checkIn: Int? = nil, sequence: UInt64, numberInGroup: String? = nil, checkInInGroup: String? = nil
  ) {
    self.number = number
    self.id = id
    self.start = start
    self.endMilliseconds = endMilliseconds
    self.title = title
    self.note = note
    self.plan = plan
    self.state = state
    self.isDiscarded = isDiscarded
    self.sets = sets
    self.checkIn = checkIn
    self.sequence = sequence
    self.numberInGroup = numberInGroup
    self.checkInInGroup = checkInInGroup
  }

  /// The session's number or qualified ID, as shown to the user: `5`, or `phone/5`.
  package var shownNumber: String { numberInGroup ?? String(number) }

  /// The linked check-in's number or qualified ID, as shown to the user: `17`, or `phone/17`; `nil` for none.
  package var shownCheckIn: String? { checkInInGroup ?? checkIn.map { String($0) } }

  /// The civil date that the session belongs to: that of its start.
  public var day: CivilDay { start.day }

  /// A Boolean value that indicates whether the session's sets count.
  ///
  /// They count if the session is completed and not discarded.
  public var counts: Bool { state == .completed && !isDiscarded }

  /// From start to end; `nil` where one of both is not known.
  public var durationSeconds: Int? {
    guard start.isTimeOfDayKnown, let endMilliseconds else { return nil }
    return Int(max(0, endMilliseconds &- start.instantMilliseconds) / 1000)
  }
}

/// The fields of a session that is to be started, or entered afterwards.
///
/// ```swift
/// let session = try journal.startSession(SessionDraft(start: start, title: "Push A", plan: 3))
/// ```
public struct SessionDraft: Hashable, Sendable {
  /// `nil` draws a random one.
  public var id: UUID?
  /// The start of the session; not in the future.
  public var start: CheckInTime
  /// Empty for none.
  public var title: String
  /// Empty for none; at most 16 KB.
  public var note: String
  /// The number of the plan that it follows.
  public var plan: Int?

  /// A draft of these values, which need not be valid: the journal judges them.
  public init(
    id: UUID? = nil, start: CheckInTime, title: String, note: String = "", plan: Int? = nil
  ) {
    self.id = id
    self.start = start
    self.title = title
    self.note = note
    self.plan = plan
  }
}

/// The changes that an edit makes to a session; `nil` leaves a field unchanged.
///
/// ```swift
/// try journal.editSession(5, with: SessionChanges(title: "Push B"))
/// ```
public struct SessionChanges: Hashable, Sendable {
  /// The new start of the session.
  public var start: CheckInTime?
  /// The end of the session in milliseconds since 1970-01-01 UTC.
  public var endMilliseconds: CheckInChanges.Change<Int64>?
  /// The new title.
  public var title: String?
  /// Setting the empty text clears the note.
  public var note: String?

  /// Creates the changes of an edit; `nil` leaves a field unchanged.
  public init(
    start: CheckInTime? = nil, endMilliseconds: CheckInChanges.Change<Int64>? = nil, title: String? = nil,
    note: String? = nil
  ) {
    self.start = start
    self.endMilliseconds = endMilliseconds
    self.title = title
    self.note = note
  }

  /// A Boolean value that indicates whether the edit changes no field.
  public var isEmpty: Bool { self == SessionChanges() }

  /// Only what makes a difference.
  ///
  /// - Parameter areSame: Compares texts. An undo restores a text exactly, so it passes `==`.
  package func difference(
    from session: WorkoutSession, comparingTextsBy areSame: (String, String) -> Bool = { $0.isSameText(as: $1) }
  ) -> SessionChanges {
    SessionChanges(
      start: start == session.start ? nil : start,
      endMilliseconds: endMilliseconds.flatMap { $0.value == session.endMilliseconds ? nil : $0 },
      title: title.flatMap { areSame($0, session.title) ? nil : $0 },
      note: note.flatMap { areSame($0, session.note) ? nil : $0 })
  }
}

internal import EventLog

/// The check-ins and workouts that new events of a replica create and change.
///
/// It is a fold over these events alone, so it costs nothing that grows with the history. It doesn't say whether a
/// change prevails over those of other devices.
package struct ReplicaSummary: Hashable, Sendable {
  /// A change of an item that existed before these events.
  package struct Change: Hashable, Sendable {
    /// The kind of item.
    package enum Item: Hashable, Sendable {
      case checkIn, session
    }

    package enum Presence: Hashable, Sendable {
      case discarded, restored
    }

    package var item: Item
    /// The ID as the command shows it; `nil` if it isn't known here.
    package fileprivate(set) var name: ShownNumber?
    /// The fields of a check-in, in the order of the form.
    package fileprivate(set) var fields: [CheckInField] = []
    /// The last discard or restoration; `nil` if there was none.
    package fileprivate(set) var presence: Presence?
    /// In the replica's log.
    fileprivate var number: Int
  }

  /// The new check-ins and workouts that are not discarded.
  package var checkIns: Int { created[.checkIn, default: Created()].count }
  package var sessions: Int { created[.session, default: Created()].count }
  /// The events about exercises, plans, goals and reminders.
  package private(set) var otherChanges = 0
  /// The changes that have a name here, as far as they are listed.
  package var changes: [Change] { Array(all.filter { $0.name != nil }.prefix(Self.listedCount)) }
  /// The number of changes that ``changes`` omits.
  package var unlistedChanges: Int { all.count + unfoldedChanges - changes.count }

  private static let listedCount = 3
  /// The maximum number of changed items. Of further ones, only the events are counted.
  private static let changeLimit = 1000

  private struct Created: Hashable, Sendable {
    var first = Int.max
    var count = 0
    var discarded: Set<Int> = []
  }

  private var created: [Change.Item: Created] = [:]
  private var all: [Change] = []
  private var indexes: [Change.Item: [Int: Int]] = [:]
  private var unfoldedChanges = 0

  package init() {}

  /// Adds the events of a chunk that was accepted.
  ///
  /// - Parameter sequence: The last event that isn't new.
  package mutating func add(_ chunk: ReplicaChunk, after sequence: UInt64) {
    let body = chunk.body.span.bytes
    var offset = 0
    while offset < body.byteCount, case .frame(let byteCount, _) = FrameFormat.inspect(body, at: offset),
      let content = FrameDecoder().content(of: body.extracting(offset..<offset + byteCount))
    {
      offset += byteCount
      guard let frame = try? FrameRecords(content) else { return }
      let bytes = content.span.bytes
      for record in frame.records where record.sequence > sequence {
        if let event = try? EventView(record.message, in: bytes) { add(event, in: bytes) }
      }
    }
  }

  private mutating func add(_ event: EventView, in bytes: RawSpan) {
    var event = event
    let checkIn = Int(clamping: event.checkIn)
    switch event.kind {
    case .created: create(.checkIn, number: checkIn)
    case .edited, .photoAttached, .photoCleared: change(.checkIn, number: checkIn) { $0.fields = event.writtenFields }
    case .discarded: setPresence(.discarded, of: .checkIn, number: checkIn)
    case .restored: setPresence(.restored, of: .checkIn, number: checkIn)
    case .seen:
      // What a fork begins with is the original's.
      if (try? Seen(event.message, in: bytes))?.continues == true { self = ReplicaSummary() }
    case .lost, .unknown: break
    case .workout:
      guard let action = try? event.workoutAction(in: bytes) else { return }
      switch action {
      case .sessionStarted(let new): create(.session, number: new.number)
      case .sessionDiscarded(let number): setPresence(.discarded, of: .session, number: number)
      case .sessionRestored(let number): setPresence(.restored, of: .session, number: number)
      default:
        if let session = action.summary.session {
          change(.session, number: session) { _ in }
        } else {
          otherChanges += 1
        }
      }
    }
  }

  private mutating func create(_ item: Change.Item, number: Int) {
    var new = created[item] ?? Created()
    new.first = min(new.first, number)
    new.count += 1
    created[item] = new
  }

  /// A log numbers what it creates in ascending order, and what others created from 2³¹ on.
  private func isNew(_ item: Change.Item, number: Int) -> Bool {
    ReplicaNumber(number) == nil && number >= created[item]?.first ?? .max
  }

  private mutating func setPresence(_ presence: Change.Presence, of item: Change.Item, number: Int) {
    guard isNew(item, number: number), var new = created[item] else {
      return change(item, number: number) { $0.presence = presence }
    }
    if presence == .discarded ? new.discarded.insert(number).inserted : new.discarded.remove(number) != nil {
      new.count += presence == .discarded ? -1 : 1
    }
    created[item] = new
  }

  private mutating func change(_ item: Change.Item, number: Int, _ body: (inout Change) -> Void) {
    guard !isNew(item, number: number) else { return }
    var latest = Change(item: item, number: number)
    body(&latest)
    if let index = indexes[item]?[number] {
      all[index].fields += latest.fields.filter { !all[index].fields.contains($0) }
      all[index].presence = latest.presence ?? all[index].presence
    } else if all.count < Self.changeLimit {
      indexes[item, default: [:]][number] = all.count
      all.append(latest)
    } else {
      unfoldedChanges += 1
    }
  }

  /// Gives the changed items the names that they have here.
  ///
  /// - Parameter shown: Returns the ID of an item, by the number in the replica's log.
  package mutating func name(_ shown: (Int) -> ShownNumber?) {
    var count = 0
    for index in all.indices where count < Self.listedCount {
      all[index].name = shown(all[index].number)
      if all[index].name != nil { count += 1 }
    }
  }
}

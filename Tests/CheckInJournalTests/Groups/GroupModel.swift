import CheckInJournal
import Foundation

/// What a group's logs come to, said as plainly as possible: every question is asked of all events at once.
struct GroupModel {
  enum Field: String, CaseIterable { case title, notes, calories, duration }

  struct Event: Hashable {
    enum Kind: Hashable {
      case change([Field: String])
      case discard
      /// Its writer knew a replica's log up to an event, and the latest moment of all that it knew.
      case seen(replica: Int, sequence: UInt64, clock: HybridClock, continues: Bool)
      /// With numbers that are the same for all replicas; a link, with the identity of its check-in.
      case workout(WorkoutAction, checkIn: UUID?)
    }

    var replica: Int
    var sequence: UInt64
    var recordedAt: Int64
    /// The check-in that it concerns.
    var id: UUID?
    /// The replica by whose number it names the check-in, also where that is no change of it.
    var creator: Int?
    var isCreation = false
    var kind: Kind
    /// What the log has for it.
    var record: [UInt8] = []
  }

  struct CheckIn: Hashable {
    var values: [Field: String] = [:]
    var isDiscarded = false
    /// What was said differently, the one that counts last.
    var conflicts: [Field: [String]] = [:]
    var isContested = false
  }

  /// All events, by when they happened.
  ///
  /// - Parameter rank: the place of each replica among those of all, by their identities.
  static func order(_ logs: [[Event]], rank: [Int]) -> [Event] {
    var moments: [Event: HybridClock] = [:]
    for log in logs {
      var clock = HybridClock()
      for event in log {
        if case .seen(_, _, let seen, _) = event.kind { clock = max(clock, seen) }
        clock.advance(to: event.recordedAt)
        moments[event] = clock
      }
    }
    func moment(_ event: Event) -> HybridClock { moments[event] ?? HybridClock() }
    return logs.joined().sorted {
      moment($0) != moment($1)
        ? moment($0) < moment($1) : (rank[$0.replica], $0.sequence) < (rank[$1.replica], $1.sequence)
    }
  }

  /// Which replicas created each check-in. What names it by a number of another one's says nothing yet.
  static func creators(_ order: [Event]) -> [UUID?: Set<Int>] {
    Dictionary(grouping: order.filter(\.isCreation), by: \.id).mapValues { Set($0.map(\.replica)) }
  }

  /// The events that say something of a check-in.
  private static func counting(_ order: [Event], _ copies: Copies) -> [Event] {
    let creators = creators(order)
    return order.filter { event in
      copies.counts(event) && event.creator.map { creators[event.id]?.contains($0) ?? false } ?? false
    }
  }

  /// Who said last what each field of each check-in is.
  static func lastWriters(_ logs: [[Event]], rank: [Int]) -> [UUID: [Field: Int]] {
    var writers: [UUID: [Field: Int]] = [:]
    for event in counting(order(logs, rank: rank), Copies(logs, rank: rank)) {
      guard let id = event.id, case .change(let values) = event.kind else { continue }
      for field in values.keys { writers[id, default: [:]][field] = event.replica }
    }
    return writers
  }

  /// The events that each writer had observed when it wrote an event.
  struct Knowledge {
    private var known: [Event: [UInt64]] = [:]
    private let copies: Copies

    /// - Parameter order: All events of the logs, by when they happened.
    init(_ order: [Event], _ logs: [[Event]], _ copies: Copies) {
      self.copies = copies
      for event in order {
        let before = event.sequence > 1 ? logs[event.replica][Int(event.sequence) - 2] : nil
        var knows = before.flatMap { known[$0] } ?? Array(repeating: 0, count: logs.count)
        if case .seen(let replica, let last, _, let continues) = event.kind {
          let sequence = continues ? min(last, copies.commons[event.replica][replica]) : last
          let source = logs[replica].last { $0.sequence <= sequence }
          for (index, last) in (source.flatMap { known[$0] } ?? knows).enumerated() {
            knows[index] = max(knows[index], last)
          }
          knows[replica] = max(knows[replica], sequence)
        }
        knows[event.replica] = event.sequence
        known[event] = knows
      }
    }

    func knew(_ later: Event, _ earlier: Event) -> Bool {
      later != earlier && copies.all(earlier).contains { known[later]?[$0] ?? 0 >= earlier.sequence }
    }

    /// Returns `true` if some discard knew every change.
    func isDiscarded(by discards: [Event], changes: [Event]) -> Bool {
      discards.contains { discard in changes.allSatisfy { knew(discard, $0) } }
    }

    /// Returns `true` if a discard and a change knew nothing of each other, and nobody has written since who knew both.
    func isContested(by discards: [Event], changes: [Event]) -> Bool {
      discards.contains { discard in
        changes.contains { change in
          !knew(discard, change) && !knew(change, discard)
            && !(discards + changes).contains { knew($0, discard) && knew($0, change) }
        }
      }
    }

    /// The writes that no later write knew.
    func latest<Value>(_ writes: [(event: Event, value: Value)]) -> [Value] {
      writes.filter { write in !writes.contains { knew($0.event, write.event) } }.map(\.value)
    }
  }

  /// - Parameter rank: the place of each replica among those of all, by their identities.
  static func checkIns(_ logs: [[Event]], rank: [Int]) -> [UUID: CheckIn] {
    let order = order(logs, rank: rank)
    let copies = Copies(logs, rank: rank)
    let knowledge = Knowledge(order, logs, copies)
    let links = links(logs, rank: rank)
    let present = counting(order, copies).filter { event in
      if case .workout = event.kind { links.contains(event) } else { true }
    }
    var checkIns: [UUID: CheckIn] = [:]
    for (id, events) in Dictionary(grouping: present, by: { $0.id ?? UUID() }) {
      var checkIn = CheckIn()
      for field in Field.allCases {
        func value(_ event: Event) -> String? {
          if case .change(let values) = event.kind { values[field] } else { nil }
        }
        let writes = events.compactMap { event in value(event).map { (event: event, value: $0) } }
        checkIn.values[field] = writes.last?.value
        let latest = knowledge.latest(writes)
        if Set(latest).count > 1 { checkIn.conflicts[field] = latest }
      }
      let discards = events.filter { $0.kind == .discard }
      let changes = events.filter { $0.kind != .discard }
      checkIn.isDiscarded = knowledge.isDiscarded(by: discards, changes: changes)
      checkIn.isContested = knowledge.isContested(by: discards, changes: changes)
      checkIns[id] = checkIn
    }
    return checkIns
  }
}

import CheckInJournal
import TestSupport
import Testing

/// The example of the documentation: how often something was discarded.
private struct DiscardCount: Projection {
  static let name = "discard count"
  static let version = 1
  private(set) var count = 0

  mutating func apply(_ event: Event) {
    if case .discarded = event.action { count += 1 }
  }
}

/// Keeps what it was given.
private struct EventList: Projection {
  static let name = "events"
  static let version = 1
  private(set) var events: [Event] = []

  mutating func apply(_ event: Event) { events.append(event) }
}

/// A projection of the user's own gets every event, in order, once.
struct ProjectionTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func time(_ hour: Int64) -> CheckInTime {
    CheckInTime(instantMilliseconds: hour * 3_600_000, offsetMinutes: 0)
  }

  @Test func anEmptyJournal() throws {
    let journal = try Journal(at: directory.path + "/journal")
    #expect(try journal.replay(EventList.self).events.isEmpty)
  }

  @Test func everyEventInOrderAcrossSegments() throws {
    let path = directory.path + "/journal"
    let journal = try Journal(at: path, configuration: .init(segmentByteLimit: 512))
    for number in 1...40 {
      try journal.create(CheckInDraft(type: .run, title: "Run \(number)", time: time(Int64(number))))
      if number % 4 == 0 { try journal.discard([number]) }
      if number % 8 == 0 { try journal.restore(number) }
    }
    #expect(try journal.replay(DiscardCount.self).count == 10)
    let events = try journal.replay(EventList.self).events
    #expect(events.map(\.sequence) == Array(1...55))
    let titles = events.compactMap { event -> String? in
      if case .created(let created) = event.action { created.title } else { nil }
    }
    #expect(titles == (1...40).map { "Run \($0)" })
    try journal.close()
    #expect(try Journal.verify(at: path).segments.count > 2)
    #expect(try Journal(at: path, for: .readOnly).replay(EventList.self).events == events)
  }
}

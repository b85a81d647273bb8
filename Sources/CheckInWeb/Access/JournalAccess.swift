import CheckInJournal
import Hummingbird

/// The way to the journal: on threads of its own, because a question may read the disk and a command waits for it.
final class JournalAccess: Sendable {
  let path: String
  let clock: Clock
  let zone: LocalTimeZone
  let firstWeekday: Weekday
  private let journal: Journal
  private let work = WorkQueue(limit: 4)
  /// Apart from the rest: an answer that is read slowly keeps its thread.
  private let streaming = WorkQueue(limit: 2)

  /// - Throws: what opening the journal throws; `invalidValue` for a wrong `TZ` or `CHECKIN_NOW`.
  init(path: String, environment: [String: String]) throws(JournalError) {
    self.path = path
    let clock = try Clock(environment: environment)
    self.clock = clock
    zone = try LocalTimeZone.system(environment: environment)
    firstWeekday = .firstOfWeek(environment: environment)
    journal = try Journal(
      at: path, configuration: Journal.Configuration(origin: .web, now: { clock.milliseconds }))
  }

  var today: CivilDay { clock.today(in: zone) }

  /// Runs questions and commands, after reading what others have appended.
  ///
  /// - Parameter isFresh: `false` for a question that is to be answered even where the journal cannot be read any more.
  func run<Answer: Sendable>(
    isFresh: Bool = true, _ body: @escaping @Sendable (Journal) throws -> Answer
  ) async throws -> Answer {
    try await work.run { [self] in
      if isFresh { try journal.refresh() }
      return try answer(body)
    }
  }

  /// Runs a question with a long answer, which is sent while it is found.
  func stream(
    _ body: @escaping @Sendable (Journal, _ send: ([UInt8]) throws -> Void) throws -> Void
  ) async throws -> ResponseBody {
    let answer = AnswerStream()
    streaming.add { [self] in
      do {
        try journal.refresh()
        try body(journal, answer.send)
        answer.finish()
      } catch {
        answer.finish(throwing: error)
      }
    }
    return try await answer.body()
  }

  /// Runs a question on the calling thread.
  func answer<Answer>(_ body: (Journal) throws -> Answer) rethrows -> Answer { try body(journal) }

  /// Runs questions about the journal as it was just after an event.
  func run<Answer: Sendable>(
    asOf sequence: UInt64, _ body: @escaping @Sendable (Journal) throws -> Answer
  ) async throws -> Answer {
    try await work.run { [path] in
      let past = try Journal(at: path, asOf: .sequence(sequence))
      let answer = try body(past)
      try past.close()
      return answer
    }
  }

  /// Follows the log on the calling thread; see ``Journal/follow(while:_:)``.
  func follow(after sequence: UInt64, while isWanted: () -> Bool, _ body: (UInt64) -> Void) throws {
    try journal.follow(after: sequence, while: isWanted) { body($0.event.sequence) }
  }

  /// The latest event that was read.
  var sequence: UInt64 { journal.sequence }

  /// Does what can wait; see ``Journal/maintain(scrubbing:)``.
  func maintain(scrubbing byteCount: Int) async throws {
    try await work.run { [journal] in try journal.maintain(scrubbing: byteCount) }
  }

  /// Finishes what was begun, and makes everything durable.
  func close() async throws {
    await streaming.finish()
    await work.finish()
    try journal.close()
  }
}

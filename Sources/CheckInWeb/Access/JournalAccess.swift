import CheckInJournal
import CheckInLanguage
import CheckInMaintenance
import Hummingbird
import NIOPosix
import ServiceLifecycle

/// Access to the journal on threads of its own, since reading it and writing to it block.
final class JournalAccess: Sendable {
  let path: String
  let clock: Clock
  let zone: LocalTimeZone
  /// For who does not say how they want to read.
  let localization: Localization
  /// Of weights that do not name theirs.
  let unit: Weight.Unit
  /// Of distances that do not name theirs.
  let distanceUnit: DistanceUnit
  /// The default type in the form of a new check-in; `nil` for none.
  let defaultType: ExerciseType?
  /// The type of the check-in that a finished workout adds.
  let sessionType: ExerciseType
  private let journal: Journal
  private let threads = NIOThreadPool(numberOfThreads: 4)
  /// Apart from the others: an answer that is read slowly keeps its thread.
  private let streamingThreads = NIOThreadPool(numberOfThreads: 2)

  /// - Throws: what opening the journal throws; `invalidValue` if `TZ`, `CHECKIN_NOW`, `CHECKIN_UNIT` or
  ///   `CHECKIN_DISTANCE_UNIT` is wrong.
  init(path: String, environment: [String: String]) throws(JournalError) {
    self.path = path
    let clock = try Clock(environment: environment)
    self.clock = clock
    zone = try LocalTimeZone.system(environment: environment)
    localization = Localization(environment: environment)
    unit = try Weight.Unit.preferred(environment: environment)
    distanceUnit = try DistanceUnit.preferred(environment: environment)
    func type(_ variable: String) -> ExerciseType? {
      environment[variable].flatMap { ExerciseType(name: $0) }.flatMap { $0 == .unknown ? nil : $0 }
    }
    defaultType = type("CHECKIN_TYPE")
    sessionType = type("CHECKIN_SESSION_TYPE") ?? SessionCheckIn.defaultType
    journal = try Journal(
      at: path,
      configuration: Journal.Configuration(
        origin: .web, device: DeviceName.preferred(environment: environment), now: { clock.milliseconds }))
    threads.start()
    streamingThreads.start()
  }

  deinit {
    for pool in [threads, streamingThreads] { pool.shutdownGracefully { _ in } }
  }

  var today: CivilDay { clock.today(in: zone) }

  /// The present moment here, to the second.
  var presentTime: CheckInTime { zone.time(atInstant: clock.wholeSecond) }

  /// Runs queries and commands, after reading what others have appended.
  ///
  /// - Parameter isFresh: `false` for a query to be answered even if the journal cannot be read any more.
  func run<Answer: Sendable>(
    isFresh: Bool = true, _ body: @escaping @Sendable (Journal) throws -> Answer
  ) async throws -> Answer {
    let device = Journal.commandDevice
    return try await threads.runIfActive { [self] in
      if isFresh { try journal.refresh() }
      // Threads know nothing of the task that they work for.
      return try Journal.$commandDevice.withValue(device) { try answer(body) }
    }
  }

  /// Runs a query with a long answer, which is sent while it is read.
  func stream(
    _ body: @escaping @Sendable (Journal, _ send: ([UInt8]) throws -> Void) throws -> Void
  ) async throws -> ResponseBody {
    let answer = AnswerStream()
    streamingThreads.submit { [self] state in
      do {
        guard state == .active else { throw CancellationError() }
        try journal.refresh()
        try body(journal, answer.send)
        answer.finish()
      } catch {
        answer.finish(throwing: error)
      }
    }
    return try await answer.body()
  }

  /// Runs a query on the calling thread.
  func answer<Answer>(_ body: (Journal) throws -> Answer) rethrows -> Answer { try body(journal) }

  /// Runs queries on the journal as it was at a moment, and as it is.
  func run<Answer: Sendable>(
    asOf moment: Journal.PointInTime, _ body: @escaping @Sendable (_ past: Journal, _ present: Journal) throws -> Answer
  ) async throws -> Answer {
    try await threads.runIfActive { [path, journal] in
      try journal.refresh()
      let past = try Journal(at: path, asOf: moment)
      let answer = try body(past, journal)
      try past.close()
      return answer
    }
  }

  /// The journal's revision, and each new one, whichever process or device appended something.
  var revisions: JournalValues<UInt64> { journal.values { $0.revision } }

  /// The revision that was read.
  var revision: UInt64 { journal.revision }

  /// Does work that can wait; see ``Journal/maintain(scrubbing:)``.
  func maintain(scrubbing byteCount: Int) async throws {
    try await threads.runIfActive { [journal] in try journal.maintain(scrubbing: byteCount) }
  }

  /// Finishes what has begun, refuses what has not, and makes everything durable.
  func close() async throws {
    try await streamingThreads.shutdownGracefully()
    try await threads.shutdownGracefully()
    try journal.close()
  }
}

/// Does work that can wait while the page is served: saves the snapshot when it is due, keeps new thumbnails, and
/// rereads the log over and over, so that damage to it is noticed and shown on the page.
struct Upkeep: Service {
  /// About how many bytes of decompressed log are reread each time: eleven gigabytes a day.
  static let byteCount = 8 << 20

  let access: JournalAccess
  var pause = Duration.seconds(60)

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while true {
        try await Task.sleep(for: pause)
        // What fails here fails again for the next request, and is reported there.
        try? await access.maintain(scrubbing: Self.byteCount)
      }
    }
  }
}

import CheckInJournal
import TestSupport

/// An empty journal on the disk, and a clock that stands at 21 November 2026, 07:30 in Berlin.
struct ScreenJournal {
  let directory: TemporaryDirectory
  let journal: Journal
  let zone: LocalTimeZone
  let now: Int64

  init() throws {
    directory = try TemporaryDirectory()
    let now = try Self.instant("2026-11-21T07:30:00+01:00")
    journal = try Journal(
      at: directory.path + "/journal", configuration: Journal.Configuration(now: { now }))
    zone = try LocalTimeZone.system(environment: ["TZ": "Europe/Berlin"])
    self.now = now
  }

  var today: CivilDay { zone.time(atInstant: now).day }

  @discardableResult
  func add(_ type: ExerciseType, _ title: String, at text: String) throws -> CheckIn {
    let time = zone.time(atInstant: try Self.instant(text))
    return try journal.create(CheckInDraft(type: type, title: title, time: time)).checkIn
  }

  /// Records a workout: for each exercise its sets, as they are typed.
  ///
  /// - Parameter minutes: until its end; `nil` leaves it open.
  @discardableResult
  func train(
    _ title: String, at text: String, _ sets: [(exercise: String, sets: String)], minutes: Int? = 60
  ) throws -> WorkoutSession {
    let start = zone.time(atInstant: try Self.instant(text))
    let number = try journal.startSession(SessionDraft(start: start, title: title)).number
    for (exercise, sets) in sets {
      try journal.log(
        try SetNotation.parse(sets, unit: .kilograms), exercise: exercise, at: start, isTimeGiven: true)
    }
    if let minutes { try journal.completeSession(endMilliseconds: start.instantMilliseconds + Int64(minutes) * 60_000) }
    return try journal.existingSession(number)
  }

  static func instant(_ text: String) throws -> Int64 {
    struct NotATime: Error {}
    guard let written = WrittenTime(text), let offset = written.offsetMinutes else { throw NotATime() }
    return written.localMilliseconds - Int64(offset) * 60_000
  }
}

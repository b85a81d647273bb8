import JournalTestSupport
import TestSupport
import Testing

@testable import CheckInModel
@testable import CheckInTimeline
@testable import EventLog

/// The parts of the training in a snapshot, and events about workouts, whatever their bytes are.
@Suite("Coding of workouts")
struct TrainingCodingTests {
  /// A training with everything in it that the fingerprint's corpus has.
  private func training() -> Training {
    var training = Training()
    for (index, (action, checkIn)) in WorkoutCorpus.actions(after: 0).enumerated() {
      // Some of them contradict others, and change nothing then.
      try? training.apply(action, sequence: UInt64(index + 1), checkIn: UInt64(checkIn))
    }
    return training
  }

  @Test("Parts are read as they were written, and written again as the same bytes")
  func roundTrip() throws {
    var training = training()
    let parts = try training.allParts()
    #expect(parts.count == 4)
    for (id, bytes) in parts {
      if id == .training {
        let directory = try #require(TrainingCoding.directory(bytes))
        #expect(directory == (try training.directory()))
        #expect(TrainingCoding.directory(directory) == bytes)
        #expect(directory.exercises.contains { $0.statistics?.record != nil && $0.statistics?.greatestVolume != nil })
      } else {
        let month = try #require(id.sessionMonth)
        let page = try #require(TrainingCoding.page(bytes, month: month))
        #expect(TrainingCoding.page(page) == bytes)
        #expect(!page.isChanged)
      }
    }
  }

  @Test("Of damaged parts some are refused, and none does harm")
  func damaged() throws {
    var training = training()
    var random = RandomSource(seed: TestSettings.seed)
    for (id, bytes) in try training.allParts() {
      for _ in 0..<3000 {
        var changed = bytes
        for _ in 0..<random.number(1...3) {
          switch random.number(0...2) {
          case 0: changed[random.number(0...changed.count - 1)] = UInt8(random.number(0...255))
          case 1: changed.removeLast(random.number(0...min(40, changed.count - 1)))
          default: changed.insert(UInt8(random.number(0...255)), at: random.number(0...changed.count))
          }
        }
        if let month = id.sessionMonth {
          _ = TrainingCoding.page(changed, month: month)
        } else {
          _ = TrainingCoding.directory(changed)
        }
      }
    }
    #expect(TrainingCoding.directory([0xFF]) == nil)
  }

  @Test("Of damaged events some are refused, and none does harm")
  func damagedEvents() throws {
    var workouts = RandomWorkouts(seed: TestSettings.seed)
    var refusedCount = 0
    let start = training()
    for sequence in 1...UInt64(4000) {
      let event = Event(
        sequence: sequence, recordedAtMilliseconds: 1, origin: .cli, checkIn: 0, command: sequence,
        action: .workout(workouts.action()))
      var message = event.message
      let view = try EventView(ByteRange(start: 0, end: message.count), in: message.span.bytes)
      #expect(Event(view, in: message.span.bytes) == event)
      message[workouts.generator.number(0...message.count - 1)] = UInt8(workouts.generator.number(0...255))
      var training = start
      guard let changed = try? EventView(ByteRange(start: 0, end: message.count), in: message.span.bytes),
        changed.kind == .workout
      else {
        refusedCount += 1
        continue
      }
      try? training.apply(changed, in: message.span.bytes)
      _ = Event(changed, in: message.span.bytes)
    }
    #expect(refusedCount > 0)
  }
}

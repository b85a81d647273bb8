import Foundation
import TestSupport
import Testing

@testable import CheckInTimeline

/// Sessions and sets that several devices numbered are found by any of their numbers.
@Suite("United sessions")
struct MergedSessionsTests {
  /// Several devices start the same sessions and log the same sets, each in an order of its own; this one too, which
  /// takes its numbers from then on.
  @Test("Every number leads to what it was given to", arguments: UInt64(0)..<200)
  func leadsToTheSame(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    var mergedSessions = MergedSessions()
    // By what they are, the numbers here of sessions and their sets.
    var sessions: [Int: Int] = [:]
    var sets: [Int: [Int: Int]] = [:]
    var given: [(session: Int, number: Int, set: Int, setNumber: Int)] = []
    for writer in [3, 1, 0, 2] {
      func number(_ number: Int) -> Int {
        writer == 0 ? number : ReplicaNumber(ordinal: writer - 1, number: number).rawValue
      }
      for (index, session) in (1...4).shuffled(using: &random).enumerated() {
        let new = number(index + 1)
        if let present = sessions[session] {
          mergedSessions.unite(session: writer == 0 ? present : new, with: writer == 0 ? new : present)
          if writer == 0 { sessions[session] = new }
        } else {
          sessions[session] = new
        }
        let here = try #require(sessions[session])
        for (place, set) in (1...6).shuffled(using: &random).prefix(Int.random(in: 1...6, using: &random)).enumerated()
        {
          let new = number(place + 1)
          given.append((session, number(index + 1), set, new))
          guard let present = sets[session]?[set] else {
            sets[session, default: [:]][set] = new
            continue
          }
          mergedSessions.unite(set: writer == 0 ? present : new, with: writer == 0 ? new : present, of: here)
          if writer == 0 { sets[session]?[set] = new }
        }
      }
    }
    for one in given {
      let here = mergedSessions.resolved(WorkoutAction.SetReference(session: one.number, number: one.setNumber))
      #expect(here.session == sessions[one.session])
      #expect(here.number == sets[one.session]?[one.set])
    }
    #expect(sessions.values.allSatisfy { mergedSessions.isOfSeveralDevices(session: $0) })

    var directory = TrainingDirectory()
    directory.mergedSessions = mergedSessions
    #expect(TrainingCoding.directory(TrainingCoding.directory(directory)) == directory)
  }

  @Test("An import of the same file has the same numbers in a row, which takes one entry")
  func areCompact() {
    var mergedSessions = MergedSessions()
    mergedSessions.unite(session: 7, with: 3)
    for set in 1...50 { mergedSessions.unite(set: 100 + set, with: set, of: 3) }
    #expect(mergedSessions.sets[3]?.count == 1)
    #expect(mergedSessions.resolved(WorkoutAction.SetReference(session: 7, number: 150)).number == 50)
  }

  @Test("Numbers that lead on to others are refused")
  func chains() {
    #expect(MergedSessions(sessions: [5: 4, 4: 3], sets: [:]) == nil)
  }
}

import TestSupport
import Testing

@testable import CheckInJournal
@testable import CheckInTimeline

/// The commands that can be undone and redone, as the end of the log tells them, against what the whole log says.
@Suite("Commands that can be reversed")
struct ReversibleCommandsTests {
  /// Commands of one to three events, undone and redone, some of it cut off; and now and then a check-in that was lost.
  private func history(_ generator: inout RandomSource) -> [EventView] {
    var events: [EventView] = []
    var all = ReversibleCommands(until: .max, isWhole: true)
    func add(_ checkIns: [Int], undoing target: UInt64?) {
      let command = UInt64(events.count + 1)
      for checkIn in checkIns {
        var event = EventView()
        event.sequence = UInt64(events.count + 1)
        event.checkIn = UInt64(checkIn)
        event.commandOrZero = event.sequence == command && generator.oneIn(2) ? 0 : command
        event.undoes = target
        event.kind = .edited
        events.append(event)
        all.visit(event)
      }
    }
    for _ in 0..<generator.number(5...60) {
      var known = all
      known.finishCommand()
      let checkIns = (0..<generator.number(1...3)).map { _ in generator.number(1...5) }
      let stack = generator.oneIn(2) ? known.undoable : known.redoable
      if generator.oneIn(2), let target = generator.oneIn(5) ? stack.dropLast().last : stack.last {
        // As a reversal that is whole ends with the last check-in of what it reverses.
        add(checkIns.dropLast() + [generator.oneIn(6) ? 9 : Int(target.lastCheckIn)], undoing: target.sequence)
      } else {
        add(checkIns, undoing: nil)
      }
      if generator.oneIn(10) {
        var lost = EventView()
        lost.sequence = UInt64(events.count + 1)
        lost.kind = .lost
        events.append(lost)
        all.visit(lost)
      }
    }
    return events
  }

  private func commands(_ events: some Sequence<EventView>, until last: UInt64, isWhole: Bool) -> ReversibleCommands {
    var commands = ReversibleCommands(until: last, isWhole: isWhole)
    for event in events { commands.visit(event) }
    commands.finishCommand()
    return commands
  }

  @Test("Read from anywhere, the tops of the stacks are those of the whole log, or it is said that more has to be read")
  func windows() {
    var generator = RandomSource(seed: TestSettings.seed)
    var (knownCount, unknownCount) = (0, 0)
    for run in 0..<100 {
      let events = history(&generator)
      let last = UInt64(generator.number(1...events.count))
      let whole = commands(events, until: last, isWhole: true)
      for start in events.indices {
        let part = commands(events[start...], until: last, isWhole: false)
        guard part.isKnown else {
          unknownCount += 1
          continue
        }
        knownCount += start > 0 ? 1 : 0
        let undoable = part.undoable.map(\.sequence)
        let place = "CHECKIN_SEED=\(TestSettings.seed), run \(run), from \(start + 1) to \(last)"
        #expect(whole.undoable.map(\.sequence).suffix(undoable.count) == undoable[...], "\(place)")
        #expect(part.redoable.map(\.sequence) == whole.redoable.map(\.sequence), "\(place)")
        for command in part.undoable + part.redoable {
          #expect(part.root(of: command.sequence) == whole.root(of: command.sequence), "\(place)")
        }
      }
    }
    #expect(knownCount > 100 && unknownCount > 100)
  }
}

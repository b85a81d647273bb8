import Foundation
import JournalTestSupport
import Testing

@testable import CheckInInterchange
@testable import CheckInJournal

@Suite("Lines of events about workouts")
struct WorkoutEventLineTests {
  /// The action and fields of lines that earlier releases wrote, at least one for each event type.
  private static let written = """
    "action":"exerciseDefined","fields":{"exercise":1,"id":"46E1DB7D-0E6E-472F-9BBF-77A54D7599E7",\
    "name":"Wall jump","aliases":[],"measures":"reps","load":"bodyweight"}
    "action":"exerciseEdited","fields":{"exercise":1,"aliases":["hops"]}
    "action":"exerciseEdited","fields":{"exercise":1,"name":"Wall jumps"}
    "action":"exerciseRetired","fields":{"exercise":1}
    "action":"exerciseRestored","fields":{"exercise":1}
    "action":"planCreated","fields":{"plan":1,"id":"AF5B1B6C-2EDE-4627-9761-DFB08E4A7405","name":"Legs",\
    "items":[{"exercise":2,"sets":3,"reps":{"from":8,"to":10},"weight":{"value":"80","unit":"kg"},"rpe":8,\
    "rest":null,"superset":null,"warmUp":false},{"exercise":3,"sets":3,"seconds":60,"weight":null,"rpe":null,\
    "rest":null,"superset":null,"warmUp":false},{"exercise":4,"sets":2,"millimetres":500000,"weight":null,\
    "rpe":null,"rest":null,"superset":null,"warmUp":false}]}
    "action":"planEdited","fields":{"plan":1,"name":"Legs2"}
    "action":"planActivated","fields":{"plan":1}
    "action":"planActivated","fields":{"plan":null}
    "action":"sessionStarted","fields":{"session":1,"id":"67C4E7FE-66E4-4720-96B0-C539208AE618",\
    "start":"2026-11-21T18:26:40+00:00","timeZone":"UTC","timeKnown":true,"title":"Legs2","note":"",\
    "plan":{"number":1,"version":11}}
    "action":"setLogged","fields":{"session":1,"set":1,"id":"D7050CF1-368D-41B1-9B2A-CF5341BF76AF","exercise":2,\
    "kind":"normal","weight":{"value":"80","unit":"kg"},"reps":10,"seconds":null,"millimetres":null,"rpe":8,\
    "note":"","at":"2026-11-21T18:26:40+00:00"}
    "action":"setEdited","fields":{"session":1,"set":1,"reps":12,"rpe":null}
    "action":"setRemoved","fields":{"session":1,"set":1}
    "action":"setRestored","fields":{"session":1,"set":1}
    "action":"sessionCompleted","fields":{"session":1,"end":"2026-11-21T18:26:40+00:00"}
    "action":"sessionEdited","fields":{"session":1,"title":"x","note":"n"}
    "action":"sessionReopened","fields":{"session":1}
    "action":"checkInLinked","fields":{"session":1}
    "action":"checkInUnlinked","fields":{}
    "action":"sessionDiscarded","fields":{"session":1}
    "action":"sessionRestored","fields":{"session":1}
    "action":"reminderSet","fields":{"weekdays":["Monday","Friday"],"minuteOfDay":1110}
    "action":"reminderCleared","fields":{}
    "action":"goalSet","fields":{"goal":"Run","count":3,"period":"week"}
    "action":"goalCleared","fields":{"goal":"Run"}
    "action":"dayMarked","fields":{"day":"2026-11-03","kind":"sick","note":"Flu"}
    "action":"dayMarked","fields":{"day":"1969-12-31","kind":"rest","note":null}
    "action":"dayUnmarked","fields":{"day":"2026-11-03"}
    "action":"planDiscarded","fields":{"plan":1}
    "action":"planRestored","fields":{"plan":1}
    """

  @Test("Lines that earlier releases wrote are read, and written with the same members in the same order")
  func sameMembers() throws {
    for (index, action) in Self.written.split(separator: "\n").enumerated() {
      let isLink = action.contains("\"action\":\"checkIn")
      let line =
        #"{"sequence":\#(index + 1),"recordedAt":"2026-11-21T18:30:00.000Z","origin":"cli","checkIn":"#
        + (isLink ? "1" : "null") + #","command":\#(index + 1),"undoes":null,\#(action)}"#
      let message = try EventLine.message(of: Array(line.utf8), JSONDecoder())
      #expect(try EventLineTests.line(of: message) == line)
    }
  }

  @Test("There is a line of every event type")
  func everyType() throws {
    let types = Self.written.split(separator: "\n").compactMap { $0.split(separator: "\"").dropFirst(2).first }
    #expect(Set(types.map(String.init)) == Set(WorkoutAction.typeNames))
  }
}

import CheckInJournal
import CheckInLanguage
import Testing

@Suite("What may be done about an error, in the words of the command")
struct CommandWordsTests {
  @Test("A message says it in two ways: for every program, and for who can type commands")
  func twoWays() {
    let error = JournalError(
      .invalidValue,
      "Session 3 is open; finish it first\(by: .finishSession), or discard it\(by: .discardSession(3)).")
    #expect(error.message == "Session 3 is open; finish it first, or discard it.")
    #expect(error.remedies == [.finishSession, .discardSession(3)])
    #expect(error.messages == [error.advice])
    let words =
      "Session 3 is open; finish it first with 'checkin session finish', or discard it with "
      + "'checkin session discard 3'."
    #expect(error.advice.inCommands.text == words && error.messages.map(\.inCommands.text) == [words])
  }

  @Test("A sentence begins with a capital letter, whichever words it is in")
  func capitals() {
    let damaged = JournalError(.damaged, "Event 7 cannot be read; \(.verify, or: "a verification") tells why.")
    #expect(damaged.message == "Event 7 cannot be read; a verification tells why.")
    let both = JournalError(
      .damaged,
      "\(damaged.advice) \(run: .repair, or: "repair the journal"). \(.repair, or: "a repair") helps.")
    #expect(both.message == "Event 7 cannot be read; a verification tells why. Repair the journal. A repair helps.")
    #expect(
      both.advice.inCommands.text
        == "Event 7 cannot be read; 'checkin verify' tells why. Run 'checkin repair'. 'checkin repair' helps.")
    #expect(both.remedies == [.verify, .repair, .repair])
  }

  @Test("What was done before is named, and no remedy; what is inserted is never taken for one")
  func mentioned() {
    let path = "/a. 'checkin b'"
    let error = JournalError(
      .inputOutput,
      """
      \(path): \(mentioning: .forkJournal, or: "a fork") was cut off. \
      \(.move(from: "x", to: path), as: "Put it back: {1}", or: "Move it back.")
      """)
    #expect(error.message == "\(path): a fork was cut off. Move it back.")
    #expect(error.advice.inCommands.text == "\(path): 'checkin group fork' was cut off. Put it back: mv 'x' '\(path)'")
    #expect(error.remedies == [.move(from: "x", to: path)])
  }

  @Test("A message without remedies is what it was, and so are the messages of a form")
  func plain() {
    let error = JournalError(.invalidValue, "Please enter a title", messages: ["Please enter a title", "Too long"])
    #expect(error.advice.inCommands == error.advice && error.messages.map(\.inCommands) == error.messages)
    #expect(error.remedies == [])
  }

  @Test("Each remedy that a library tells is named as it is typed")
  func names() {
    let remedies: [(JournalRemedy, String)] = [
      (.verify, "'checkin verify'"), (.repair, "'checkin repair'"), (.rebuildSnapshot, "'checkin rebuild'"),
      (.backUp, "'checkin backup'"), (.createGroup(at: nil), "'checkin group create PLACE --as NAME'"),
      (.createGroup(at: "/stick"), "'checkin group create'"), (.joinGroup, "'checkin group join'"),
      (.leaveGroup, "'checkin group leave'"), (.forkJournal, "'checkin group fork'"),
      (.restoreCheckIn(1 << 31 | 4, called: "phone/4"), "'checkin restore phone/4'"),
      (.unlinkCheckIn(4), "'checkin session unlink 4'"),
      (.startSession, "'checkin session start'"), (.finishSession, "'checkin session finish'"),
      (.discardSession(2), "'checkin session discard 2'"), (.restoreSession(nil), "'checkin session restore'"),
      (.restoreSession(2), "'checkin session restore 2'"),
      (.correctStart(session: 2), "'checkin session edit 2 --at WHEN'"),
      (.correctTimes(session: 2), "'checkin session edit 2 --at WHEN --end WHEN'"),
      (.correctSet(session: 2, set: 5), "'checkin session set 2 5 SET'"),
      (.writeSets("3kgx8", exercise: "bench"), "'checkin log bench 3kgx8'"),
      (.writeSets("3kgx8", exercise: nil), "'3kgx8'"),
      (.removeSet(session: 2, set: 5), "'checkin session remove 2 5'"), (.editPlan(1), "'checkin plan edit 1'"),
      (.restorePlan(1), "'checkin plan restore 1'"), (.defineExercise, "'checkin exercise new'"),
      (.renameExercise, "'checkin exercise rename'"), (.retireExercise, "'checkin exercise retire'"),
      (.restoreExercise("Bench"), "'checkin exercise restore Bench'"),
    ]
    for (remedy, command) in remedies {
      let message: Message = "Do\(by: remedy)."
      #expect(message.inCommands.text == "Do with \(command).")
      #expect(message.text == "Do.")
    }
  }
}

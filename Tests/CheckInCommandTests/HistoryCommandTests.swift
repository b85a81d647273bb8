import Foundation
import TestSupport
import Testing

/// Asking the past, going back to it, and watching what happens.
struct HistoryCommandTests {
  @Test(arguments: [
    ["list"], ["months"], ["month", "2026-11"], ["year", "2026"], ["stats"], ["show", "1"], ["history", "1"], ["audit"],
    ["export", "-"], ["export", "--format", "events"], ["export", "--format", "sqlite"], [],
  ])
  func everyReadingCommandAnswersAsOfThen(_ command: [String]) throws {
    let checkin = try CheckInProcess.withSamples()
    let then = try checkin.run(command + ["--json"])
    let sequence = try checkin.run("stats", "--json").object()["sequence"] as? Int ?? 0
    try checkin.run("edit", "1", "--title", "Evening 10k")
    try checkin.run("discard", "2")
    try checkin.run("add", "swim", "Later")
    let past = try checkin.run(command + ["--as-of", "\(sequence)", "--json", "-q"])
    #expect(past.output == then.output)
    #expect(past.errors == "")
    #expect(past.status == 0)
    #expect(try checkin.run(command + ["--json"]).output != then.output)
  }

  @Test func momentsByTheTimeOfRecording() throws {
    let checkin = try CheckInProcess()
    try checkin.run("add", "run", "First", "--at", "07:00")
    let recordedBefore = Date()
    try waitUntil("the clock shows a later millisecond") { Date().timeIntervalSince(recordedBefore) > 0.001 }
    try checkin.run("add", "gym", "Second", "--at", "07:05")
    let recorded = try checkin.run("audit", "--json").lines.map { line in
      try #require(line.firstMatch(of: /"recordedAt":"([^"]+)"/)).output.1
    }
    func total(_ words: Substring) throws -> Int? {
      try checkin.run("stats", "--json", "--as-of", String(words)).object()["total"] as? Int
    }
    #expect(try recorded.map { try total($0) } == [1, 2])
    #expect(try total("2020-01-01") == 0)
    #expect(try total("yesterday 18:00") == 0)
    #expect(try total("0") == 0)
  }

  @Test(arguments: ["6", "18446744073709551616", "2999-01-01", "soon", "", "05/06/2026", "-1"])
  func momentsThatAreNone(_ words: String) throws {
    let checkin = try CheckInProcess.withSamples()
    let outcome = try checkin.run("list", "--as-of=\(words)")
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
  }

  @Test func whatWasUndoneIsSaid() throws {
    let checkin = try CheckInProcess()
    #expect(try checkin.run("undo").status == 66)
    try checkin.run("add", "run", "Morning 5k", "--at", "07:00")
    try checkin.run("add", "gym", "Legs", "--at", "07:05")
    try checkin.run("edit", "1", "--title", "Morning 6k")
    try checkin.run("discard", "1", "2")
    #expect(
      try checkin.run("undo").lines
        == ["Undid: discarded 2 check-ins: 1 Morning 6k, 2 Legs", "2 check-ins, streak 1 day"])
    #expect(try checkin.run("undo").lines.first == "Undid: edited 1 Morning 5k: title \"Morning 6k\" → \"Morning 5k\"")
    #expect(try checkin.run("redo").lines.first == "Redid: edited 1 Morning 6k: title \"Morning 5k\" → \"Morning 6k\"")
    #expect(try checkin.run("undo").status == 0)
    #expect(try checkin.run("undo").lines == ["Undid: added 2 Legs", "1 check-in, streak 1 day"])
    let undone = try checkin.run("undo", "--json").object()
    #expect((undone["undone"] as? [String: Any])?["action"] as? String == "created")
    #expect((undone["undone"] as? [String: Any])?["checkIns"] as? [Int] == [1])
    #expect(undone["sequence"] as? Int == 12)
    let nothing = try checkin.run("undo")
    #expect(nothing.status == 64)
    #expect(nothing.errors == "Error: There is nothing to undo.\n")
    try checkin.run("redo")
    try checkin.run("add", "walk", "Park")
    #expect(try checkin.run("redo").status == 64)
    let restored = "1 restored  reverses 12  (event 13, cli)"
    #expect(try checkin.run("audit", "-n", "2").lines.first?.hasSuffix(restored) == true)
  }

  @Test func anyCommandIsUndoneUnlessSomethingDependsOnIt() throws {
    let checkin = try CheckInProcess.withSamples()
    try checkin.run("edit", "1", "--title", "Evening 10k")
    try checkin.run("edit", "2", "--calories", "5")
    let undone = try checkin.run("undo", "6")
    let change = "title \"Evening 10k\" → \"Morning 5k\""
    #expect(undone.lines == ["Undid: edited 1 Morning 5k: \(change)", "3 check-ins, streak 2 days"], "\(undone)")
    #expect(try checkin.run("undo").lines.first?.hasPrefix("Undid: edited 1 Evening 10k: title \"Morning 5k") == true)
    #expect(try checkin.run("undo", "7", "--json").object()["sequence"] as? Int == 10)

    let before = checkin.logFiles()
    let refused = try checkin.run("undo", "1")
    #expect(refused.status == 64 && refused.output == "")
    #expect(refused.errors.contains("event 6 changed the title of check-in 1"), "\(refused.errors)")
    for words in [["99"], ["0"], ["x"], ["-1"], ["1", "2"]] {
      #expect(try checkin.run(["undo"] + words).status == 64, "\(words)")
    }
    let isUntouched = checkin.logFiles() == before
    #expect(isUntouched)
  }

  @Test func anImportIsUndoneAsAWhole() throws {
    let checkin = try CheckInProcess.withSamples()
    let before = try checkin.run("list").output
    let rows = (1...50).map { "2025-01-01T10:\($0 + 9):00Z,Run,Row \($0)" }.joined(separator: "\n")
    let imported = try checkin.run("import", "-", "--format", "csv", input: "at,type,title\n\(rows)\n")
    #expect(imported.status == 0, "\(imported.errors)")
    let all = try checkin.run("list").output
    let undone = try checkin.run("undo")
    #expect(undone.lines.first == "Undid: imported 50 check-ins: 5 Row 1, 6 Row 2, 7 Row 3 and 47 more")
    #expect(try checkin.run("list").output == before)
    try checkin.run("redo")
    #expect(try checkin.run("list").output == all)
  }

  @Test func followingTellsWhatOthersAppendWhateverBecomesOfTheFiles() throws {
    let checkin = try CheckInProcess.withSamples()
    let told = try checkin.shell(
      """
      cd "$HOME"
      "$checkin" audit --json --follow -n 1 --to 12 > followed & follower=$!
      while [ ! -s followed ]; do sleep 0.01; done
      for number in 1 2 3; do
        "$checkin" add run "Later $number" >/dev/null
        "$checkin" compact --all >/dev/null
        "$checkin" edit last --title "Changed $number" >/dev/null
        "$checkin" rebuild >/dev/null
      done
      "$checkin" discard 1 --yes >/dev/null
      wait $follower && cat followed
      """)
    #expect(told.status == 0, "\(told.errors)")
    #expect(told.lines.count == 8)
    #expect(try told.output == checkin.run("audit", "--json", "-n", "8").output)
  }

  @Test func followingDoesNotLookAgainAndAgain() throws {
    let checkin = try CheckInProcess.withSamples()
    let outcome = try checkin.shell(
      """
      cd "$HOME"
      "$checkin" audit --follow -n 1 > followed & follower=$!
      while [ ! -s followed ]; do sleep 0.01; done
      switches() {
        cat /proc/$follower/task/*/status | awk '/^voluntary_ctxt_switches/ { sum += $2 } END { print sum }'
      }
      # It has begun to wait when nothing wakes it for a moment.
      while [ "$(switches)" != "$before" ] && [ $((tries += 1)) -lt 100 ]; do before=$(switches); sleep 0.1; done
      before=$(switches); sleep 1; echo $(($(switches) - before))
      kill $follower
      """)
    let count = try #require(outcome.lines.first.flatMap { Int($0) }, "\(outcome)")
    #expect(count < 5, "it woke up \(count) times in a second")
  }

  @Test func followingEndsWithItsReader() throws {
    let checkin = try CheckInProcess.withSamples()
    let outcome = try checkin.shell("\"$checkin\" audit --follow | head -n 1")
    #expect(outcome.lines.count == 1)
    #expect(try checkin.run("audit", "--follow", "--as-of", "1").status == 64)
  }
}

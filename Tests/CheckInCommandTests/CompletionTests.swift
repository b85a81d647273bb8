import TestSupport
import Testing

/// The words that completion scripts ask the command for.
@Suite("Words for completion")
struct CompletionTests {
  let checkin: CheckInProcess

  init() throws {
    checkin = try CheckInProcess()
    for title in ["Lake #race", "Park #Race #hills"] { try checkin.run("add", "run", title) }
    try checkin.run("config", "journals.work", checkin.directory + "/work")
    try checkin.run("config", "types.climb", "Gym")
    try checkin.run("add", "walk", "To work #office", "--journal", checkin.directory + "/work")
  }

  /// The words for the last one of a line.
  private func offered(_ line: String, _ argument: String) throws -> [String] {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let command = words.dropFirst().prefix { !$0.hasPrefix("-") }.prefix(1)
    let place = [String(words.count - 1), String(words.last?.count ?? 0)]
    let outcome = try checkin.run(["---completion"] + command + ["--", argument] + place + words)
    #expect(outcome.status == 0, "\(line): \(outcome.errors)")
    return outcome.output == "\n" ? [] : outcome.lines
  }

  @Test func tags() throws {
    #expect(try offered("checkin list --tag ", "--tag") == ["race", "hills"])
    #expect(try offered("checkin list --tag race,hi", "--tag") == ["race,race", "race,hills"])
    #expect(try offered("checkin edit 1 --tag r", "--tag") == ["race", "hills"])
    #expect(try offered("checkin list #r", "positional@0").suffix(2) == ["#race", "#hills"])
    #expect(try offered("checkin list ru", "positional@0").contains("run"))
    #expect(try offered("checkin edit --where #r", "--where").contains("#race"))
  }

  @Test func namedJournals() throws {
    #expect(try offered("checkin list -j w", "--journal-name") == ["work"])
    #expect(try offered("checkin -j w", "--journal-name") == ["work"])
    #expect(try offered("checkin list -j work --tag ", "--tag") == ["office"])
    #expect(try offered("checkin list -j nowhere --tag ", "--tag") == [])
  }

  @Test func settings() throws {
    let keys = try offered("checkin config ", "positional@0")
    for key in ["journal", "unit", "distance_unit", "first_weekday", "session_type", "journals.work", "types.climb"] {
      #expect(keys.contains(key), "\(key)")
    }
    #expect(Set(keys).count == keys.count)
    #expect(try offered("checkin config unit k", "positional@1") == ["kg", "lb"])
    #expect(try offered("checkin config distance_unit ", "positional@1") == ["km", "mi"])
    #expect(try offered("checkin config session_type g", "positional@1").contains("Gym"))
    #expect(try offered("checkin config first-weekday m", "positional@1").first == "monday")
    #expect(try offered("checkin config clock ", "positional@1") == ["12", "24"])
    #expect(try offered("checkin config color ", "positional@1") == ["auto", "always", "never"])
    #expect(try offered("checkin config types.climb ", "positional@1").contains("Gym"))
    #expect(try offered("checkin config pager ", "positional@1") == [])
  }

  @Test func types() throws {
    let types = ["Run", "Gym", "Swim", "Bike", "Walk", "Yoga", "Cycling", "Strength Training", "climb"]
    #expect(try offered("checkin add r", "positional@0") == types)
    #expect(try offered("checkin list --type run,g", "--type") == types.map { "run," + $0 })
  }

  @Test("The name of an exercise is no code for the shell")
  func hostileName() throws {
    try checkin.run("exercise", "new", "Bench $(touch hacked)")
    let complete = """
      PATH=${checkin%/*}:$PATH
      source <($checkin --generate-completion-script bash)
      COMP_WORDS=(checkin log bench); COMP_CWORD=2; COMP_LINE="checkin log bench"; COMP_POINT=17; COMPREPLY=()
      _checkin checkin bench log
      printf "%s\\n" "${COMPREPLY[@]}"; ls
      """
    let outcome = try checkin.shell("bash -c '\(complete)'")
    #expect(outcome.lines.contains("Bench $(touch hacked)"), "\(outcome)")
    #expect(!outcome.lines.contains("hacked"))
  }
}

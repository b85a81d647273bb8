import Foundation
import TestSupport
import Testing

/// What happens only where a person sits at a terminal; `script` of bsdutils gives the command one.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"), "script is not installed"))
struct TerminalTests {
  /// Runs the command on a terminal. When it asks a question, the answer is typed in.
  private func run(
    _ arguments: String, typing answer: String = "", columns: Int = 80, in checkin: CheckInProcess,
    environment: [String: String?] = [:]
  ) throws -> CheckInProcess.Outcome {
    // A keyboard that is open for writing too has no end, which would be typed in.
    let line = #"""
      cd "$HOME"; rm -f keyboard screen status; mkfifo keyboard; exec 3<>keyboard
      (script -qec "stty cols \#(columns); $checkin \#(arguments)" /dev/null <&3 3<&- >screen; echo $? >status) &
      until [ -s status ] || grep -qsE 'y/N|kg/lb|\[1-' screen; do sleep 0.01; done
      printf '\#(answer)\n' >&3
      wait; cat screen; exit "$(cat status)"
      """#
    var environment = environment
    environment["TERM"] = environment["TERM"] ?? "xterm-256color"
    return try checkin.shell(line, environment: environment)
  }

  @Test func discardingAsksFirst() throws {
    let checkin = try CheckInProcess.withSamples()
    let before = checkin.logFiles()
    let refused = try run("discard 1", typing: "n", in: checkin)
    #expect(refused.status == 0)
    #expect(refused.output.contains("Discard this check-in? [y/N]"))
    #expect(refused.output.contains("Morning 5k"))
    #expect(checkin.logFiles() == before)

    let confirmed = try run("discard 1", typing: "y", in: checkin)
    #expect(confirmed.output.contains("Discarded 1"))
    #expect(checkin.logFiles() != before)
  }

  @Test("What a filter selects is shown before the command asks, and --yes answers; so does discarding a session")
  func changingManyAsksFirst() throws {
    let checkin = try CheckInProcess.withSamples()
    try checkin.run("log", "bench", "80x10")
    try checkin.run("session", "finish")
    for (command, question, shown) in [
      ("edit --where run --tag lake", "Change this check-in? [y/N]", "Morning 5k"),
      ("edit --where 'run,gym' --tag lake", "Change these 2 check-ins? [y/N]", "Legs"),
      ("discard --where gym", "Discard this check-in? [y/N]", "Legs"),
      ("session discard 1", "Discard this session? [y/N]", "Workout"),
    ] {
      let before = checkin.logFiles()
      let refused = try run(command, typing: "n", in: checkin)
      #expect(refused.status == 0 && refused.output.contains(question), "\(refused)")
      #expect(refused.output.contains(shown) && checkin.logFiles() == before, "\(refused)")
      #expect(try run("\(command) --no-input", typing: "y", in: checkin).status == 64)
      #expect(checkin.logFiles() == before)
      let confirmed = try run(command, typing: "y", in: checkin)
      #expect(confirmed.status == 0 && checkin.logFiles() != before, "\(confirmed)")
      try checkin.run("undo")
      let answered = try run("\(command) --yes", typing: "", in: checkin)
      #expect(answered.status == 0 && !answered.output.contains("[y/N]"), "\(answered)")
      try checkin.run("undo")
    }
  }

  @Test("Finishing a session without sets asks first, and --yes answers")
  func finishingNothingAsksFirst() throws {
    let checkin = try CheckInProcess()
    try checkin.run("session", "start")
    let before = checkin.logFiles()
    let refused = try run("session finish", typing: "n", in: checkin)
    #expect(refused.status == 0 && refused.output.contains("Session 1 has no sets. Finish it all the same? [y/N]"))
    #expect(refused.output.contains("Nothing was finished") && checkin.logFiles() == before)
    #expect(try run("session finish --no-input", in: checkin).status == 64)
    #expect(checkin.logFiles() == before)
    let confirmed = try run("session finish", typing: "y", in: checkin)
    #expect(confirmed.status == 0 && confirmed.output.contains("Finished session 1"), "\(confirmed)")
    try checkin.run("log", "bench", "80x10")
    let logged = try run("session finish", in: checkin)
    #expect(logged.status == 0 && !logged.output.contains("[y/N]"), "\(logged)")
  }

  @Test("The command asks whether a doubtful weight is meant, and --yes answers")
  func doubtfulWeightsAsk() throws {
    let checkin = try CheckInProcess()
    try checkin.run("log", "bench", "60x10")
    try checkin.run("session", "finish")
    try checkin.run("log", "bench", "60x10")
    for command in ["log bench 120x1", "session set 2 1 120x1"] {
      let before = checkin.logFiles()
      let refused = try run(command, typing: "n", in: checkin)
      #expect(refused.status == 0 && refused.output.contains("Record it? [y/N]"), "\(refused)")
      #expect(refused.output.contains("twice the record of 60 kg") && checkin.logFiles() == before, "\(refused)")
      #expect(try run(command, typing: "y", in: checkin).status == 0 && checkin.logFiles() != before)
      try checkin.run("undo")
      let answered = try run("\(command) --yes", in: checkin)
      #expect(answered.status == 0 && !answered.output.contains("[y/N]"), "\(answered)")
      try checkin.run("undo")
    }
  }

  @Test("The command asks which exercise an ambiguous name means")
  func ambiguousNamesAsk() throws {
    let checkin = try CheckInProcess()
    try checkin.run("log", "barbell row", "60x10")
    try checkin.run("log", "rowing machine", "2km")
    let chosen = try run("log row 62.5x10", typing: "1", in: checkin)
    #expect(chosen.output.contains("Which exercise is \"row\"? [1-2]"), "\(chosen)")
    #expect(chosen.output.contains("Rowing Machine") && chosen.output.contains("62.5 kg × 10"), "\(chosen)")
    #expect(try run("log row 3km", typing: "machine", in: checkin).output.contains("3 km"))
    let before = checkin.logFiles()
    for reply in ["", "3", "squat"] {
      let rejected = try run("log row 60x10", typing: reply, in: checkin)
      #expect(rejected.status == 64 && rejected.output.contains("Name one of them"), "\(rejected)")
    }
    #expect(try run("log row 60x10 --no-input", typing: "1", in: checkin).status == 64)
    #expect(checkin.logFiles() == before)
  }

  @Test("An import asks once for what the whole file lacks, and fails without an answer")
  func importsAsk() throws {
    let checkin = try CheckInProcess()
    let file = checkin.directory + "/strong.csv"
    let header = "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,RPE\n"
    func write(_ rows: String) throws { try Data((header + rows).utf8).write(to: URL(filePath: file)) }
    try write((1...20).map { "2024-07-14 19:31:01,A,1h,Squat,\($0),100,5,0,0,\n" }.joined())
    let unanswered = try run("import \(file)", typing: "stone", in: checkin)
    #expect(unanswered.status == 64 && unanswered.output.contains("--unit kg"))
    let answered = try run("import \(file)", typing: "lb", in: checkin)
    #expect(answered.status == 0 && answered.output.contains("added 1 session with 20 sets"), "\(answered)")
    #expect(answered.output.ranges(of: "kilograms or pounds").count == 1)
    #expect(try checkin.run("show", "session", "1").output.contains("100 lb × 5"))

    try write("2024-06-14 19:31:01,A,264h 1m,Squat,1,0,5,0,0,\n")
    let dropped = try run("import \(file)", typing: "n", in: checkin)
    #expect(dropped.output.contains("lasts 264 h 1 min"), "\(dropped)")
    #expect(dropped.output.contains("Left out: durations"), "\(dropped)")
    try write("2024-06-13 19:31:01,A,264h 1m,Squat,1,0,5,0,0,\n")
    #expect(!(try run("import \(file)", typing: "y", in: checkin).output.contains("Left out")))
  }

  @Test func withoutInputNothingIsAsked() throws {
    let checkin = try CheckInProcess.withSamples()
    let before = checkin.logFiles()
    let refused = try run("discard 1 --no-input", in: checkin)
    #expect(refused.status == 64)
    #expect(refused.output.contains("--yes"))
    #expect(checkin.logFiles() == before)
    #expect(try run("discard 1 --no-input --yes", in: checkin).output.contains("Discarded 1"))
    let json = try run("discard 2 --json", in: checkin)
    #expect(json.status == 0)
    #expect(!json.output.contains("[y/N]"))
  }

  @Test func erasingPhotosAsksFirst() throws {
    let checkin = try CheckInProcess.withPhotos()
    let before = checkin.records()
    let refused = try run("photo purge 1", typing: "n", in: checkin)
    #expect(
      refused.output.contains("Erase this photo forever? [y/N]") && refused.output.contains("Nothing was purged"))
    #expect(try run("photo sweep", typing: "n", in: checkin).output.contains("Nothing to sweep"))
    #expect(checkin.records() == before)
    #expect(try run("photo purge 1", typing: "y", in: checkin).output.contains("Purged"))
    #expect(try checkin.photo(of: 1) == nil)
  }

  @Test func aPhotoIsNotForATerminal() throws {
    let checkin = try CheckInProcess.withPhotos()
    let refused = try run("photo export 1", in: checkin)
    #expect(refused.status == 64 && refused.output.contains("name a file"))
    try Data("mine".utf8).write(to: URL(filePath: checkin.directory + "/x.jpg"))
    let asked = try run("photo export 1 \(checkin.directory)/x.jpg", typing: "n", in: checkin)
    #expect(asked.output.contains("Replace ") && asked.output.contains("Nothing was written"))
    #expect(try Data(contentsOf: URL(filePath: checkin.directory + "/x.jpg")) == Data("mine".utf8))
  }

  @Test func longAnswersGoThroughThePager() throws {
    let checkin = try CheckInProcess.withSamples()
    let pager: [String: String?] = ["CHECKIN_PAGER": "sed 's/^/| /'"]
    func shown(_ arguments: String, rows: Int, _ environment: [String: String?]) throws -> [Substring] {
      let command = "stty rows \(rows) cols 80; $checkin \(arguments)"
      let outcome = try checkin.shell(
        "script -qec \"\(command)\" /dev/null </dev/null",
        environment: environment.merging(["TERM": "xterm"]) { one, _ in one })
      return outcome.output.split(separator: "\r\n") + (outcome.status == 0 ? [] : ["exit \(outcome.status)"])
    }
    #expect(try shown("list", rows: 3, pager).allSatisfy { $0.hasPrefix("| ") })
    #expect(try shown("list", rows: 3, pager).count == 3)
    for (arguments, environment) in [
      ("list --no-pager", pager), ("list", ["CHECKIN_PAGER": "cat", "PAGER": "sed 's/^/| /'"]), ("list", ["PAGER": ""]),
      ("list", ["PAGER": "/nowhere/pager -R"]),
    ] as [(String, [String: String?])] {
      #expect(try !shown(arguments, rows: 3, environment).contains { $0.hasPrefix("| ") }, "\(arguments)")
    }
    #expect(try !shown("list", rows: 4, pager).contains { $0.hasPrefix("| ") }, "it fits")
    #expect(try shown("list", rows: 3, ["PAGER": "head -n 1"]).count == 1, "a closed pager is no error")
    #expect(try shown("list", rows: 3, ["PAGER": "false"]).isEmpty)
    #expect(try shown("list", rows: 3, ["PAGER": "/nowhere/pager"]).count > 1, "the answer is not lost")
    #expect(try shown("list", rows: 3, ["PAGER": "echo $LESS; cat"]).first == "FRX")
    for arguments in ["--help", "help --all", "help add", "add --help"] {
      #expect(try shown(arguments, rows: 10, pager).allSatisfy { $0.hasPrefix("| ") }, "\(arguments)")
      #expect(try shown(arguments, rows: 200, pager).allSatisfy { !$0.hasPrefix("| ") }, "\(arguments)")
      let plain = try shown("--no-pager \(arguments)", rows: 10, pager)
      #expect(plain.count > 10 && plain.allSatisfy { !$0.hasPrefix("| ") }, "\(arguments)")
    }
    // The command's own status counts.
    try checkin.run("config", "pager", "sed 's/^/| /'")
    #expect(try shown("list", rows: 3, [:]).allSatisfy { $0.hasPrefix("| ") })
    #expect(try shown("show 1 2 99", rows: 3, [:]).last == "exit 66")
  }

  @Test func colourIsAskedForOrForbidden() throws {
    let checkin = try CheckInProcess.withSamples()
    func isColoured(_ arguments: String..., environment: [String: String?]) throws -> Bool {
      try checkin.run(["list"] + arguments, environment: environment).output.contains("\u{1b}[")
    }
    #expect(try isColoured(environment: ["CLICOLOR_FORCE": "1"]))
    #expect(try !isColoured(environment: ["CLICOLOR_FORCE": "0"]))
    #expect(try !isColoured(environment: ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"]))
    #expect(try isColoured(environment: ["CHECKIN_COLOR": "always", "NO_COLOR": "1"]))
    #expect(try !isColoured("--color", "never", environment: ["CHECKIN_COLOR": "always"]))
    try checkin.run("config", "color", "always")
    #expect(try isColoured(environment: [:]))
    #expect(try !isColoured(environment: ["NO_COLOR": "1"]))
  }

  @Test func colourOnATerminal() throws {
    let checkin = try CheckInProcess.withSamples()
    #expect(try run("list", in: checkin).output.contains("\u{1b}[38;5;208mRun"))
    for plain in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
      #expect(!(try run("list", in: checkin, environment: plain.mapValues { $0 }).output.contains("\u{1b}[")))
    }
    #expect(!(try run("--color never list", in: checkin).output.contains("\u{1b}[")))
  }

  /// The lines of an answer without colours.
  private func lines(
    _ arguments: String, columns: Int, in checkin: CheckInProcess, environment: [String: String?] = [:]
  ) throws -> [String] {
    let outcome = try run(arguments, columns: columns, in: checkin, environment: environment)
    return outcome.output.replacing(/\u{1b}\[[0-9;]*m/, with: "").split(separator: "\r\n").map(String.init)
  }

  /// Columns by a count of its own: the texts below have these wide characters and no others.
  private func width(_ line: String) -> Int {
    line.reduce(0) { $0 + ("北京🏃‍♀️𗀀".contains($1) ? 2 : 1) }
  }

  @Test(arguments: [80, 40], ["", "NO_COLOR"])
  func nothingIsWiderThanTheTerminal(_ columns: Int, _ plain: String) throws {
    let checkin = try CheckInProcess.withSamples()
    let environment = plain.isEmpty ? [:] : [plain: "1" as String?]
    for title in [
      String(repeating: "北京", count: 40), String(repeating: "🏃‍♀️x", count: 40), String(repeating: "𗀀", count: 60),
      String(repeating: "abc ", count: 25),
    ] {
      try checkin.run("add", "strength", title, "--at", "07:20", "--calories", "1234", "--location", title + title)
    }
    for command in ["list", "month", "months", "year", "", "list --ascii", "month --ascii"] {
      let lines = try lines(command, columns: columns, in: checkin, environment: environment)
      #expect(!lines.isEmpty)
      for line in lines { #expect(width(line) <= columns, "\(command): \(line)") }
    }
    let table = try lines("list", columns: columns, in: checkin, environment: environment)
    #expect(table.count == 7)
    #expect(table.contains { $0.contains("Legs") })
    #expect(table.filter { $0.contains("…") }.count >= 4)
    // A number is whole, or its column is left out.
    #expect(table.allSatisfy { !$0.contains("1234") || $0.contains("1234 kcal") }, "\(table)")
  }

  @Test("What was found is shown however long the text before it is", arguments: [80, 60, 40], ["", "1"])
  func matchesAreNotCutOff(_ columns: Int, _ plain: String) throws {
    let checkin = try CheckInProcess.withSamples()
    let before = "北京 🏃‍♀️ " + String(repeating: "on and on ", count: 8)
    try checkin.run(
      "add", "strength", "京 " + String(repeating: "on and on ", count: 7) + "needle and so on", "--location",
      before + "needle",
      "--notes", before + before + "needle " + before)
    let environment: [String: String?] = plain.isEmpty ? [:] : ["NO_COLOR": "1"]
    let lines = try lines("search needle", columns: columns, in: checkin, environment: environment)
    #expect(lines.count == 3)
    for line in lines {
      #expect(line.contains(plain.isEmpty ? "needle" : "[needle]") && width(line) <= columns, "\(line)")
    }
  }

  @Test func theLegendAndTheCalendarFit() throws {
    let checkin = try CheckInProcess.withSamples()
    let wide = try lines("month", columns: 80, in: checkin)
    #expect(wide[0].hasPrefix("November 2026                 3 of 30 days"))
    #expect(wide.suffix(2).last == "+ more than one")
    #expect(wide.suffix(2).first?.hasSuffix("C Cycling  T Strength Training") == true)
    let narrow = try lines("month", columns: 40, in: checkin, environment: ["NO_COLOR": "1"])
    #expect(narrow.prefix(2) == ["November 2026  3 of 30 days, 3 check-ins", " Mo   Tu   We   Th   Fr   Sa   Su"])
    #expect(narrow.contains(" 16W  17   18   19   20G [21R] 22"), "\(narrow)")
    let year = try lines("year", columns: 40, in: checkin)
    #expect(year.filter { $0.hasPrefix("Mo ") }.count == 2, "the year goes on below")
    #expect(year.contains { $0.contains("Jan") } && year.contains { $0.contains("Dec") })
  }

  @Test func todayIsMarkedWithoutColour() throws {
    let checkin = try CheckInProcess.withSamples()
    for environment in [["NO_COLOR": "1"], ["TERM": "dumb"]] as [[String: String?]] {
      let output = try run("month", in: checkin, environment: environment).output
      #expect(output.contains("[21 R]"), "\(output)")
      #expect(!output.contains("\u{1b}["))
    }
    let output = try run("month", in: checkin).output
    #expect(output.contains("\u{1b}[4m") && !output.contains("[21"))
  }

  @Test func aDatabaseIsNotForATerminal() throws {
    let checkin = try CheckInProcess.withSamples()
    let refused = try run("export --format sqlite", in: checkin)
    #expect(refused.status == 64)
    #expect(refused.output.contains("not for a terminal") && refused.output.contains("checkin export all.sqlite"))
    #expect(!refused.output.contains("SQLite format 3"))
    #expect(try checkin.run("export", "--format", "sqlite").status == 0, "a pipe may have it")
  }

  @Test func aPlanIsWrittenInTheEditor() throws {
    let checkin = try CheckInProcess()
    let editor = checkin.directory + "/editor"
    /// The editor makes this of its file.
    func edits(to text: String) throws {
      try Executable.write(
        script: "cat \"$1\" >>\"\(checkin.directory)/seen\"\nprintf '\(text)' >\"$1\"", to: editor)
    }
    func plan(_ arguments: String, typing answer: String = "") throws -> CheckInProcess.Outcome {
      try run(
        "plan \(arguments)", typing: answer, in: checkin,
        environment: ["EDITOR": "'\(editor)'", "TMPDIR": checkin.directory])
    }
    func kept() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: checkin.directory).filter { $0.hasPrefix("checkin-") }
    }
    try edits(to: #"Bench Press / 3x8 80\n"#)
    #expect(try plan("new Push").output.contains("Added plan 1  "))
    #expect(try String(contentsOfFile: checkin.directory + "/seen", encoding: .utf8).contains("# Push"))
    try edits(to: #"Squat / 5x5 100\n"#)
    #expect(try plan("edit push").output.contains("Changed plan 1"))
    #expect(try String(contentsOfFile: checkin.directory + "/seen", encoding: .utf8).contains("Bench Press / 3x8 80\n"))
    #expect(try checkin.run("plan", "show", "1").lines.last == "Squat / 5x5 100")
    #expect(try kept() == [])

    // What cannot be read is kept, since somebody wrote it.
    let before = checkin.logFiles()
    try edits(to: #"Squat / 5y5\n"#)
    let refused = try plan("edit 1", typing: "n")
    #expect(refused.status == 64 && refused.output.contains("Edit it again? [y/N]"))
    #expect(try kept().count == 1 && refused.output.contains(#require(kept().first)))
    try edits(to: #"Squatt / 5x5\n"#)
    #expect(try plan("new Legs").status == 66)
    #expect(try kept().count == 2)
    try Executable.write(script: "exit 1", to: editor)
    #expect(try plan("edit 1").status == 74)
    try Executable.write(script: "true", to: editor)
    #expect(try plan("edit 1").output.contains("as it was"))
    #expect(try plan("edit 1 --no-input").status == 64)
    #expect(try kept().count == 2 && checkin.logFiles() == before)
  }
}

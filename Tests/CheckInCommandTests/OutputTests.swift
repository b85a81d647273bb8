import Foundation
import TestSupport
import Testing

/// How answers look, and what becomes of them when nobody can read them.
struct OutputTests {
  @Test func controlCharactersAreShownEscaped() throws {
    let checkin = try CheckInProcess()
    let added = try checkin.run("add", "run", "a\u{1b}[31mb\u{9b}c\u{202e}d\u{7f}e\nf", "--notes", "x\u{1b}]0;y\nz")
    let escaped = #"a\u{1b}[31mb\u{9b}c\u{202e}d\u{7f}e\u{a}f"#
    #expect(added.output.contains(escaped))
    for arguments in [["list"], ["show", "1"], ["history", "1"], ["audit"], []] {
      let outcome = try checkin.run(arguments)
      #expect(outcome.output.contains(escaped))
      #expect(!outcome.output.contains("\u{1b}"))
      #expect(!outcome.output.contains("\u{202e}"))
    }
    let card = try checkin.run("show", "1").output
    #expect(card.contains(#"x\u{1b}]0;y"#))
    #expect(card.contains("\n           z\n"), "the notes' lines stay lines")
  }

  /// As browsers send notes, and files of Windows have them.
  @Test(arguments: ["\r\n", "\r"])
  func linesOfAnyEndingAreText(_ end: String) throws {
    let checkin = try CheckInProcess()
    let notes = "Mu\u{308}ggelsee\(end)Wet leaves\(end)\(end)and wind"
    try checkin.run("add", "run", "Lake", "--notes", notes)
    let card = try checkin.run("show", "1").output
    #expect(card.contains("Notes      Mu\u{308}ggelsee\n           Wet leaves\n\n           and wind\n"))
    #expect(try checkin.run("search", "wet").output.contains("Mu\u{308}ggelsee [Wet] leaves  and wind"))
    #expect(try checkin.run("search", "müggelsee wet").output.contains("Lake"))
    let edited = try checkin.run("edit", "1", "--notes", "Müggelsee\nWet leaves\n\nand wind")
    #expect(edited.output.hasPrefix("Unchanged ") && edited.errors.contains("Nothing to change"))
    for arguments in [["list"], ["show", "1"], ["history", "1"], ["audit"], ["search", "wet"]] {
      #expect(!(try checkin.run(arguments).output.contains(#"\u{d}"#)), "\(arguments)")
    }
  }

  @Test func monthLooksAsPromised() throws {
    let checkin = try CheckInProcess()
    for words in [
      ["run", "a", "--at", "2026-11-01"], ["gym", "b", "--at", "2026-11-02"], ["walk", "c", "--at", "2026-11-07"],
      ["swim", "d", "--at", "2026-11-07T08:00"],
    ] { try checkin.run(["add"] + words) }
    let lines = try checkin.run("month").lines
    #expect(lines[0] == "November 2026                 3 of 30 days, 4 check-ins")
    #expect(lines[1] == " Mo     Tu     We     Th     Fr     Sa     Su")
    #expect(lines[2] == "                                            1 R")
    #expect(lines[3] == "  2 G    3      4      5      6      7 S+   8")
    #expect(lines[5] == " 16     17     18     19     20    [21]    22")
    let legend = "R Run  G Gym  S Swim  B Bike  W Walk  Y Yoga  C Cycling  T Strength Training   + more than one"
    #expect(lines.last == legend)
  }

  @Test(arguments: [
    (["LC_ALL": "en_US.UTF-8", "LANG": "de_DE.UTF-8"], "Su"), (["LC_TIME": "ar_EG", "LANG": "de_DE"], "Sa"),
    (["LC_ALL": "", "LC_TIME": "", "LANG": "en_US.UTF-8"], "Su"), (["LC_ALL": "de_DE.UTF-8", "LANG": "en_US"], "Mo"),
    (["LC_ALL": "C", "LANG": "en_US"], "Mo"), (["LANG": "POSIX"], "Mo"), (["LANG": "C.UTF-8"], "Mo"), ([:], "Mo"),
    (["LANG": "pt_PT@euro"], "dom"), (["LANG": "en_US", "LANGUAGE": "de:fr"], "So"), (["LC_ALL": "es_ES.UTF-8"], "lu"),
  ])
  func weeksStartByTheLocale(_ environment: [String: String], _ first: String) throws {
    let checkin = try CheckInProcess.withSamples()
    let outcome = try checkin.run("month", environment: environment.mapValues { $0 })
    #expect(outcome.lines[1].hasPrefix(" \(first) "))
    let year = try checkin.run("year", environment: environment.mapValues { $0 })
    #expect(year.lines[3].hasPrefix(first))
  }

  @Test func colourOnlyWhereItIsWanted() throws {
    let checkin = try CheckInProcess.withSamples(environment: ["TERM": "xterm", "COLORTERM": "truecolor"])
    #expect(!(try checkin.run("list").output.contains("\u{1b}")), "a file is no terminal")
    #expect(try checkin.run("list", "--color", "always").output.contains("\u{1b}[38;2;255;149;0mRun"))
    let palette = try checkin.run("list", "--color=always", environment: ["COLORTERM": nil])
    #expect(palette.output.contains("\u{1b}[38;5;208mRun"))
    #expect(!(try checkin.run("list", "--color", "never").output.contains("\u{1b}")))
    #expect(!(try checkin.run("list", "--json", "--color", "always").output.contains("\u{1b}")))
  }

  @Test func asciiDrawsWithASCII() throws {
    let checkin = try CheckInProcess.withSamples()
    try checkin.run("edit", "1", "--title", "Other")
    for arguments in [[], ["list"], ["show", "1"], ["month"], ["months"], ["year"], ["stats"], ["audit"], ["verify"]] {
      let outcome = try checkin.run(["--ascii"] + arguments)
      #expect(outcome.output.utf8.allSatisfy { $0 < 0x80 }, "\(arguments)")
    }
  }

  @Test func columnsAlignByDisplayWidth() throws {
    let checkin = try CheckInProcess()
    for title in ["北京", "e\u{301}te", "🏃‍♀️", "plain"] {
      try checkin.run("add", "run", title, "--at", "2026-11-20", "--calories", "100")
    }
    let lines = try checkin.run("list").lines
    #expect(
      lines.map { $0.split(separator: "Run  ")[1] } == [
        "plain  100 kcal", "🏃‍♀️     100 kcal", "e\u{301}te    100 kcal", "北京   100 kcal",
      ])
  }

  /// More than a pipe holds.
  private func withManyCheckIns() throws -> CheckInProcess {
    let checkin = try CheckInProcess()
    var csv = "at,type,title\n"
    for row in 0..<3000 { csv += "2026-11-\(10 + row % 10)T07:\(10 + row % 50):00+01:00,Run,Title \(row)\n" }
    try checkin.run("import", "-", input: csv)
    return checkin
  }

  @Test func aReaderThatLeavesEndsAQuestionQuietly() throws {
    let checkin = try withManyCheckIns()
    for command in ["list", "list --json", "audit", "export --help"] {
      let outcome = try checkin.shell(#"{ "$checkin" \#(command); echo "status $?" >&2; } | head -n 1 >/dev/null"#)
      #expect(outcome.errors == "status 0\n", "\(command)")
    }
  }

  /// Runs a command whose reader has gone before it begins, and returns its exit status and its errors.
  private func withoutReader(_ command: String, in checkin: CheckInProcess) throws -> (status: Int32, errors: String) {
    // The status is written to a file, because the pipe's reader is not there for it.
    let line =
      #"{ until [ -e "$HOME/gone" ]; do sleep 0.01; done; "$checkin" \#(command); echo $? >"$HOME/status"; }"#
      + #" | { exec <&-; touch "$HOME/gone"; }; rm "$HOME/gone"; exit "$(cat "$HOME/status")""#
    let outcome = try checkin.shell(line)
    return (outcome.status, outcome.errors)
  }

  @Test("The exit status says whether the work was done, even if the reader of the answer has gone")
  func workWithoutAReader() throws {
    let checkin = try CheckInProcess.withPhotos()
    for command in [
      "add run Saved", "add run Saved --json", "edit 1 --title Changed", "edit 1 --title Changed", "undo", "redo",
      "discard 2 --yes", "restore 2", "log bench 80x10", "session finish", "goal set run 3/week",
      "export \(checkin.directory)/all.csv", "photo export 1 \(checkin.directory)/one.jpg",
      "gallery \(checkin.directory)/all.html", "backup \(checkin.directory)/backup", "compact --all", "rebuild",
      "verify", "lint", "import \(checkin.directory)/all.csv", "config unit kg", "remind 18:30",
      "remind --ics \(checkin.directory)/alarm.ics", "group create \(checkin.directory)/place --as laptop", "sync",
      "list", "stats --json", "--help", "help --all", "--version",
    ] {
      let (status, errors) = try withoutReader(command, in: checkin)
      #expect(status == 0 && !errors.contains("Error"), "\(command): \(status) \(errors)")
    }
    #expect(try checkin.run("list").output.contains("Saved"))
    for command in [
      "export", "export -", "export - --format jsonl", "export --format events", "export --format ics",
      "export --format sqlite", "photo export 1", "gallery -", "remind --ics -",
    ] {
      let (status, errors) = try withoutReader(command, in: checkin)
      #expect(status == 74 && errors.contains("Error: "), "\(command): \(status) \(errors)")
    }
    for (command, expected) in [
      ("add run", 64), ("show 99", 66), ("edit 99 --title x", 66), ("import /nowhere", 66), ("verify --against x", 64),
      ("export /nowhere/x.csv", 66),
    ] as [(String, Int32)] {
      let status = try withoutReader(command, in: checkin).status
      #expect(status == expected, "\(command): \(status)")
    }
  }

  @Test("Damage is reported by the exit status, even if the reader of a long answer has left")
  func damageWithoutAReader() throws {
    let checkin = try withManyCheckIns()
    let log = checkin.journal + "/log"
    let segment = try #require(try FileManager.default.contentsOfDirectory(atPath: log).sorted().first)
    var bytes = try Data(contentsOf: URL(filePath: log + "/" + segment))
    bytes[bytes.count / 2] ^= 0xFF
    try bytes.write(to: URL(filePath: log + "/" + segment))
    try FileManager.default.removeItem(atPath: checkin.journal + "/snapshot.sqlite")
    for command in ["list", "list --json", "verify", "verify --json", "add run x"] {
      let status = try withoutReader(command, in: checkin).status
      #expect(status == 65, "\(command): \(status)")
    }
  }

  @Test func aFullDiskIsAnError() throws {
    let checkin = try CheckInProcess.withSamples()
    let outcome = try checkin.shell(#""$checkin" list >/dev/full"#)
    #expect(outcome.status == 74)
    #expect(outcome.errors.contains("No space left"))
  }

  /// Every command that writes a file, and every way to name one in the journal.
  @Test(arguments: [
    "export FILE --format csv", "export FILE --format sqlite", "photo export 1 FILE --force", "gallery FILE --force",
  ])
  func noAnswerReplacesTheJournal(_ command: String) throws {
    let checkin = try CheckInProcess.withPhotos()
    let before = checkin.journalFiles()
    for place in [
      "journal/HEAD", "journal/new", "journal/log/../new", "link/log/new", "journal/absent/../HEAD", "HEAD",
    ] {
      let line = command.replacing("FILE", with: place)
      let outcome = try checkin.shell(
        "cd \"$HOME\"; ln -sfn journal link; ln -sf journal/HEAD HEAD; exec \"$checkin\" \(line)")
      #expect(outcome.status == 64, "\(line): \(outcome.errors)")
      #expect(outcome.errors.contains("lies in the journal"), "\(outcome.errors)")
      #expect(outcome.errors.contains("name a file elsewhere"))
    }
    #expect(checkin.journalFiles() == before)
    let beside = command.replacing("FILE", with: "journal-beside")
    #expect(try checkin.shell("cd \"$HOME\"; exec \"$checkin\" \(beside)").status == 0)
  }

  /// Every command that writes a file that the user names.
  @Test(arguments: [
    "export FILE --format csv", "export FILE --format jsonl", "export FILE --format events", "export FILE --format ics",
    "export FILE --format sqlite", "photo export 1 FILE", "gallery FILE", "remind 18:30 --ics FILE",
  ])
  func onlyForceReplacesAFileThatCheckinDidNotWrite(_ command: String) throws {
    let checkin = try CheckInProcess.withPhotos()
    let path = checkin.directory + "/keep"
    let words = command.split(separator: " ").map { $0 == "FILE" ? path : String($0) }
    try Data("precious\n".utf8).write(to: URL(filePath: path))
    let refused = try checkin.run(words)
    #expect(refused.status == 64 && refused.errors.contains("--force"), "\(refused.errors)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious\n")
    #expect(try checkin.run(words + ["--force"]).status == 0)
    #expect(try String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self) != "precious\n")
    #expect(try checkin.run(words).status == 0, "its own file is replaced")
    let names = try FileManager.default.contentsOfDirectory(atPath: checkin.directory)
    #expect(!names.contains { $0.hasSuffix(".new") })
  }

  /// Every command that reads a file that the user names.
  @Test(arguments: [
    "import FILE", "import FILE --format csv", "import FILE --format store", "import FILE --format fit",
    "add run x --photo FILE", "photo attach 1 FILE", "plan new Plan FILE",
  ])
  func noCommandWaitsForAPipeOrADevice(_ command: String) throws {
    let checkin = try CheckInProcess.withSamples()
    for file in ["fifo", "/dev/zero", "/dev/tty", "/dev/stdin"] {
      let line = command.replacing("FILE", with: file)
      let outcome = try checkin.shell(
        "cd \"$HOME\"; rm -f fifo held; mkfifo fifo held; exec 3<>held; exec timeout 20 \"$checkin\" \(line) <&3")
      #expect([66, 74].contains(outcome.status) && !outcome.errors.isEmpty, "\(line): \(outcome)")
      if file == "fifo" { #expect(outcome.errors.contains("is a pipe or a device, not a file"), "\(outcome.errors)") }
    }
  }

  @Test func aConfigurationThatIsAPipeIsAnError() throws {
    let checkin = try CheckInProcess.withSamples()
    let outcome = try checkin.shell(
      "cd \"$HOME\"; mkfifo fifo; CHECKIN_CONFIG=fifo exec timeout 20 \"$checkin\" list")
    #expect(outcome.status == 64 && outcome.errors.contains("is a pipe or a device, not a file"), "\(outcome)")
  }

  @Test func closedDescriptorsNeverReceiveTheAnswer() throws {
    let checkin = try CheckInProcess.withSamples()
    let before = checkin.journalFiles()
    #expect(try checkin.shell(#""$checkin" list <&- >&- 2>&-"#).status == 74)
    #expect(checkin.journalFiles() == before)
    #expect(try checkin.shell(#""$checkin" add run x >&-"#).status == 0)
    #expect(try checkin.run("verify").status == 0)
  }

  @Test(arguments: ["list", "export", "export --format sqlite", "--help", "gallery -"])
  func anAnswerThatNobodyCanGetIsAnError(_ command: String) throws {
    let outcome = try CheckInProcess.withSamples().shell(#""$checkin" \#(command) >&-"#)
    #expect(outcome.status == 74)
    #expect(outcome.errors.hasPrefix("Error: "))
  }

  /// A script would do it again.
  @Test(arguments: [">&-", ">/dev/full"])
  func aCommandThatSavedHasSucceededWhateverBecomesOfItsAnswer(_ output: String) throws {
    let checkin = try CheckInProcess.withSamples()
    let outcome = try checkin.shell(#""$checkin" add run Saved \#(output)"#)
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("is saved"))
    #expect(try checkin.run("list").output.contains("Saved"))
    let unchanged = try checkin.shell(#""$checkin" edit 1 --title "Morning 5k" \#(output)"#)
    #expect(unchanged.status == 74, "nothing was saved")
  }

  @Test func inputThatIsClosedIsAnError() throws {
    let checkin = try CheckInProcess.withSamples()
    for command in ["import -", "add run x --notes -"] {
      let outcome = try checkin.shell(#""$checkin" \#(command) <&-"#)
      #expect(outcome.status == 74, "\(command): \(outcome.errors)")
    }
  }

  /// A block of `ulimit -f` has 512 bytes.
  @Test func aLimitOnFileSizesIsAnError() throws {
    let checkin = try CheckInProcess.withSamples()
    let before = checkin.logFiles()
    let note = String(repeating: "0123456789abcdef ", count: 10_000).shuffled()
    try Data(String(note).utf8).write(to: URL(filePath: checkin.directory + "/note"))
    let outcome = try checkin.shell(#"ulimit -f 64; "$checkin" add run x --notes - < "$HOME/note""#)
    #expect(outcome.status == 74, "\(outcome.status) \(outcome.errors)")
    #expect(outcome.errors.contains("File too large"), "\(outcome.errors)")
    #expect(checkin.logFiles() == before)
    #expect(try checkin.run("verify").status == 0)
    #expect(try checkin.run("add", "run", "On").status == 0)
  }
}

import Foundation
import TestSupport
import Testing

@Suite("The command in the user's locale")
struct LocaleTests {
  private static let reading: [[String]] = [
    [], ["list"], ["show", "1"], ["month"], ["months"], ["year"], ["stats"], ["progress"], ["goal"],
  ]
  private static let reports: [[String]] = [
    ["history", "1"], ["audit"], ["diff", "1"], ["verify"], ["lint"], ["repair"], ["photo", "sweep"],
  ]

  @Test("Without a locale, in C and in POSIX, answers are the same bytes, and English")
  func source() throws {
    let checkin = try CheckInProcess.withSamples()
    for arguments in Self.reading + Self.reports {
      let plain = try checkin.run(arguments)
      for locale in ["C", "C.UTF-8", "POSIX"] {
        let outcome = try checkin.run(arguments, environment: ["LC_ALL": locale, "LANG": "de_DE", "LANGUAGE": "pt"])
        #expect(outcome.output == plain.output && outcome.errors == plain.errors, "\(arguments) in \(locale)")
      }
    }
    #expect(try checkin.run().lines[0] == "Saturday 21 November 2026")
  }

  @Test(
    "JSON, exported files and the errors of programs are the same in every locale",
    arguments: ["en_US", "pt_BR", "de_DE", "es_ES"])
  func programs(_ locale: String) throws {
    let checkin = try CheckInProcess.withSamples()
    let commands =
      (Self.reading + Self.reports).map { $0 + ["--json"] }
      + [["export"], ["export", "--format", "ics"], ["export", "--format", "events"]]
    let refused = [["show", "999", "--json"], ["discard", "--json"], ["add", "stretching", "x", "--json"]]
    for arguments in commands + refused {
      let (plain, localized) = (
        try checkin.run(arguments), try checkin.run(arguments, environment: ["LC_ALL": locale])
      )
      #expect(localized.output == plain.output, "\(arguments)")
      #expect(localized.errors == plain.errors && localized.status == plain.status, "\(arguments)")
    }
  }

  @Test(
    "Errors, hints and notes are in the language of who reads them",
    arguments: [
      ["show", "999"], ["show", "x"], ["discard"], ["restore", "1"], ["goal", "run"], ["session", "restore", "3"],
      ["edit", "1"], ["edit", "1", "--title", "Morning 5k"], ["month", "x"], ["search", "qwerty"],
      ["photo", "export", "1", "x.jpg"], ["session", "finish"], ["--journal", "nowhere", "verify"],
      ["import", "nowhere"], ["undo", "99"], ["group"], ["export", "x.qwerty"], ["plan", "use", "9"],
      ["add", "run", "x", "--at", "2026-11-23"],
    ])
  func errors(_ arguments: [String]) throws {
    let checkin = try CheckInProcess.withSamples()
    func said(_ locale: String, _ options: String...) throws -> (status: Int32, errors: String) {
      let outcome = try checkin.run(options + arguments, environment: ["LC_ALL": locale])
      return (outcome.status, outcome.errors)
    }
    let english = try said("C")
    #expect(try said("en_GB.UTF-8") == english && said("de_DE.UTF-8", "--ascii") == english)
    var seen: Set<String> = [english.errors]
    for locale in ["de_DE.UTF-8", "es_ES", "pt_BR"] {
      let localized = try said(locale)
      #expect(localized.status == english.status)
      #expect(seen.insert(localized.errors).inserted, "\(localized.errors)")
      // Each line, and all of it.
      let lines = english.errors.split(separator: "\n")
      for line in localized.errors.split(separator: "\n") { #expect(!lines.contains(line), "\(line)") }
    }
  }

  @Test(
    "One of something is named in the singular",
    arguments: [
      ("en_US", "added 1 session with 1 set", "1 run a week", "0 of 1 run", "1 month with 1 check-in and 0 photos"),
      (
        "de_DE", "1 Training (1 Satz und 1 neue Übung)", "1 Lauf", "0 von 1 Lauf",
        "1 Monat mit 1 Check-in und 0 Fotos"
      ),
      ("es_ES", "1 sesión añadida con 1 serie", "1 carrera", "0 de 1 carrera", "1 mes con 1 check-in y 0 fotos"),
      (
        "pt_BR", "1 treino com 1 série e 1 exercício novo adicionado", "1 corrida", "0 de 1 corrida",
        "1 mês com 1 check-in e 0 foto"
      ),
    ])
  func oneOfSomething(_ locale: String, _ imported: String, _ goal: String, _ figure: String, _ gallery: String) throws
  {
    let checkin = try CheckInProcess(environment: ["LANG": locale])
    let workouts = """
      Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE
      2026-11-20 18:00:00,Legs,1h,Squat (Barbell),1,100,5,0,0,,,

      """
    let report = try checkin.run("import", "-", "--unit", "kg", input: workouts)
    #expect(report.output.contains(imported), "\(report.output)\(report.errors)")
    let goals = try checkin.run("goal", "set", "run", "1/week").output
    #expect(goals.contains(goal) && goals.contains(figure), "\(goals)")
    try checkin.run("add", "walk", "Park")
    let written = try checkin.run("gallery", "all.html").output
    #expect(written.contains(gallery), "\(written)")
  }

  @Test func portuguese() throws {
    let checkin = try CheckInProcess.withSamples(environment: ["LANG": "pt_BR.UTF-8"])
    let month = try checkin.run("month").lines
    #expect(month[0] == "novembro de 2026              3 de 30 dias, 3 check-ins")
    #expect(month[1] == " dom    seg    ter    qua    qui    sex    sáb")
    #expect(month.last?.contains("M Musculação") == true)
    #expect(try checkin.run().lines[0] == "sábado, 21 de novembro de 2026")
    #expect(try checkin.run("stats").output.contains("Melhor sequência"))
    let added = try checkin.run("add", "run", "Parque", "--at", "2026-11-20 18:02")
    #expect(added.output.contains("Corrida  Parque  sex., 20 de nov. 18:02"))
  }

  @Test("What was done is told in the words of the language, in one check-in's history, the audit and a difference")
  func germanHistory() throws {
    let checkin = try CheckInProcess.withSamples(environment: ["LANG": "de_DE.UTF-8"])
    try checkin.run("edit", "1", "--type", "walk", "--calories", "340")
    let history = try checkin.run("history", "1").lines
    let created =
      "  Sportart \"Laufen\", Titel \"Morning 5k\", Zeit Sa., 21. Nov. 07:10 +01:00, Zeitzone \"Europe/Berlin\", "
      + "Kalorien 320  (Ereignis 1, cli)"
    let edited = "  Sportart \"Laufen\" → \"Gehen\", Kalorien 320 → 340  (Ereignis 6, cli)"
    try #require(history.count == 2)
    #expect(history[0].hasSuffix("  angelegt" + created) && history[1].hasSuffix(edited), "\(history)")
    #expect(history[1].prefixMatch(of: /[A-Z][a-z]\., [0-9]+\. .+ [0-9]{2}:[0-9]{2}  Sportart/) != nil, "\(history)")
    // Whether the whole log is read or a few events.
    let audit = try checkin.run("audit").lines
    #expect(audit.first?.hasSuffix("  1 angelegt" + created) == true, "\(audit)")
    #expect(audit.last?.hasSuffix("  1" + edited) == true, "\(audit)")
    #expect(try checkin.run("audit", "-n", "1").lines == audit.suffix(1))
    #expect(try checkin.run("audit", "--action", "edited").lines == audit.suffix(1))
    let difference = try checkin.run("diff", "5", "6")
    #expect(
      difference.lines == [
        "bearbeitet         1  Morning 5k  Sportart \"Laufen\" → \"Gehen\", Kalorien 320 → 340"
      ])
    #expect(difference.errors == "1 bearbeitet; nach Ereignis 5, bis Ereignis 6.\n")
    try checkin.run("undo")
    #expect(try checkin.run("audit", "-n", "1").lines.last?.hasSuffix("  nimmt zurück: 6  (Ereignis 7, cli)") == true)
  }

  @Test("The report of an import, of its rows and of what was left out, is in the language")
  func germanImport() throws {
    let checkin = try CheckInProcess.withSamples(environment: ["LANG": "de_DE.UTF-8"])
    let rows = "at,type,title\n2026-11-20T07:00:00+01:00,Run,A\n2026-11-19T07:00:00+01:00,Run,\n"
    let refused = try checkin.run("import", "-", "--format", "csv", "--dry-run", input: rows)
    #expect(refused.status == 65)
    #expect(refused.lines == ["2 Zeilen gelesen: 1 abgelehnt, nichts importiert", "Zeile 3: Gib einen Titel ein"])
    #expect(
      refused.errors
        == "Fehler: 1 Zeile kann nicht importiert werden, deshalb wurde nichts importiert; --skip-invalid importiert "
        + "die anderen.\n")
    let taken = try checkin.run("import", "-", "--format", "csv", "--dry-run", "--skip-invalid", input: rows)
    #expect(taken.lines.first == "2 Zeilen gelesen: 1 würde hinzugefügt, 0 schon da, 1 abgelehnt")

    let file = checkin.directory + "/other.csv"
    try Data("Date,Activity,Title,Colour\n2026-11-20,Run,Park,red\n2026-11-19,Skating,Lake,blue\n".utf8)
      .write(to: URL(filePath: file))
    let other = try checkin.run("import", file, "--as", "table", "--dry-run").lines
    #expect(other.first == "2 Zeilen gelesen: 2 würden hinzugefügt, 0 schon da", "\(other)")
    for line in [
      "Run → Laufen (1)", "Skating → Unbekannt (1); --map 'Skating=TYPE' sagt, was es ist",
      "2 Tage ohne Uhrzeit: bleiben Tage, deren Uhrzeit nicht bekannt ist", "Nicht übernommene Spalten: Colour",
    ] {
      #expect(other.contains(line), "\(line): \(other)")
    }
  }

  @Test("What was undone, workouts and reminders are in the language")
  func germanWorkouts() throws {
    let checkin = try CheckInProcess.withSamples(environment: ["LANG": "de_DE.UTF-8"])
    try checkin.run("discard", "1", "--yes")
    #expect(try checkin.run("undo").lines.first == "Rückgängig gemacht: 1 Morning 5k verworfen")
    #expect(try checkin.run("redo").lines.first == "Wiederholt: 1 Morning 5k verworfen")

    let logged = try checkin.run("log", "bench", "80x10", "--at", "2026-11-19 07:00").lines
    try #require(logged.count == 3)
    #expect(logged[0].hasPrefix("Training begonnen: 1  "), "\(logged)")
    #expect(logged[1...] == ["Notiert: Bench Press  80 kg × 10", "1 Satz, 800 kg"])
    let open = try checkin.run("session").lines
    #expect(open.contains { $0.hasPrefix("  getan    #1 80 kg × 10") }, "\(open)")
    let undone = try checkin.run("undo")
    #expect(undone.lines.first?.hasPrefix("Rückgängig gemacht: ") == true && !undone.output.contains("set logged"))
    try checkin.run("redo")
    let finished = try checkin.run("session", "finish", "--at", "2026-11-19 07:40").lines
    #expect(finished.first?.hasPrefix("Training beendet: 1  ") == true, "\(finished)")
    let reversed = try checkin.run("undo").lines.first
    #expect(reversed == "Rückgängig gemacht: Training beendet, mit Check-in 5 Workout (Training 1)")

    #expect(try checkin.run("remind", "18:30", "mon", "wed").lines.first == "Erinnerung um 18:30: Mo., Mi.")
    #expect(try checkin.run("remind").lines.last?.hasPrefix("Nächste: Mo., ") == true)
  }

  @Test(
    "What cannot be parsed is explained in the language",
    arguments: [
      (["list", "--foo"], "Es gibt keine Option '--foo'"),
      (["month", "--frobnicate"], "Es gibt keine Option '--frobnicate'"),
      (["add", "run", "A", "--at"], "Der Wert für '--at <when>' fehlt"),
      (["import"], "Das Argument '<file>' fehlt"),
      (["verify", "now"], "'now' wird hier nicht erwartet"),
      (["undo", "1", "2", "3"], "2 Argumente werden hier nicht erwartet: '2', '3'"),
      (["list", "--sort", "bla"], "'bla' ist kein Wert für '--sort <key>'"),
      (["undo", "x"], "'x' ist kein Wert für '<sequence>': Schreib eine ganze Zahl von 0 bis 18446744073709551615."),
      (["verify", "--json=x"], "Die Option '--json' nimmt keinen Wert, angegeben ist aber 'x'."),
      (
        ["list", "--color", "bla"],
        "'bla' ist kein Wert für '--color <when>'. Möglich: 'auto', 'always' oder 'never'."
      ),
      (["stats", "--by", "day"], "'day' ist kein Wert für '--by <what>'. Möglich sind:"),
    ])
  func germanParsing(_ arguments: [String], _ message: String) throws {
    let checkin = try CheckInProcess(environment: ["LANG": "de_DE.UTF-8"])
    let refused = try checkin.run(arguments)
    #expect(refused.status == 64)
    #expect(refused.errors.split(separator: "\n").first == "Fehler: \(message)"[...])
    #expect(refused.errors.contains("\nAufruf: checkin \(arguments[0])"), "\(refused.errors)")
    #expect(!refused.errors.contains("Usage:") && !refused.errors.contains("Help:"), "\(refused.errors)")
  }

  @Test("Faults of the configuration are explained in the language")
  func germanConfiguration() throws {
    let checkin = try CheckInProcess(environment: ["LANG": "de_DE.UTF-8"])
    let file = checkin.directory + "/config.toml"
    func explained(_ text: String) throws -> String {
      try Data(text.utf8).write(to: URL(filePath: file))
      return try checkin.run(["list"], environment: ["CHECKIN_CONFIG": file]).errors
    }
    #expect(
      try explained("unit = \"stone\"\nclock = 1.5\n")
        == "Fehler: \(file):1: unit nimmt kg oder lb, und nicht \"stone\"\n"
        + "Fehler: \(file):2: clock nimmt Text in Anführungszeichen\n")
    let unknown = try explained("units = \"kg\"\n")
    let warning = "Achtung: \(file):1: es gibt keine Einstellung \"units\". Meintest du unit?\n"
    #expect(unknown.hasPrefix(warning), "\(unknown)")
  }

  @Test("Reports on the journal are in the language")
  func germanMaintenance() throws {
    let checkin = try CheckInProcess.withSamples(environment: ["LANG": "de_DE.UTF-8"])
    let verification = try checkin.run("verify").lines
    #expect(verification.contains("5 Ereignisse in 1 Segment"), "\(verification)")
    #expect(verification.contains("Fotos: 0 vorhanden, 0 fehlend, 0 beschädigt"))
    #expect(verification.contains { $0.hasPrefix("Quittung: checkin-receipt:") })
    #expect(verification.last == "Keine Probleme gefunden.")
    let lint = try checkin.run("lint").lines
    #expect(lint.first == "Feature 005  4 Check-ins angelegt, Ereignisse 1 bis 4", "\(lint)")
    #expect(lint.contains("Ereignisse   5: 4 angelegt, 1 verworfen") && lint.last == "Nichts Auffälliges.", "\(lint)")
    #expect(try checkin.run("repair").lines == ["Nichts muss repariert werden."])
    #expect(try checkin.run("rebuild").output.hasPrefix("Aus 5 Ereignissen neu aufgebaut"))
    #expect(try checkin.run("rebuild", "--check").lines.last == "Keine Unterschiede.")
    let file = checkin.directory + "/all.csv"
    #expect(try checkin.run("export", file).lines == ["3 Check-ins nach \(file) exportiert"])
    let copy = checkin.directory + "/copy"
    #expect(try checkin.run("backup", copy).lines.first?.hasPrefix("5 Ereignisse nach \(copy) gesichert: ") == true)
  }

  @Test("What was sent and what came is told in the language")
  func germanSync() throws {
    let environment: [String: String?] = ["LANG": "de_DE.UTF-8"]
    let (laptop, phone) = (
      try CheckInProcess.withSamples(environment: environment), try CheckInProcess(environment: environment)
    )
    let place = laptop.directory + "/place"
    let created = try laptop.run("group", "create", place, "--as", "laptop")
    #expect(created.lines.first == "Die Gruppe ist angelegt; dieses Gerät ist laptop.", "\(created.errors)")
    #expect(try laptop.run("sync").lines == ["5 Ereignisse gesendet"])
    #expect(try laptop.run("sync").lines == ["Nichts Neues"])
    #expect(try phone.run("group", "join", place, "--as", "phone").status == 0)
    let received = try phone.run("sync").lines
    #expect(received.count == 1 && received[0].hasPrefix("laptop: ") && received[0].contains("Check-in"), "\(received)")
    #expect(try laptop.run("group").lines.contains { $0.hasPrefix("  laptop  dieses Gerät, 5 Ereignisse, ") })
  }

  @Test func american() throws {
    let checkin = try CheckInProcess.withSamples(environment: ["LANG": "en_US.UTF-8"])
    #expect(try checkin.run().lines[0] == "Saturday, November 21, 2026")
    #expect(try checkin.run("month").lines[1].hasPrefix(" Su"))
    let added = try checkin.run("add", "run", "Park", "--at", "2026-11-20 18:02")
    #expect(added.output.contains("Run  Park  Fri, Nov 20 6:02 PM"))
  }

  @Test("With --ascii, words stay English, and the region's weeks hold")
  func ascii() throws {
    let checkin = try CheckInProcess.withSamples(environment: ["LANG": "pt_BR.UTF-8"])
    for arguments in Self.reading where arguments != ["show", "1"] {
      let outcome = try checkin.run(["--ascii"] + arguments)
      #expect(outcome.output.utf8.allSatisfy { $0 < 0x80 }, "\(arguments)")
    }
    #expect(try checkin.run("--ascii", "month").lines[1].hasPrefix(" Su"))
  }
}

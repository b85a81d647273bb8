import TestSupport
import Testing

@Suite("The command in the user's locale")
struct LocaleTests {
  private static let reading: [[String]] = [
    [], ["list"], ["show", "1"], ["month"], ["months"], ["year"], ["stats"], ["progress"], ["goal"],
  ]

  @Test("Without a locale, in C and in POSIX, answers are the same bytes, and English")
  func source() throws {
    let checkin = try CheckInProcess.withSamples()
    for arguments in Self.reading {
      let plain = try checkin.run(arguments)
      for locale in ["C", "C.UTF-8", "POSIX"] {
        let outcome = try checkin.run(arguments, environment: ["LC_ALL": locale, "LANG": "de_DE", "LANGUAGE": "pt"])
        #expect(outcome.output == plain.output, "\(arguments) in \(locale)")
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
      Self.reading.map { $0 + ["--json"] } + [["export"], ["export", "--format", "ics"], ["history", "1"]]
    let refused = [["show", "999", "--json"], ["discard", "--json"], ["add", "corrida", "x", "--json"]]
    for arguments in commands + refused + [["audit"]] {
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

  @Test func portuguese() throws {
    let checkin = try CheckInProcess.withSamples(environment: ["LANG": "pt_BR.UTF-8"])
    let month = try checkin.run("month").lines
    #expect(month[0] == "novembro de 2026              3 de 30 dias, 3 check-ins")
    #expect(month[1] == " dom    seg    ter    qua    qui    sex    sáb")
    #expect(month.last?.contains("M Musculação") == true)
    #expect(try checkin.run().lines[0] == "sábado, 21 de novembro de 2026")
    #expect(try checkin.run("stats").output.contains("Melhor sequência"))
    let added = try checkin.run("add", "run", "Parque", "--at", "2026-11-20 18:02")
    #expect(added.output.contains("Corrida  Parque  sex., 20 de nov. de 2026 18:02 +01:00 Europe/Berlin"))
  }

  @Test func american() throws {
    let checkin = try CheckInProcess.withSamples(environment: ["LANG": "en_US.UTF-8"])
    #expect(try checkin.run().lines[0] == "Saturday, November 21, 2026")
    #expect(try checkin.run("month").lines[1].hasPrefix(" Su"))
    let added = try checkin.run("add", "run", "Park", "--at", "2026-11-20 18:02")
    #expect(added.output.contains("Run  Park  Fri, Nov 20, 2026 6:02 PM +01:00 Europe/Berlin"))
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

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
    "JSON, exported files and errors are the same in every locale", arguments: ["en_US", "pt_BR", "de_DE", "es_ES"])
  func programs(_ locale: String) throws {
    let checkin = try CheckInProcess.withSamples()
    let commands =
      Self.reading.map { $0 + ["--json"] } + [["export"], ["export", "--format", "ics"], ["history", "1"]]
    for arguments in commands + [["show", "999"], ["add", "corrida", "x"], ["audit"]] {
      let (plain, localized) = (
        try checkin.run(arguments), try checkin.run(arguments, environment: ["LC_ALL": locale])
      )
      #expect(localized.output == plain.output, "\(arguments)")
      #expect(localized.errors == plain.errors && localized.status == plain.status, "\(arguments)")
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

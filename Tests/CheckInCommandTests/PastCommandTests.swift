import Foundation
import TestSupport
import Testing

/// How the command answers of the past.
struct PastCommandTests {
  /// A zone in which the clock shows three in the morning, or ten at night.
  private static func zone(hour: Int) -> String {
    let utc = Int(Date().timeIntervalSince1970) / 3600 % 24
    // These names count to the west.
    let west = (utc - hour + 36) % 24 - 12
    return "Etc/GMT\(west < 0 ? "-" : "+")\(abs(west))"
  }

  /// A day without a time means all of it, whatever the hour is.
  @Test(arguments: [3, 22]) func aDayIsAWholeDay(_ hour: Int) throws {
    let checkin = try CheckInProcess()
    let environment = ["TZ": Self.zone(hour: hour), "CHECKIN_NOW": nil]
    for title in ["One", "Two"] {
      #expect(try checkin.run(["add", "run", title], environment: environment).status == 0)
    }
    func answer(_ arguments: String...) throws -> CheckInProcess.Outcome {
      let outcome = try checkin.run(arguments, environment: environment)
      #expect(outcome.status == 0, "\(outcome.errors)")
      return outcome
    }
    #expect(try answer("list", "--as-of", "today").lines.count == 2)
    #expect(try answer("list", "--as-of", "yesterday").lines.isEmpty)
    for moments in [["yesterday"], ["today"], ["yesterday", "today"], ["today", "now"]] {
      let outcome = try checkin.run(["diff"] + moments, environment: environment)
      #expect(outcome.lines.count == 2, "\(moments): \(outcome.output)\(outcome.errors)")
    }
    #expect(try answer("diff", "yesterday", "yesterday").lines.isEmpty)
    let future = try checkin.run(["list", "--as-of", "9999-01-01"], environment: environment)
    #expect(future.status == 64 && future.errors.contains("is in the future"))
  }

  /// A value that is refused is answered with the ones that are accepted, each named once.
  @Test func choicesAreNamedOnce() throws {
    let outcome = try CheckInProcess().run("stats", "--by", "lake")
    #expect(outcome.status == 64)
    #expect(outcome.errors.components(separatedBy: "- weekday").count == 2)
  }

  @Test func noCommandTakesAUnitThatIsNone() throws {
    let checkin = try CheckInProcess()
    for arguments in [["list"], ["records"], ["add", "run", "x"]] {
      let outcome = try checkin.run(arguments, environment: ["CHECKIN_UNIT": "stone"])
      #expect(outcome.status == 64 && outcome.errors.contains("kg or lb"))
    }
  }
}

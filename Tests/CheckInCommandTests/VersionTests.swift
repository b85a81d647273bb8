import Foundation
import TestSupport
import Testing

struct VersionTests {
  @Test func theVersionAloneIsOneLine() throws {
    let outcome = try CheckInProcess().run("--version")
    #expect(outcome.lines.count == 1)
    #expect(outcome.lines[0].first?.isNumber == true)
  }

  @Test(arguments: [["--version", "--verbose"], ["--verbose", "--version"], ["--ascii", "--version", "--verbose"]])
  func withVerboseItTellsTheLibrariesAndHowPhotosAreConfined(arguments: [String]) throws {
    let checkin = try CheckInProcess()
    let outcome = try checkin.run(arguments)
    #expect(outcome.status == 0)
    #expect(outcome.lines.first == "checkin        \(try checkin.run("--version").lines[0])")
    let names = outcome.lines.map { String($0.prefix(15)).trimmingCharacters(in: .whitespaces) }
    let libraries = ["LZ4", "SQLite", "libheif", "libjpeg-turbo", "libpng", "Little CMS"]
    #expect(names == ["checkin"] + libraries + ["Photo worker", "Landlock", "seccomp"])
    for line in outcome.lines[1...6] { #expect(line.dropFirst(15).first?.isNumber == true, "\(line)") }
    #expect(checkin.journalFiles().isEmpty)
  }

  @Test func verboseAloneIsNoOption() throws {
    #expect(try CheckInProcess().run("--verbose").status == 64)
  }
}

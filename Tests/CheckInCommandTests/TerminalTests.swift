import Foundation
import TestSupport
import Testing

/// What happens only where a person sits at a terminal; `script` of bsdutils gives the command one.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"), "script is not installed"))
struct TerminalTests {
  /// Runs the command on a terminal, with an answer typed in.
  private func run(
    _ arguments: String, typing answer: String = "", in checkin: CheckInProcess, environment: [String: String?] = [:]
  ) throws -> CheckInProcess.Outcome {
    let line = #"{ sleep 0.3; printf '\#(answer)\n'; sleep 0.3; } | script -qec "$checkin \#(arguments)" /dev/null"#
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
      refused.output.contains("Erase this photo for ever? [y/N]") && refused.output.contains("Nothing was purged"))
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

  @Test func colourOnATerminal() throws {
    let checkin = try CheckInProcess.withSamples()
    #expect(try run("list", in: checkin).output.contains("\u{1b}[38;5;208mRun"))
    for plain in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
      #expect(!(try run("list", in: checkin, environment: plain.mapValues { $0 }).output.contains("\u{1b}[")))
    }
    #expect(!(try run("--color never list", in: checkin).output.contains("\u{1b}[")))
  }
}

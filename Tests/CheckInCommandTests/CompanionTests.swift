import Foundation
import TestSupport
import Testing

/// The command without the programs that belong to it: alone in a folder, as `swift build --product checkin` leaves it.
@Suite("Without the companion programs")
struct CompanionTests {
  @Test("serve says which line installs the page, and nothing is changed")
  func serve() throws {
    let checkin = try CheckInProcess()
    let outcome = try runAlone(checkin, "serve --port 0")
    #expect(outcome.status == 66)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("The page needs the program checkin-serve, which is not installed"))
    #expect(outcome.errors.contains("Tools/install --with-serve"))
    #expect(checkin.journalFiles().isEmpty)
  }

  @Test("A check-in with a photo is refused whole, and says how the photo could be read")
  func photo() throws {
    let checkin = try CheckInProcess()
    let outcome = try runAlone(checkin, "add run Lake --photo '\(PhotoFixture.path("display-p3.jpg"))'")
    #expect(outcome.status == 70)
    #expect(outcome.errors.contains("swift build --product checkin-photo"))
    #expect(checkin.logFiles().isEmpty)
    #expect(try runAlone(checkin, "add run Lake").status == 0)
  }

  @Test("The versions are told, and that the worker for photos cannot be asked")
  func versions() throws {
    let outcome = try runAlone(try CheckInProcess(), "--version --verbose")
    #expect(outcome.status == 0)
    #expect(outcome.lines.contains { $0.hasPrefix("SQLite ") })
    #expect(outcome.lines.last?.hasPrefix("Photo worker  Photos need the program checkin-photo") == true)
  }

  @Test("A worker of another version that does not know the question is no failure")
  func versionsOfAnotherWorker() throws {
    let checkin = try CheckInProcess()
    try Executable.write(script: "exit 64", to: checkin.directory + "/checkin-photo")
    let outcome = try runAlone(checkin, "--version --verbose")
    #expect(outcome.status == 0)
    #expect(outcome.lines.last == "Photo worker  it does not say; it may be of another version")
  }

  private func runAlone(_ checkin: CheckInProcess, _ arguments: String) throws -> CheckInProcess.Outcome {
    try Executable.copy(CheckInProcess.binary, to: checkin.directory + "/checkin")
    return try checkin.shell("exec \(checkin.directory)/checkin \(arguments)")
  }
}

import Foundation
import TestSupport
import Testing

/// `-q` leaves out what only confirms, and nothing that was asked for or went wrong.
@Suite("Quiet commands")
struct QuietTests {
  private let checkin: CheckInProcess
  private let file: String

  init() throws {
    checkin = try .withSamples()
    file = checkin.directory + "/more.csv"
    try Data("at,type,title\n2026-11-02T08:00:00+01:00,Run,More\n".utf8).write(to: URL(filePath: file))
  }

  @Test(arguments: [
    ["export", "all.csv"], ["backup", "copy"], ["compact"], ["gallery", "page.html"],
    ["import", "more.csv"],
  ])
  func confirmations(_ words: [String]) throws {
    let arguments = words.enumerated().map { index, word in
      index > 0 ? checkin.directory + "/" + word : word
    }
    let outcome = try checkin.run(arguments + ["-q"])
    #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome)")
    #expect(try !checkin.run(arguments + (words[0] == "gallery" ? ["--force"] : [])).output.isEmpty)
  }

  @Test func whatWasAskedFor() throws {
    #expect(try checkin.run("import", file, "--dry-run", "-q").output.contains("would add 1"))
    #expect(try checkin.run("rebuild", "-q").output.contains("Rebuilt from"))
    #expect(try checkin.run("rebuild", "--check", "-q").output.contains("No differences."))
    #expect(try checkin.run("list", "-q").lines.count == 3)
    try Data("at,type,title\nnever,Run,More\n".utf8).write(to: URL(filePath: file))
    let refused = try checkin.run("import", file, "-q")
    #expect(refused.status == 65 && refused.output.contains("Row 2:"), "\(refused)")
  }
}

import Foundation
import TestSupport
import Testing

/// `checkin compact`: less space, the same content.
struct CompactTests {
  @Test func theLogSaysTheSameAfterwards() throws {
    let checkin = try CheckInProcess.withSamples()
    for number in 5...20 { try checkin.run("add", "run", "Run \(number)", "--at", "2026-11-0\(number % 9 + 1)T08:00") }
    let before = try checkin.run("verify", "--json").object()
    let receipt = try #require(before["receipt"] as? String)
    let list = try checkin.run("list", "--json").output
    let audit = try checkin.run("audit", "--json").output
    let oldSnapshot = checkin.journalFiles()["snapshot.sqlite"]
    let oldSize = try #require(checkin.journalFiles()["log/00000000000000000001.lz4"]).count

    #expect(try checkin.run("compact").output.hasPrefix("No closed segment"))
    #expect(try checkin.run("compact", "--all").status == 0)
    let after = try checkin.run("verify", "--json", "--against", receipt)
    #expect(after.status == 0, "\(after.errors)")
    let segments = try #require(try after.object()["segments"] as? [[String: Any]])
    let oldSegments = try #require(before["segments"] as? [[String: Any]])
    #expect(segments.first?["sha256"] as? String == oldSegments.first?["sha256"] as? String)
    #expect(segments.count == 2)
    let files = checkin.journalFiles()
    #expect(try #require(files["log/00000000000000000001.lz4"]).count < oldSize)
    #expect(!files.keys.contains { $0.hasSuffix(".compact") })
    #expect(try checkin.run("list", "--json").output == list)
    #expect(try checkin.run("audit", "--json").output == audit)

    // A snapshot from before finds its place in the new frames.
    try Data(try #require(oldSnapshot)).write(to: URL(filePath: checkin.journal + "/snapshot.sqlite"))
    let stats = try checkin.run("stats")
    #expect(stats.status == 0)
    #expect(stats.errors.isEmpty)
    #expect(try checkin.run("add", "gym", "On").status == 0)
    #expect(try checkin.run("verify").status == 0)
    #expect(try checkin.run("compact", "--all").status == 0)
    #expect(try checkin.run("compact", "--all").output == "No closed segment would become smaller.\n")
  }
}

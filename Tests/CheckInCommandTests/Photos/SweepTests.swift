import Foundation
import TestSupport
import Testing

/// Sweeping removes what nothing needs, and nothing else.
struct SweepTests {
  private func orphan(in checkin: CheckInProcess, _ name: String) throws -> String {
    let folder = checkin.journal + "/photos/" + name.prefix(2)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data([1, 2, 3]).write(to: URL(filePath: folder + "/" + name))
    return "photos/\(name.prefix(2))/\(name)"
  }

  @Test func onlyWhatNothingNeedsIsRemoved() throws {
    let checkin = try CheckInProcess.withPhotos()
    // Cleared and replaced photos are history.
    try checkin.run("photo", "clear", "1")
    try checkin.run("photo", "attach", "2", PhotoFixture.path("alpha.png"))
    #expect(try checkin.run("photo", "sweep").output == "Nothing to sweep.\n")
    let before = checkin.records()
    let digits = String(repeating: "ab", count: 32)
    let found = try [digits + ".jpg", digits + ".jpg.new"].map { try orphan(in: checkin, $0) }
    // Names that the journal does not give are not its to judge.
    let foreign = try ["ab-holiday.jpg", digits.uppercased() + ".jpg"].map { try orphan(in: checkin, $0) }
    let all = checkin.records()

    let unasked = try checkin.run("photo", "sweep")
    #expect(unasked.status == 64 && unasked.errors.contains("--yes"))
    for name in found { #expect(unasked.output.contains(name)) }
    #expect(unasked.output.contains("no event ever named it") && unasked.output.contains("an interrupted write"))
    #expect(checkin.records() == all)

    let swept = try checkin.run("photo", "sweep", "--yes", "--json").object()
    #expect(swept["removed"] as? Int == 2)
    for name in found { #expect(checkin.records()[name] == nil) }
    for name in foreign { #expect(checkin.records()[name] != nil) }
    for (name, bytes) in before where !foreign.contains(name) { #expect(checkin.records()[name] == bytes) }
    #expect(try checkin.run("verify").status == 0)
  }

  @Test func aDamagedLogIsNotSweptBy() throws {
    let checkin = try CheckInProcess.withPhotos()
    _ = try orphan(in: checkin, String(repeating: "ab", count: 32) + ".jpg")
    let log = checkin.journal + "/log/00000000000000000001.lz4"
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: log)))
    bytes[bytes.count / 2] ^= 1
    try Data(bytes).write(to: URL(filePath: log))
    try FileManager.default.removeItem(atPath: checkin.journal + "/snapshot.sqlite")
    let before = checkin.records()
    #expect(try checkin.run("photo", "sweep", "--yes").status == 65)
    #expect(checkin.records() == before)
  }

  /// Sweeps while others store photos and have not yet appended the events that name them.
  @Test func sweepingTakesNothingFromThoseWhoAttach() throws {
    let checkin = try CheckInProcess()
    try checkin.run("add", "run", "First")
    let names = (1...8).map { "orientation-\($0).png" } + ["alpha.png", "gray.jpg", "cmyk.jpg", "interlaced.png"]
    let writers = stride(from: 0, to: names.count, by: 4).map { start in
      let files = names[start..<start + 4].map { PhotoFixture.path($0) }.joined(separator: " ")
      return "(for f in \(files); do $checkin -q add gym w --photo $f || echo failed; done; touch done\(start)) &"
    }
    let sweeper = """
      (while [ ! -e done0 ] || [ ! -e done4 ] || [ ! -e done8 ]; do
        $checkin -q photo sweep --yes || echo failed
      done) &
      """
    let line = "cd \(checkin.directory)\n" + (writers + [sweeper, "wait"]).joined(separator: "\n")
    let outcome = try checkin.shell(line)
    #expect(!outcome.output.contains("failed"), "\(outcome.errors)")
    #expect(try checkin.run("list", "--json").array().count == 1 + names.count)
    #expect(try checkin.run("verify").status == 0)
    #expect(try checkin.verifiedPhotos()["missing"] == 0)
  }
}

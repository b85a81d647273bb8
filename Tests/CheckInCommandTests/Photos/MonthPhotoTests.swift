import Foundation
import TestSupport
import Testing

/// A month's photos on a terminal; `script` of bsdutils gives the command one.
struct MonthPhotoTests {
  private func month(
    _ checkin: CheckInProcess, _ arguments: String = "--photos", environment: [String: String?] = [:]
  ) throws -> String {
    var environment = environment
    environment["TERM"] = environment["TERM"] ?? "xterm-256color"
    return try checkin.shell(
      "script -qec \"$checkin month \(arguments) --color never\" /dev/null < /dev/null", environment: environment
    ).output.replacing("\r\n", with: "\n").replacing("\u{04}\u{08}\u{08}", with: "")
  }

  /// The text without what draws pictures, and without the lines that they stand on.
  private func grid(_ text: String) -> String {
    text.replacing(/\u{1b}(_G[^\u{1b}]*\u{1b}\\|\]1337;[^\u{7}]*\u{7}|P[^\u{1b}]*\u{1b}\\|\[[0-9]+[A-Z]|7|8)/, with: "")
      .split(separator: "\n").map { $0.replacing("\r", with: "") }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func thumbnail(_ checkin: CheckInProcess, _ number: Int) throws -> [UInt8] {
    let page = try checkin.run("gallery", "-").output
    let pictures = page.matches(of: /base64,([^"]+)"/).map { String($0.1) }
    // In a week, ascending: 2 is Friday's, 1 is Saturday's.
    return [UInt8](try #require(Data(base64Encoded: pictures[2 - number])))
  }

  @Test func inlineImages() throws {
    let checkin = try CheckInProcess.withPhotos()
    let text = try month(checkin, environment: ["TERM_PROGRAM": "WezTerm"])
    let images = text.matches(
      of: /\u{1b}\[([0-9]+)G\u{1b}7\u{1b}\]1337;File=inline=1;size=([0-9]+);[^:]*:([^\u{7}]*)\u{7}\u{1b}8/)
    #expect(images.count == 2)
    #expect(images.map { String($0.1) } == ["30", "37"], "below Friday and Saturday")
    for (image, number) in zip(images, [2, 1]) {
      let jpeg = try thumbnail(checkin, number)
      #expect(Data(base64Encoded: String(image.3)).map { [UInt8]($0) } == jpeg)
      #expect(String(image.2) == String(jpeg.count))
    }
    #expect(grid(text) == grid(try month(checkin, "")), "the grid stays")
    #expect(
      text.components(separatedBy: "\u{1b}[3A").count == 2 && text.components(separatedBy: "\u{1b}[3B").count == 2)
  }

  @Test func kittyGraphics() throws {
    let checkin = try CheckInProcess.withPhotos()
    let text = try month(checkin, environment: ["TERM": "xterm-kitty"])
    let commands = text.matches(of: /\u{1b}_G([^;]*);([^\u{1b}]*)\u{1b}\\/)
    let starts = commands.filter { $0.1.hasPrefix("a=T,q=2,f=24,s=96,v=96,c=6,r=3,C=1,m=") }
    #expect(starts.count == 2)
    #expect(commands.filter { $0.1.hasSuffix("m=0") }.count == 2)
    #expect(commands.allSatisfy { $0.2.count <= 4096 })
    let pixels = commands.map { String($0.2) }.joined()
    #expect(pixels.count == 2 * 96 * 96 * 4, "three bytes a pixel, in base64")
    #expect(grid(text) == grid(try month(checkin, "")))
  }

  @Test func sixelGraphics() throws {
    let checkin = try CheckInProcess.withPhotos()
    let text = try month(checkin, environment: ["TERM": "foot"])
    #expect(text.matches(of: /\u{1b}P0;1;0q"1;1;60;60#[^\u{1b}]*\u{1b}\\/).count == 2)
    #expect(grid(text) == grid(try month(checkin, "")))
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], "--photos"), (["TERM": "dumb", "TERM_PROGRAM": "WezTerm"], "--photos"),
    (["TERM_PROGRAM": "WezTerm"], "--photos --ascii"), (["TERM_PROGRAM": "WezTerm", "TMUX": "/tmp/x"], "--photos"),
    (["TERM": "screen", "LC_TERMINAL": "iTerm2"], "--photos"),
  ])
  func elsewhereTheCalendarIsAsUsual(environment: [String: String], arguments: String) throws {
    let checkin = try CheckInProcess.withPhotos()
    let text = try month(checkin, arguments, environment: environment.mapValues { $0 })
    #expect(!text.contains("\u{1b}"))
    #expect(text.contains("Photos are not drawn"))
  }

  @Test func neverInAPipeOrInJSON() throws {
    let checkin = try CheckInProcess.withPhotos()
    let kitty = ["TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1"]
    let piped = try checkin.run(["month", "--photos"], environment: kitty.mapValues { $0 })
    #expect(piped.output == (try checkin.run("month").output))
    #expect(piped.errors.contains("Photos are not drawn"))
    #expect(!(try month(checkin, "--photos --json", environment: kitty.mapValues { $0 }).contains("\u{1b}")))
  }
}

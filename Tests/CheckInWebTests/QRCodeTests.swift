import Foundation
import TestSupport
import Testing

@testable import CheckInWeb

@Suite("QR codes")
struct QRCodeTests {
  /// What zbar, a reader that shares nothing with this code, reads in a picture of it.
  private func read(_ code: QRCode, _ isDark: (_ column: Int, _ row: Int) -> Bool) throws -> String {
    let scale = 4
    let side = code.drawnSize * scale
    var picture = Array("P5 \(side) \(side) 255\n".utf8)
    for y in 0..<side {
      for x in 0..<side {
        picture.append(isDark(x / scale - QRCode.quietZone, y / scale - QRCode.quietZone) ? 0 : 255)
      }
    }
    let directory = try TemporaryDirectory()
    try directory.write(picture, to: "code.pgm")
    let command = "zbarimg --quiet --raw -Sdisable -Sqrcode.enable code.pgm"
    return try Tool.shell(command, in: directory.path).text
  }

  @Test(
    "A reader reads what was written, for every size and each of its limits",
    arguments: [1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106, 107, 122, 123, 152, 153, 180, 181, 213])
  func read(byteCount: Int) throws {
    for seed in 0..<3 {
      // Different texts get different masks.
      let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789:/?=.-")
      let text = String((0..<byteCount).map { letters[($0 * (seed * 7 + 1) + seed * 5) % letters.count] })
      let code = try #require(QRCode(text))
      #expect(try read(code) { code.isDark(column: $0, row: $1) } == text + "\n")
    }
  }

  @Test("Damaged modules are corrected")
  func damage() throws {
    let text = "https://192.168.178.20:8443/pair?code=0123456789abcdefghjkmnpqrs"
    let code = try #require(QRCode(text))
    let read = try read(code) { column, row in
      code.isDark(column: column, row: row) != ((20..<23).contains(column) && (20..<24).contains(row))
    }
    #expect(read == text + "\n")
  }

  @Test("What is too long is no code")
  func limit() {
    #expect(QRCode(String(repeating: "x", count: 213)) != nil)
    #expect(QRCode(String(repeating: "x", count: 214)) == nil)
  }

  @Test("A terminal and a page show the modules and the quiet zone around them")
  func drawing() throws {
    let code = try #require(QRCode("https://192.168.178.20:8443/pair"))
    let zone = QRCode.quietZone
    for form in [QRCode.TerminalForm.colored, .plain] {
      let lines = code.lines(form).map { line in
        line.replacing(#/\u{1B}\[[0-9;]*m/#, with: "").map { character in
          ["█": (true, true), "▀": (true, false), "▄": (false, true)][character] ?? (false, false)
        }
      }
      #expect(lines.allSatisfy { $0.count == code.drawnSize })
      for row in -zone..<(code.size + zone) {
        for column in -zone..<(code.size + zone) {
          let (upper, lower) = lines[(row + zone) / 2][column + zone]
          let isInk = (row + zone) % 2 == 0 ? upper : lower
          #expect(isInk == (code.isDark(column: column, row: row) != (form == .plain)))
        }
      }
    }
    let spaces = code.lines(.coloredASCII)
    #expect(spaces.count == code.drawnSize && spaces.joined().utf8.allSatisfy { $0 < 128 })
    #expect(code.svgPath.hasPrefix("M\(zone) \(zone)h7v1h-7z"))
  }
}

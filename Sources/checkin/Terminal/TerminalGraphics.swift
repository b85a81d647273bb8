import Foundation
import Glibc
import PhotoProcessing

/// A protocol for drawing pictures in a terminal.
enum TerminalGraphics: Equatable {
  /// kitty's graphics protocol: pixels. <https://sw.kovidgoyal.net/kitty/graphics-protocol/>
  case kitty
  /// iTerm2's inline images: files. <https://iterm2.com/documentation-images.html>
  case iTerm
  /// Sixel graphics of the VT340, in cells of so many pixels.
  case sixel(cellWidth: Int, cellHeight: Int)

  /// The protocol for the terminal that the environment names; `nil` if that is not known to show pictures. The
  /// terminal itself is not asked: its answer would arrive as typed input.
  init?(environment: [String: String]) {
    let terminal = environment["TERM"] ?? ""
    let program = environment["TERM_PROGRAM"] ?? ""
    // Multiplexers pass pictures on only if they are configured for it.
    guard environment["TMUX"] == nil, !terminal.hasPrefix("screen"), !terminal.hasPrefix("tmux"), terminal != "dumb",
      !terminal.isEmpty
    else { return nil }
    if environment["KITTY_WINDOW_ID"] != nil || ["xterm-kitty", "xterm-ghostty"].contains(terminal)
      || program == "ghostty"
    {
      self = .kitty
    } else if ["iTerm.app", "WezTerm", "mintty"].contains(program) || environment["LC_TERMINAL"] == "iTerm2" {
      self = .iTerm
    } else if terminal.contains("sixel")
      || ["foot", "mlterm", "contour", "yaft"].contains(terminal.prefix { $0 != "-" })
    {
      let cell = Self.cellSize()
      self = .sixel(cellWidth: cell.width, cellHeight: cell.height)
    } else {
      return nil
    }
  }

  /// The sequence that draws a thumbnail on ``CellPicture/columnCount`` columns and ``CellPicture/rowCount`` rows at
  /// the cursor; `nil` if its pixels are needed and cannot be decoded.
  func sequence(for jpeg: [UInt8]) -> String? {
    let (columns, rows) = (CellPicture.columnCount, CellPicture.rowCount)
    switch self {
    case .kitty:
      guard let image = try? PhotoProcessor().pixels(of: jpeg, side: 96) else { return nil }
      let head = "a=T,q=2,f=24,s=\(image.side),v=\(image.side),c=\(columns),r=\(rows),C=1"
      let pieces = Self.pieces(of: Data(image.bytes).base64EncodedString(), count: 4096)
      return pieces.enumerated().map { index, piece in
        let more = "m=\(index == pieces.count - 1 ? 0 : 1)"
        return "\u{1b}_G\(index == 0 ? "\(head),\(more)" : more);\(piece)\u{1b}\\"
      }.joined()
    case .iTerm:
      let size = "size=\(jpeg.count);width=\(columns);height=\(rows);preserveAspectRatio=0"
      return "\u{1b}]1337;File=inline=1;\(size):\(Data(jpeg).base64EncodedString())\u{7}"
    case .sixel(let cellWidth, let cellHeight):
      let image = try? PhotoProcessor().pixels(of: jpeg, side: min(columns * cellWidth, rows * cellHeight))
      return image.map { Sixel.text(of: $0) }
    }
  }

  private static func pieces(of text: String, count: Int) -> [Substring] {
    var rest = text[...]
    var pieces: [Substring] = []
    while !rest.isEmpty {
      pieces.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return pieces
  }

  /// The size of a cell in pixels, if the terminal driver knows it; else a common size.
  private static func cellSize() -> (width: Int, height: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0, size.ws_xpixel > 0,
      size.ws_ypixel > 0
    else { return (10, 20) }
    // Bounded, since drivers report wrong sizes.
    return (
      min(64, max(4, Int(size.ws_xpixel / size.ws_col))), min(128, max(8, Int(size.ws_ypixel / size.ws_row)))
    )
  }
}

/// Pictures below the days of a week.
enum CellPicture {
  /// Terminal cells are about twice as high as wide, so this is a square.
  static let columnCount = 6
  static let rowCount = 3

  /// Room below a line of text with pictures in it, and the cursor after them: as many lines as a picture is high, or
  /// none.
  ///
  /// The lines come before anything is drawn on them, so that no picture makes the terminal scroll; and the cursor's
  /// position is saved around each, since terminals disagree on where a picture leaves it.
  ///
  /// - Parameter pictures: the column that each begins in, from 0, and the sequence that draws it.
  static func row(_ pictures: [(column: Int, sequence: String)]) -> String {
    guard !pictures.isEmpty else { return "" }
    let drawn = pictures.map { "\u{1b}[\($0.column + 1)G\u{1b}7\($0.sequence)\u{1b}8" }
    return String(repeating: "\n", count: rowCount) + "\u{1b}[\(rowCount)A" + drawn.joined() + "\r\u{1b}[\(rowCount)B"
  }
}

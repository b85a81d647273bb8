extension QRCode {
  /// Modules in a row, with the quiet zone.
  var drawnSize: Int { size + 2 * Self.quietZone }

  /// The dark modules as a path of SVG, in a view box of ``drawnSize``.
  var svgPath: String {
    var path = ""
    for row in 0..<size {
      var column = 0
      while column < size {
        guard isDark(column: column, row: row) else {
          column += 1
          continue
        }
        let start = column
        while isDark(column: column, row: row) { column += 1 }
        let width = column - start
        path += "M\(start + Self.quietZone) \(row + Self.quietZone)h\(width)v1h-\(width)z"
      }
    }
    return path
  }

  /// A way to draw a code in a terminal.
  public enum TerminalForm: Sendable {
    /// Half blocks in black on white, whatever the terminal's own colours are.
    case colored
    /// Half blocks in the terminal's own colours, which have to be light on dark.
    case plain
    /// Spaces in black and white.
    case coloredASCII
  }

  /// The code for a terminal, with its quiet zone, in lines.
  public func lines(_ form: TerminalForm) -> [String] {
    let range = -Self.quietZone..<(size + Self.quietZone)
    // Colours of the 256: the first 16 are what the terminal's theme makes of them.
    let (black, white) = ("\u{1B}[48;5;16m", "\u{1B}[48;5;231m")
    if form == .coloredASCII {
      return range.map { row in
        range.map { (isDark(column: $0, row: row) ? black : white) + "  " }.joined() + "\u{1B}[0m"
      }
    }
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
      let line = range.map { column in
        let upper = isDark(column: column, row: row)
        // Below the last row there is nothing that would have to be light.
        let lower = row + 1 < range.upperBound ? isDark(column: column, row: row + 1) : form == .plain
        return switch (upper != (form == .plain), lower != (form == .plain)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }.joined()
      return form == .colored ? "\u{1B}[38;5;16m\(white)\(line)\u{1B}[0m" : line
    }
  }
}

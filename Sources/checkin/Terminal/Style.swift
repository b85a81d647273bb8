import ArgumentParser
import CheckInJournal
import CheckInLanguage
import Glibc

/// The setting that enables or disables coloured output.
enum ColorMode: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never

  // The parser asks for these in every command; its own are made by way of key paths, which are looked up at run time.
  static var allValueStrings: [String] { allCases.map { $0.rawValue } }
  static var allValueDescriptions: [String: String] { [:] }
}

/// The style of the output: the terminal's capabilities as far as the user wants them.
struct Style {
  /// The colour depth.
  enum Depth {
    case none, palette, trueColor
  }

  var depth: Depth
  /// `true` if output may only be drawn with ASCII characters. Stored text is shown as is.
  var isASCII: Bool
  /// Columns of the terminal that the answer goes to; `nil` if it goes elsewhere, and nothing is cut or wrapped.
  var width: Int?
  /// The unit of sums of weights, and of weights that are written without one.
  var weightUnit: Weight.Unit
  /// The unit of distances.
  var distanceUnit: DistanceUnit

  /// The user's language, weeks and clock. With `isASCII`, words are English.
  var localization: Localization

  init(
    depth: Depth, isASCII: Bool, width: Int? = nil, weightUnit: Weight.Unit = .kilograms,
    distanceUnit: DistanceUnit? = nil, localization: Localization = Localization()
  ) {
    self.localization = isASCII ? localization.inEnglish : localization
    self.depth = depth
    self.isASCII = isASCII
    self.width = width
    self.weightUnit = weightUnit
    self.distanceUnit = distanceUnit ?? DistanceUnit(like: weightUnit)
  }

  /// - Parameter isTerminal: whether the answer goes to a terminal.
  init(mode: ColorMode, isASCII: Bool, isTerminal: Bool, environment: [String: String]) {
    let terminal = environment["TERM"] ?? ""
    let isWanted =
      switch mode {
      case .always: true
      case .never: false
      case .auto:
        isTerminal && !terminal.isEmpty && terminal != "dumb"
      }
    let isTrueColor = ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
    self.init(
      depth: !isWanted ? .none : isTrueColor ? .trueColor : .palette, isASCII: isASCII,
      width: isTerminal ? Self.columnCount(of: STDOUT_FILENO, environment: environment) : nil,
      weightUnit: environment["CHECKIN_UNIT"].flatMap { Weight.Unit(symbol: $0) } ?? .kilograms,
      distanceUnit: environment["CHECKIN_DISTANCE_UNIT"].flatMap { DistanceUnit(symbol: $0) },
      localization: Localization(environment: environment))
  }

  /// The columns of a terminal: as its driver reports them, else `COLUMNS`, else 80.
  static func columnCount(of terminal: Int32, environment: [String: String]) -> Int {
    var size = winsize()
    if ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
    return 80
  }

  var words: Words { localization.words }

  func painted(_ text: String, in color: Color) -> String {
    switch depth {
    case .none: text
    case .palette: "\u{1b}[38;5;\(color.paletteIndex)m\(text)\u{1b}[0m"
    case .trueColor: "\u{1b}[38;2;\(color.red);\(color.green);\(color.blue)m\(text)\u{1b}[0m"
    }
  }

  /// Text on a background of the colour, in black or white, whichever is more legible.
  func badge(_ text: String, on color: Color) -> String {
    // Of the 256 colours: the first sixteen are the terminal's own, and its black may be a grey.
    let ink = color.luminance > Color.blackOrWhiteLuminance ? 16 : 231
    return switch depth {
    case .none: text
    case .palette: "\u{1b}[38;5;\(ink);48;5;\(color.paletteIndex)m\(text)\u{1b}[0m"
    case .trueColor: "\u{1b}[38;5;\(ink);48;2;\(color.red);\(color.green);\(color.blue)m\(text)\u{1b}[0m"
    }
  }

  func bold(_ text: String) -> String { depth == .none ? text : "\u{1b}[1m\(text)\u{1b}[0m" }

  func underlined(_ text: String) -> String { depth == .none ? text : "\u{1b}[4m\(text)\u{1b}[0m" }

  /// A bar of `width` columns, filled to `fraction` (0...1).
  func bar(_ fraction: Double, width: Int) -> String {
    let filled = min(width, max(0, Int((fraction * Double(width)).rounded())))
    return String(repeating: isASCII ? "#" : "█", count: filled)
      + String(repeating: isASCII ? "." : "░", count: width - filled)
  }

  /// The line, cut to the terminal's width. It may be coloured.
  func fitted(_ line: String) -> String {
    width.map { DisplayWidth.cut(line, to: $0, ellipsis: ellipsis) } ?? line
  }

  /// The pieces one after the other, in as many lines as the terminal's width requires. No piece is cut; one that is
  /// wider than the terminal is broken at its white space.
  ///
  /// - Parameters:
  ///   - separator: comes between two pieces of a line; the part before its first white space also ends a line.
  ///   - indentation: columns before each line.
  func wrapped(_ pieces: [String], separator: String, indentation: Int = 0) -> String {
    let margin = String(repeating: " ", count: indentation)
    var lines: [String] = []
    for piece in pieces {
      if let line = lines.last, DisplayWidth.of(line + separator + piece) <= width ?? .max {
        lines[lines.count - 1] = line + separator + piece
      } else {
        if let line = lines.last { lines[lines.count - 1] = line + String(separator.prefix { !$0.isWhitespace }) }
        let end = DisplayWidth.of(String(separator.prefix { !$0.isWhitespace }))
        lines += broken(String(piece.drop { $0.isWhitespace }), margin: margin, limit: width.map { $0 - end } ?? .max)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// A text in as many lines as a number of columns requires, broken at white space.
  private func broken(_ text: String, margin: String, limit: Int) -> [String] {
    guard DisplayWidth.of(margin + text) > limit else { return [margin + text] }
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let line = lines.last, DisplayWidth.of(line + " " + word) <= limit {
        lines[lines.count - 1] = line + " " + word
      } else {
        lines.append(margin + word)
      }
    }
    return lines
  }

  /// `5 km`, or the distance in miles.
  func distance(_ metres: Int) -> String {
    localization.distance(metres, in: distanceUnit).replacing("\u{A0}", with: " ")
  }

  /// `320 kcal`, `45:30`, `5 km`.
  func text(_ value: Int, of quantity: CheckInQuantity) -> String {
    switch quantity.row.unit {
    case .kilocalories: "\(value) kcal"
    case .seconds: quantity.text(value)
    case .metres: distance(value)
    }
  }

  /// `25 km (3 of 4)`: a sum, and the number of check-ins that have a value.
  func sum(_ sums: QuantitySums, of quantity: CheckInQuantity, among count: Int) -> String {
    localization.text(text(sums[quantity].total, of: quantity), of: sums[quantity], among: count)
  }

  /// The sums of durations and distances that some check-in has, with their labels.
  func sums(_ sums: QuantitySums, among count: Int) -> [(label: String, value: String)] {
    CheckInQuantity.allCases.filter { $0 != .calories && sums[$0].checkIns > 0 }.map {
      (words($0.label), sum(sums, of: $0, among: count))
    }
  }

  /// The lines of ``sums(_:among:)`` below a calendar.
  func sumLines(_ sums: QuantitySums, among count: Int) -> String {
    let rows = self.sums(sums, among: count)
    let width = rows.map { DisplayWidth.of($0.label) }.max() ?? 0
    return rows.map { DisplayWidth.padded($0.label, to: width) + "  " + $0.value + "\n" }.joined()
  }

  /// `23–30 November`.
  func range(from: CivilDay, to: CivilDay) -> String {
    let range = localization.range(from: from, to: to)
    return isASCII ? range.replacing("–", with: "-") : range
  }

  var ellipsis: String { isASCII ? "..." : "…" }
  var arrow: String { isASCII ? "->" : "→" }
  var dash: String { isASCII ? "-" : "–" }
  var rule: String { isASCII ? "-" : "─" }
}

import CheckInJournal
import CheckInLanguage

/// Check-ins in columns. On a terminal, titles make room for the columns after them, and no row is wider than the
/// terminal.
struct CheckInTable {
  let checkIns: [CheckIn]
  let style: Style

  /// If nothing is cut, a longer title moves the columns after it in its own line only.
  private static let maximumTitleWidth = 40
  private static let minimumTitleWidth = 10
  /// On a terminal of fewer columns, dates are short, types are letters, and numbers are left out.
  private static let roomyWidth = 60

  private var localization: Localization { style.localization }
  private var isNarrow: Bool { (style.width ?? .max) < Self.roomyWidth }

  func write(to output: OutputBuffer) throws {
    let numberWidth = checkIns.map { $0.shownNumber.count }.max() ?? 0
    let typeWidth = checkIns.map { DisplayWidth.of(typeName($0)) }.max() ?? 0
    // A column only where some check-in has a value.
    let numbers = isNarrow ? [] : [calories, duration, distance].map { text in checkIns.map(text) }
    let numberWidths = numbers.map { column in column.map(\.count).max() ?? 0 }
    let dayWidths = checkIns.map { DisplayWidth.of(localization.shortTitle(of: $0.day)) }
    let dayWidth = isNarrow ? 10 : max(15, dayWidths.max() ?? 0)
    let clockWidth = checkIns.map { DisplayWidth.of(localization.clock(of: $0.time)) }.max() ?? 0
    let titleRoom = style.width.map { width in
      var others = [numberWidth, dayWidth + 1 + clockWidth, typeWidth]
      others += numberWidths.filter { $0 > 0 }
      // Of a location, at least the ellipsis.
      if checkIns.contains(where: { $0.location != nil }) { others.append(DisplayWidth.of(style.ellipsis)) }
      return max(Self.minimumTitleWidth, width - others.reduce(0) { $0 + $1 + 2 })
    }
    let titles = checkIns.map { checkIn in
      let title = Escaping.escaped(checkIn.title)
      return titleRoom.map { DisplayWidth.cut(title, to: $0, ellipsis: style.ellipsis) } ?? title
    }
    let titleWidth =
      titles.map { DisplayWidth.of($0) }.filter { titleRoom != nil || $0 <= Self.maximumTitleWidth }.max() ?? 0
    for (index, (checkIn, title)) in zip(checkIns, titles).enumerated() {
      let type = DisplayWidth.padded(typeName(checkIn), to: typeWidth)
      let day = isNarrow ? checkIn.day.description : localization.shortTitle(of: checkIn.day)
      let clock = DisplayWidth.alignedRight(localization.clock(of: checkIn.time), to: clockWidth)
      var columns = [
        DisplayWidth.alignedRight(checkIn.shownNumber, to: numberWidth),
        "\(DisplayWidth.alignedRight(day, to: dayWidth)) \(clock)",
        style.painted(type, Color(of: checkIn.type)), DisplayWidth.padded(title, to: titleWidth),
      ]
      for (column, width) in zip(numbers, numberWidths) where width > 0 {
        columns.append(DisplayWidth.alignedRight(column[index], to: width))
      }
      if let location = checkIn.location { columns.append(Escaping.escaped(location)) }
      var line = columns.joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      try output.line(style.fitted(line))
    }
  }

  private func typeName(_ checkIn: CheckIn) -> String {
    isNarrow ? localization.letter(of: checkIn.type) : localization.name(of: checkIn.type)
  }

  private func calories(_ checkIn: CheckIn) -> String {
    checkIn.calories.map { "\($0) kcal" } ?? ""
  }

  private func duration(_ checkIn: CheckIn) -> String {
    checkIn.durationSeconds.map { MeasureText.duration($0) } ?? ""
  }

  private func distance(_ checkIn: CheckIn) -> String {
    checkIn.distanceMetres.map { style.distance($0) } ?? ""
  }
}

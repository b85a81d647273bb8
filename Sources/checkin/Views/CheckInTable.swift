import CheckInJournal

/// Check-ins in columns. On a terminal, titles make room for the columns after them, and no row is wider than the
/// terminal.
struct CheckInTable {
  let checkIns: [CheckIn]
  let style: Style

  /// If nothing is cut, a longer title moves the columns after it in its own line only.
  private static let maximumTitleWidth = 40
  private static let minimumTitleWidth = 10
  /// On a terminal of fewer columns, dates are short, types are letters, and calories are left out.
  private static let roomyWidth = 60

  private var isNarrow: Bool { (style.width ?? .max) < Self.roomyWidth }

  func write(to output: OutputBuffer) throws {
    let numberWidth = checkIns.map { String($0.number).count }.max() ?? 0
    let typeWidth = checkIns.map { typeName($0).count }.max() ?? 0
    let caloriesWidth = isNarrow ? 0 : checkIns.map { calories($0).count }.max() ?? 0
    let titleRoom = style.width.map { width in
      var others = [numberWidth, isNarrow ? 16 : 21, typeWidth]
      if caloriesWidth > 0 { others.append(caloriesWidth) }
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
    for (checkIn, title) in zip(checkIns, titles) {
      let type = DisplayWidth.padded(typeName(checkIn), to: typeWidth)
      let day = isNarrow ? checkIn.day.description : DisplayWidth.alignedRight(checkIn.day.shortTitle, to: 15)
      var columns = [
        DisplayWidth.alignedRight(String(checkIn.number), to: numberWidth), "\(day) \(checkIn.time.clock)",
        style.painted(type, Color(of: checkIn.type)), DisplayWidth.padded(title, to: titleWidth),
      ]
      if caloriesWidth > 0 { columns.append(DisplayWidth.alignedRight(calories(checkIn), to: caloriesWidth)) }
      if let location = checkIn.location { columns.append(Escaping.escaped(location)) }
      var line = columns.joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      try output.line(style.fitted(line))
    }
  }

  private func typeName(_ checkIn: CheckIn) -> String { isNarrow ? checkIn.type.letter : checkIn.type.name }

  private func calories(_ checkIn: CheckIn) -> String {
    checkIn.calories.map { "\($0) kcal" } ?? ""
  }
}

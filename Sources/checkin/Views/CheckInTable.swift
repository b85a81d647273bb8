import CheckInJournal

/// Check-ins in columns.
struct CheckInTable {
  let checkIns: [CheckIn]
  let style: Style

  /// A longer title moves the columns behind it in its own line only.
  private static let maximumTitleWidth = 40

  func write(to output: OutputBuffer) throws {
    let numberWidth = checkIns.map { String($0.number).count }.max() ?? 0
    let typeWidth = checkIns.map { $0.type.name.count }.max() ?? 0
    let titles = checkIns.map { Escaping.escaped($0.title) }
    let titleWidth = titles.map { DisplayWidth.of($0) }.filter { $0 <= Self.maximumTitleWidth }.max() ?? 0
    let caloriesWidth = checkIns.map { calories($0).count }.max() ?? 0
    for (checkIn, title) in zip(checkIns, titles) {
      let type = DisplayWidth.padded(checkIn.type.name, to: typeWidth)
      let day = DisplayWidth.alignedRight(checkIn.day.shortTitle, to: 15)
      var columns = [
        DisplayWidth.alignedRight(String(checkIn.number), to: numberWidth), "\(day) \(checkIn.time.clock)",
        style.painted(type, Color(of: checkIn.type)), DisplayWidth.padded(title, to: titleWidth),
      ]
      if caloriesWidth > 0 { columns.append(DisplayWidth.alignedRight(calories(checkIn), to: caloriesWidth)) }
      if let location = checkIn.location { columns.append(Escaping.escaped(location)) }
      var line = columns.joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      try output.line(line)
    }
  }

  private func calories(_ checkIn: CheckIn) -> String {
    checkIn.calories.map { "\($0) kcal" } ?? ""
  }
}

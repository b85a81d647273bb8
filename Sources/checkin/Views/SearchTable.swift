import CheckInJournal
import CheckInLanguage

/// Check-ins that were found: a line each, and below it where words were found that are not in the title.
struct SearchTable {
  let checkIns: [CheckIn]
  let filter: CheckInFilter
  /// The highest number there is, for which there is room.
  let lastNumber: Int
  /// The dates of this day's year can be shown without the year.
  let today: CivilDay
  let style: Style

  private var localization: Localization { style.localization }

  func write(to output: OutputBuffer) throws {
    let numberWidth = checkIns.reduce(String(lastNumber).count) { max($0, $1.shownNumber.count) }
    let typeWidth = checkIns.map { DisplayWidth.of(typeName($0)) }.max() ?? 0
    // The year gives way to titles.
    func dayWidth(hasYear: Bool) -> Int { checkIns.map { DisplayWidth.of(day($0, hasYear: hasYear)) }.max() ?? 0 }
    let others = numberWidth + 2 + dayWidth(hasYear: true) + 2 + typeWidth + 2
    let hasYear = checkIns.allSatisfy {
      others + DisplayWidth.of(Escaping.escaped($0.title)) <= style.width ?? .max
    }
    let dayWidth = dayWidth(hasYear: hasYear)
    for checkIn in checkIns {
      let excerpts = Excerpt.all(of: checkIn, filter)
      var columns: [Column] = [
        .value(DisplayWidth.alignedRight(checkIn.shownNumber, to: numberWidth)),
        .value(DisplayWidth.alignedRight(day(checkIn, hasYear: hasYear), to: dayWidth)),
        .value(style.painted(DisplayWidth.padded(typeName(checkIn), to: typeWidth), in: Color(of: checkIn.type))),
      ]
      let indentation = columns.reduce(0) { $0 + DisplayWidth.of($1.content) + 2 }
      let title = excerpts.first { $0.field == .title }?.line(style, indentation: indentation)
      columns.append(.text(title ?? Escaping.escaped(checkIn.title)))
      try output.line(style.line(columns))
      let margin = String(repeating: " ", count: numberWidth + 2)
      for excerpt in excerpts where excerpt.field != .title {
        let label = margin + (excerpt.field == .notes ? style.words("Notes") : style.words("Location")) + ": "
        try output.line(style.fitted(label + excerpt.line(style, indentation: DisplayWidth.of(label))))
      }
    }
  }

  private func typeName(_ checkIn: CheckIn) -> String {
    style.isNarrow ? localization.letter(of: checkIn.type) : localization.name(of: checkIn.type)
  }

  private func day(_ checkIn: CheckIn, hasYear: Bool) -> String {
    let day =
      style.isNarrow
      ? checkIn.day.description
      : hasYear ? localization.shortTitle(of: checkIn.day) : localization.shortTitle(of: checkIn.day, today: today)
    return "\(day) \(localization.clock(of: checkIn.time))"
  }
}

import CheckInJournal
import CheckInLanguage

/// Check-ins in columns. On a terminal, the least important columns and then the titles make room for the others, and
/// numbers are never cut.
struct CheckInTable {
  let checkIns: [CheckIn]
  /// The dates of this day's year can be shown without the year.
  let today: CivilDay
  let style: Style

  /// If nothing is cut, a longer title moves the columns after it in its own line only.
  private static let maximumTitleWidth = 40

  private var localization: Localization { style.localization }

  func write(to output: OutputBuffer) throws {
    for line in lines { try output.line(line) }
  }

  /// A line for each check-in; more lines on a terminal that is too narrow for its numbers.
  var lines: [String] {
    guard let width = style.width else { return Layout(self).lines(titleRoom: nil) }
    if !style.isNarrow, let lines = roomyLines(width) { return lines }
    // On a very narrow terminal, the numbers are left out.
    let last =
      [CheckInQuantity.allCases, []].lazy.map { Layout(self, dates: .compact, quantities: $0) }
      .first { $0.titleRoom(width) >= style.minimumTextWidth } ?? Layout(self, dates: .compact, quantities: [])
    let room = last.titleRoom(width)
    // Without room beside the other columns, titles have lines of their own.
    return last.lines(titleRoom: room >= style.minimumTextWidth ? room : width)
  }

  /// The lines without locations, calories and the current year, in this order and as far as titles need the room;
  /// `nil` if that is not enough for titles of ``Style/minimumTextWidth``.
  private func roomyLines(_ width: Int) -> [String]? {
    let longest = checkIns.map { DisplayWidth.of(Escaping.escaped($0.title)) }.max() ?? 0
    let quantities = CheckInQuantity.allCases.filter { $0 != .calories }
    let layouts = [
      Layout(self), Layout(self, hasLocations: false),
      Layout(self, quantities: quantities, hasLocations: false),
      Layout(self, dates: .withoutCurrentYear, quantities: quantities, hasLocations: false),
      Layout(self, dates: .compact, quantities: quantities, hasLocations: false),
    ]
    let wanted = min(longest, Self.maximumTitleWidth)
    let layout =
      layouts.dropLast().first { $0.titleRoom(width) >= wanted }
      ?? layouts.dropFirst(3).first { $0.titleRoom(width) >= style.minimumTextWidth }
    return layout.map { $0.lines(titleRoom: $0.titleRoom(width)) }
  }

  /// The forms of days and types.
  private enum Dates {
    /// `Sat 21 Nov 2026`, and the names of types.
    case full
    /// `Sat 21 Nov`, if all are of the current year.
    case withoutCurrentYear
    /// `2026-11-21`, and the letters of types.
    case compact
  }

  /// The columns of all check-ins but for their titles.
  private struct Layout {
    let table: CheckInTable
    let numbers: [String]
    let days: [String]
    let clocks: [String]
    let types: [String]
    let values: [[String]]
    let locations: [String]
    let minimumLocationWidth: Int

    init(
      _ table: CheckInTable, dates: Dates = .full, quantities: [CheckInQuantity] = CheckInQuantity.allCases,
      hasLocations: Bool = true
    ) {
      let (checkIns, style, localization) = (table.checkIns, table.style, table.style.localization)
      self.table = table
      numbers = Self.aligned(checkIns.map(\.shownNumber))
      let isThisYear = checkIns.allSatisfy { $0.day.month.year == table.today.month.year }
      let isCompact = dates == .compact
      days =
        switch dates {
        case .withoutCurrentYear where isThisYear:
          Self.aligned(checkIns.map { localization.shortTitle(of: $0.day, today: table.today) })
        case .full, .withoutCurrentYear:
          Self.aligned(checkIns.map { localization.shortTitle(of: $0.day) }, minimum: 15)
        case .compact: Self.aligned(checkIns.map { $0.day.description }, minimum: 10)
        }
      clocks = Self.aligned(checkIns.map { localization.clock(of: $0.time) })
      types = checkIns.map { isCompact ? localization.letter(of: $0.type) : localization.name(of: $0.type) }
      // A column only where some check-in has a value.
      values = quantities.map { quantity in
        Self.aligned(checkIns.map { $0.fields[quantity].map { style.text($0, of: quantity) } ?? "" })
      }
      .filter { $0.contains { !$0.isEmpty } }
      locations = checkIns.map { hasLocations ? Escaping.escaped($0.location ?? "") : "" }
      // Of a location on a narrow terminal, at least the ellipsis is shown.
      let longest = locations.map { DisplayWidth.of($0) }.max() ?? 0
      minimumLocationWidth =
        min(longest, isCompact || style.isNarrow ? DisplayWidth.of(style.ellipsis) : style.minimumTextWidth)
    }

    private static func aligned(_ texts: [String], minimum: Int = 0) -> [String] {
      let width = max(minimum, texts.map { DisplayWidth.of($0) }.max() ?? 0)
      return texts.map { DisplayWidth.alignedRight($0, to: width) }
    }

    private var typeWidth: Int { types.map { DisplayWidth.of($0) }.max() ?? 0 }

    /// The columns that titles can take in a terminal of this width.
    func titleRoom(_ width: Int) -> Int {
      var others = [numbers, days, clocks].map { DisplayWidth.of($0.first ?? "") } + [typeWidth]
      others += values.map { DisplayWidth.of($0.first ?? "") }
      if minimumLocationWidth > 0 { others.append(minimumLocationWidth) }
      // The day and its clock have one space between them.
      return width - others.reduce(0) { $0 + $1 + 2 } + 1
    }

    func lines(titleRoom: Int?) -> [String] {
      let (style, checkIns, typeWidth) = (table.style, table.checkIns, typeWidth)
      let titles = checkIns.map { checkIn in
        let title = Escaping.escaped(checkIn.title)
        return titleRoom.map { DisplayWidth.cut(title, to: $0, ellipsis: style.ellipsis) } ?? title
      }
      let titleWidth =
        titles.map { DisplayWidth.of($0) }.filter { titleRoom != nil || $0 <= CheckInTable.maximumTitleWidth }.max()
        ?? 0
      return checkIns.indices.map { index in
        let type = DisplayWidth.padded(types[index], to: typeWidth)
        var columns: [Column] = [
          .value(numbers[index]), .value("\(days[index]) \(clocks[index])"),
          .value(style.painted(type, in: Color(of: checkIns[index].type))),
          .text(DisplayWidth.padded(titles[index], to: titleWidth)),
        ]
        columns += values.map { .value($0[index]) }
        if !locations[index].isEmpty { columns.append(.text(locations[index], minimum: minimumLocationWidth)) }
        return style.line(columns)
      }
    }
  }
}

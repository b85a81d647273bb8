import CheckInJournal
import CheckInLanguage

/// Check-ins in columns. On a terminal, titles make room for the columns after them, and numbers are never cut.
struct CheckInTable {
  let checkIns: [CheckIn]
  let style: Style

  /// If nothing is cut, a longer title moves the columns after it in its own line only.
  private static let maximumTitleWidth = 40
  /// On a terminal of fewer columns, dates are short and types are letters.
  private static let roomyWidth = 60

  private var localization: Localization { style.localization }

  func write(to output: OutputBuffer) throws {
    for line in lines { try output.line(line) }
  }

  /// A line for each check-in; more lines on a terminal that is too narrow for its numbers.
  var lines: [String] {
    let values = CheckInQuantity.allCases.map { quantity in
      checkIns.map { $0.fields[quantity].map { style.text($0, of: quantity) } ?? "" }
    }
    guard let width = style.width else { return Layout(self, isShort: false, values: values).lines(titleRoom: nil) }
    let layout = [width < Self.roomyWidth, true].lazy.map { Layout(self, isShort: $0, values: values) }
      .first { $0.titleRoom(width) >= Style.minimumTextWidth }
    // On a very narrow terminal, the numbers are left out.
    let last = layout ?? Layout(self, isShort: true, values: [])
    let room = last.titleRoom(width)
    // Without room beside the other columns, titles have lines of their own.
    return last.lines(titleRoom: room >= Style.minimumTextWidth ? room : width)
  }

  /// The columns of all check-ins but for their titles.
  private struct Layout {
    let table: CheckInTable
    let numbers: [String]
    let days: [String]
    let clocks: [String]
    let types: [String]
    let values: [[String]]

    init(_ table: CheckInTable, isShort: Bool, values: [[String]]) {
      let (checkIns, localization) = (table.checkIns, table.localization)
      self.table = table
      numbers = Self.aligned(checkIns.map(\.shownNumber))
      days = Self.aligned(
        checkIns.map { isShort ? $0.day.description : localization.shortTitle(of: $0.day) }, minimum: isShort ? 10 : 15)
      clocks = Self.aligned(checkIns.map { localization.clock(of: $0.time) })
      types = checkIns.map { isShort ? localization.letter(of: $0.type) : localization.name(of: $0.type) }
      // A column only where some check-in has a value.
      self.values = values.map { Self.aligned($0) }.filter { $0.contains { !$0.isEmpty } }
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
      // The day and its clock have one space between them. Of a location, at least the ellipsis is shown.
      if table.checkIns.contains(where: { $0.location != nil }) { others.append(DisplayWidth.of(table.style.ellipsis)) }
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
        if let location = checkIns[index].location {
          columns.append(.text(Escaping.escaped(location), minimum: DisplayWidth.of(style.ellipsis)))
        }
        return style.line(columns)
      }
    }
  }
}

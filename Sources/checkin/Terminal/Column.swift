/// A column of a line.
enum Column {
  /// A number, a date, or another short value. It is never cut.
  case value(String)
  /// A value that a table aligns on the right.
  case number(String)
  /// A day or a time, aligned on the right. The short form is without the year, if that is the current one.
  case date(String, short: String)
  /// A value that a table leaves out in all rows if they would be too wide.
  case extra(String)
  /// A text, which is cut if the line is wider than the terminal, but to no fewer columns than the minimum; by default,
  /// to ``Style/minimumTextWidth``.
  case text(String, minimum: Int? = nil)

  var content: String {
    switch self {
    case .value(let content), .number(let content), .date(let content, short: _), .extra(let content),
      .text(let content, minimum: _):
      content
    }
  }

  fileprivate var isExtra: Bool { if case .extra = self { true } else { false } }

  fileprivate var shortened: Column { if case .date(_, let short) = self { .date(short, short: short) } else { self } }

  fileprivate var isAlignedRight: Bool {
    switch self {
    case .number, .date: true
    case .value, .extra, .text: false
    }
  }
}

extension Style {
  /// On a terminal of fewer columns, dates are short and types are letters.
  static let roomyWidth = 60
  private static let gap = "  "

  /// `true` on a terminal of fewer columns than ``roomyWidth``.
  var isNarrow: Bool { (width ?? .max) < Self.roomyWidth }

  /// The columns that a text usually keeps at least.
  var minimumTextWidth: Int { isNarrow ? 10 : 12 }

  /// Returns the rows of a table, a line each, with their columns aligned.
  ///
  /// On a terminal that is too narrow, extra columns are left out in all rows, the last one first, then dates are
  /// shortened, and then texts are cut. If that is not enough, each row is a line as ``line(_:)`` returns it.
  func table(_ rows: [[Column]], isAligned: Bool = true) -> [String] {
    var rows = rows
    guard let width, !isNarrow else { return isAligned && !isNarrow ? aligned(rows) : rows.map { line($0) } }
    func fits(_ lines: [String]) -> Bool { lines.allSatisfy { DisplayWidth.of($0) <= width } }
    func lines() -> [String] { isAligned ? aligned(rows) : rows.map { joined($0.map(\.content)) } }
    while !fits(lines()) {
      if let index = rows.compactMap({ $0.lastIndex(where: \.isExtra) }).max() {
        rows = rows.map { row in row.indices.filter { $0 != index || !row[$0].isExtra }.map { row[$0] } }
      } else if rows.contains(where: { $0.contains { $0.shortened.content != $0.content } }) {
        rows = rows.map { $0.map(\.shortened) }
      } else {
        let excess = lines().map { DisplayWidth.of($0) - width }.max() ?? 0
        let cut = isAligned ? aligned(rows, narrowedBy: excess) : []
        return isAligned && fits(cut) ? cut : rows.map { line($0) }
      }
    }
    return lines()
  }

  /// Returns the rows in lines, each column as wide as its widest content.
  ///
  /// - Parameter excess: The number of columns by which the last text column is narrower, as far as its minimum allows.
  private func aligned(_ rows: [[Column]], narrowedBy excess: Int = 0) -> [String] {
    var widths: [Int] = []
    for row in rows {
      for (index, column) in row.enumerated() {
        let width = DisplayWidth.of(column.content)
        if index < widths.count { widths[index] = max(widths[index], width) } else { widths.append(width) }
      }
    }
    if let index = rows.compactMap({ $0.lastIndex { if case .text = $0 { true } else { false } } }).max() {
      widths[index] = min(widths[index], max(minimumTextWidth, widths[index] - excess))
    }
    return rows.map { row in
      joined(
        zip(row, widths).map { column, width in
          if column.isAlignedRight { return DisplayWidth.alignedRight(column.content, to: width) }
          return DisplayWidth.padded(DisplayWidth.cut(column.content, to: width, ellipsis: ellipsis), to: width)
        })
    }
  }

  private func joined(_ contents: [String]) -> String { contents.joined(separator: Self.gap).trimmingSpacesAtEnd }

  /// Returns the columns in one line, with two spaces between them.
  ///
  /// On a terminal that is too narrow, texts are cut, the last one first. If that is not enough, the line continues
  /// below.
  func line(_ columns: [Column]) -> String {
    var contents = columns.map(\.content)
    var line = joined(contents)
    guard let width else { return line }
    var excess = DisplayWidth.of(line) - width
    for index in columns.indices.reversed() where excess > 0 {
      guard case .text(let text, let minimum) = columns[index] else { continue }
      let room = max(minimum ?? minimumTextWidth, DisplayWidth.of(text) - excess)
      contents[index] = DisplayWidth.cut(text, to: room, ellipsis: ellipsis)
      line = joined(contents)
      excess = DisplayWidth.of(line) - width
    }
    return excess <= 0 ? line : wrapped(columns, width: width)
  }

  /// Returns the columns in as many lines as they need. A value that is wider than a line continues after a space.
  private func wrapped(_ columns: [Column], width: Int) -> String {
    let room = width - Self.gap.count
    var lines: [String] = []
    func append(_ piece: String, after gap: String) {
      if let last = lines.last, DisplayWidth.of(last + gap + piece) <= width {
        lines[lines.count - 1] = last + gap + piece
      } else {
        lines.append((lines.isEmpty ? "" : Self.gap) + piece)
      }
    }
    for column in columns {
      let content = String(column.content.drop { $0 == " " }).trimmingSpacesAtEnd
      if case .text = column {
        append(DisplayWidth.cut(content, to: room, ellipsis: ellipsis), after: Self.gap)
      } else if DisplayWidth.of(content) <= room {
        if !content.isEmpty { append(content, after: Self.gap) }
      } else {
        for (index, word) in content.split(separator: " ").enumerated() {
          append(String(word), after: index == 0 ? Self.gap : " ")
        }
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension String {
  var trimmingSpacesAtEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

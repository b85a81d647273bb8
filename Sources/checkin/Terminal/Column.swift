/// A column of a line.
enum Column {
  /// A number, a date, or another short value. It is never cut.
  case value(String)
  /// A text, which is cut if the line is wider than the terminal, but to no fewer columns than the minimum.
  case text(String, minimum: Int = Style.minimumTextWidth)

  var content: String {
    switch self {
    case .value(let content), .text(let content, minimum: _): content
    }
  }
}

extension Style {
  /// The columns that a text usually keeps at least.
  static let minimumTextWidth = 10
  private static let gap = "  "

  /// Returns the columns in one line, with two spaces between them.
  ///
  /// On a terminal that is too narrow, texts are cut, the last one first. If that is not enough, the line continues
  /// below.
  func line(_ columns: [Column]) -> String {
    var contents = columns.map(\.content)
    func joined() -> String { contents.joined(separator: Self.gap).trimmingSpacesAtEnd }
    var line = joined()
    guard let width else { return line }
    var excess = DisplayWidth.of(line) - width
    for index in columns.indices.reversed() where excess > 0 {
      guard case .text(let text, let minimum) = columns[index] else { continue }
      let room = max(minimum, DisplayWidth.of(text) - excess)
      contents[index] = DisplayWidth.cut(text, to: room, ellipsis: ellipsis)
      line = joined()
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

/// The columns of a file of check-ins.
enum CheckInColumn: String, CaseIterable {
  case at, type, title, calories, location, notes, id, timeZone

  static let required: [CheckInColumn] = [.at, .type, .title]

  /// The column with this name in any case.
  init?(name: String) {
    let wanted = name.lowercased()
    guard let column = Self.allCases.first(where: { $0.rawValue.lowercased() == wanted }) else { return nil }
    self = column
  }
}

/// Which field of a record belongs to which column.
struct CSVHeader {
  let fieldCount: Int
  private let positions: [CheckInColumn: Int]

  /// The field of the column; `nil` where the file does not have that column.
  subscript(column: CheckInColumn) -> Int? { positions[column] }

  /// Reads the names in the reader's next record, in any order and any case.
  ///
  /// - Throws: ``JournalError`` with `.refusedInput` where columns are missing, unknown, or there twice, and those of
  ///   ``CSVReader/next()``. An unknown column is refused because leaving out what it says would misstate the file.
  init(reading reader: inout CSVReader) throws(JournalError) {
    let all = CheckInColumn.allCases.map(\.rawValue).joined(separator: ",")
    guard try reader.next() else {
      throw JournalError(.refusedInput, "\(reader.name) is empty; its first row names the columns: \(all).")
    }
    var names: [String] = []
    for field in reader.fields {
      guard let name = reader.text(of: field), !name.utf8.contains(0) else {
        throw JournalError(.refusedInput, "\(reader.name) is not a CSV file of UTF-8 text: row \(reader.row).")
      }
      names.append(Validation.trimmed(name))
    }
    self.fieldCount = names.count

    var positions: [CheckInColumn: Int] = [:]
    var problems: [String] = []
    for (position, name) in names.enumerated() {
      if let column = CheckInColumn(name: name) {
        if positions.updateValue(position, forKey: column) != nil { problems.append("it has two columns \(column)") }
      } else {
        let shown = name.isEmpty ? "without a name (number \(position + 1))" : "'\(name.prefix(40))'"
        problems.append("it has an unknown column \(shown), which you can remove")
      }
    }
    let missing = CheckInColumn.required.filter { positions[$0] == nil }.map(\.rawValue)
    if !missing.isEmpty { problems.insert("it lacks the columns \(missing.joined(separator: ", "))", at: 0) }
    self.positions = positions
    guard problems.isEmpty else {
      throw JournalError(.refusedInput, "\(reader.name): " + Self.explanation(of: problems, names: names, all: all))
    }
  }

  private static func explanation(of problems: [String], names: [String], all: String) -> String {
    if names.count == 1, let name = names.first, name.contains(";") || name.contains("\t") {
      return "its columns are separated by \(name.contains(";") ? "semicolons" : "tabs"); write it with commas."
    }
    // A foreign file can have any number of columns; a few make the point.
    let shown = problems.prefix(6).joined(separator: "; ") + (problems.count > 6 ? "; and more" : "")
    return "\(shown). The columns are \(all); at, type and title are required."
  }
}

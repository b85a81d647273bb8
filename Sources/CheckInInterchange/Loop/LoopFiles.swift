internal import CheckInJournal
internal import FoundationEssentials

/// Reads the tables that Loop Habit Tracker exports: the archive, its folder, or one `Checkmarks.csv`.
enum LoopFiles {
  /// Returns `true` if a header is that of a table of marks.
  ///
  /// The table has the marks of one habit, or a column for each habit. In the latter case the header ends with a comma.
  static func isHeader(_ names: [String]) -> Bool {
    names == ["Date", "Value"] || names == ["Date", "Value", "Notes"]
      || (names.count > 2 && names.first == "Date" && names.last == "")
      || (names.count == 2 && CivilDay(names[0]) != nil && ["-1", "0", "1", "2", "3"].contains(names[1]))
  }

  /// Returns `true` if a folder or an archive is a Loop export.
  static func isExport(_ tree: FileTree) -> Bool {
    tree.names.contains { folder(of: $0, named: "Habits.csv") != nil }
      && tree.names.contains { $0.hasSuffix("Checkmarks.csv") }
  }

  /// The folder that a file of this name is in, with its slash; `nil` for other files.
  private static func folder(of path: String, named name: String) -> String? {
    path == name ? "" : path.hasSuffix("/\(name)") ? String(path.dropLast(name.count)) : nil
  }

  /// Reads an export; the habits' own folders have what the table of all has, and notes.
  static func read(_ tree: FileTree, into rows: inout ActivityRows) throws(JournalError) {
    guard let list = tree.names.first(where: { folder(of: $0, named: "Habits.csv") != nil }),
      let root = folder(of: list, named: "Habits.csv")
    else { throw JournalError(.refusedInput, "\(tree.path) has no file Habits.csv, as an export of Loop has.") }
    let habits = try readHabits(try tree.open(list), name: tree.shown(list))
    var marks = LoopMarks()
    var folders: [(name: String, habit: LoopHabit)] = []
    for path in tree.names where path.hasPrefix(root) {
      guard let folder = folder(of: String(path.dropFirst(root.count)), named: "Checkmarks.csv"), folder.contains(" "),
        let number = Int(folder.prefix { $0.isNumber })
      else { continue }
      let name = String(folder.drop { $0.isNumber }.dropFirst().dropLast())
      folders.append((path, habits.indices.contains(number - 1) ? habits[number - 1] : LoopHabit(name: name)))
    }
    if folders.isEmpty {
      let path = root + "Checkmarks.csv"
      try readAll(try tree.open(path), name: tree.shown(path), habits, &marks, into: &rows)
    }
    for (path, habit) in folders {
      try readOne(try tree.open(path), name: tree.shown(path), habit, &marks, into: &rows)
    }
    marks.tell(&rows)
  }

  /// Reads one table of marks. That of one habit does not name it; its folder does: `001 Morning run`.
  static func read(_ input: consuming InputFile, at path: String, into rows: inout ActivityRows) throws(JournalError) {
    var marks = LoopMarks()
    let names = TableHeader(of: input).names
    let name = input.name
    if names.count > 2, names != ["Date", "Value", "Notes"] {
      try readAll(input, name: name, [], &marks, into: &rows)
    } else {
      let folder = path.split(separator: "/").dropLast().last.map(String.init) ?? ""
      let habit = folder.drop { $0.isNumber }
      let isNamed = habit.count < folder.count && habit.hasPrefix(" ")
      try readOne(
        input, name: name, LoopHabit(name: isNamed ? String(habit.dropFirst()) : "Checkmarks"), &marks, into: &rows)
    }
    marks.tell(&rows)
  }

  // MARK: Tables

  private static func cells(_ reader: borrowing CSVReader) -> [String] {
    reader.fields.map { Validation.trimmed(reader.text(of: $0) ?? "") }
  }

  private static func fault(in name: String, row: Int, reason: Message) -> JournalError {
    JournalError(.refusedInput, "\(name), row \(row): \(reason).")
  }

  private static func readHabits(_ input: consuming InputFile, name: String) throws(JournalError) -> [LoopHabit] {
    var reader = CSVReader(input)
    guard try reader.next() else { return [] }
    let header = cells(reader)
    guard let nameColumn = header.firstIndex(of: "Name") else {
      throw fault(in: name, row: 1, reason: "it has no column Name")
    }
    let type = header.firstIndex(of: "Type")
    let unit = header.firstIndex(of: "Unit")
    var habits: [LoopHabit] = []
    while try reader.next() {
      let cells = cells(reader)
      guard cells.count == header.count else {
        throw fault(
          in: name, row: reader.row,
          reason: "it has \(pluralized(cells.count, "field")), and the header \(header.count)")
      }
      habits.append(
        LoopHabit(
          name: cells[nameColumn], isNumeric: type.map { cells[$0].hasPrefix("NUM") } ?? false,
          unit: unit.map { cells[$0] } ?? ""))
    }
    return habits
  }

  /// Reads the marks of one habit: date, mark, and in newer exports notes.
  private static func readOne(
    _ input: consuming InputFile, name: String, _ habit: LoopHabit, _ marks: inout LoopMarks,
    into rows: inout ActivityRows
  ) throws(JournalError) {
    var reader = CSVReader(input)
    while try reader.next() {
      let cells = cells(reader)
      if reader.row == 1, cells.first == "Date" { continue }
      guard cells.count >= 2 else { throw fault(in: name, row: reader.row, reason: "a mark is missing") }
      try add(
        cells[1], of: habit, on: cells[0], notes: cells.count > 2 ? cells[2] : "", name, reader.row, &marks, &rows)
    }
  }

  /// Reads the table with a column for each habit. Loop does not quote names there, so one with commas takes several.
  private static func readAll(
    _ input: consuming InputFile, name: String, _ habits: [LoopHabit], _ marks: inout LoopMarks,
    into rows: inout ActivityRows
  ) throws(JournalError) {
    var reader = CSVReader(input)
    guard try reader.next() else { return }
    var header = Array(cells(reader).dropFirst())
    let endsWithComma = header.last == ""
    if endsWithComma { header.removeLast() }
    var columns: [LoopHabit] = []
    if header.joined(separator: ",") == habits.map(\.name).joined(separator: ",") {
      columns = habits
    } else {
      columns = header.map { name in habits.first { $0.name == name } ?? LoopHabit(name: name) }
    }
    while try reader.next() {
      var cells = cells(reader)
      if endsWithComma, cells.last == "" { cells.removeLast() }
      guard cells.count == columns.count + 1 else {
        throw fault(
          in: name, row: reader.row,
          reason:
            "it has \(pluralized(cells.count - 1, "mark")), and the header \(pluralized(columns.count, "habit")); if a "
            + "habit's name has a comma, import the whole archive, which has the names in Habits.csv, or the habit's "
            + "own folder")
      }
      for (habit, cell) in zip(columns, cells.dropFirst()) {
        try add(cell, of: habit, on: cells[0], notes: "", name, reader.row, &marks, &rows)
      }
    }
  }

  private static func add(
    _ cell: String, of habit: LoopHabit, on day: String, notes: String, _ name: String, _ row: Int,
    _ marks: inout LoopMarks, _ rows: inout ActivityRows
  ) throws(JournalError) {
    guard let day = CivilDay(day) else {
      throw fault(in: name, row: row, reason: "'\(day.prefix(40))' is no day such as 2026-11-21")
    }
    let mark = habit.mark(cell)
    if mark == .unreadable { throw fault(in: name, row: row, reason: "'\(cell.prefix(40))' is no mark that is known") }
    marks.add(mark, of: habit, on: day, notes: notes, number: row, to: &rows)
  }
}

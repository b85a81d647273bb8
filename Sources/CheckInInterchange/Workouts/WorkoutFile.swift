internal import CheckInJournal

/// Reads the rows of a file that another program exported workouts to.
struct WorkoutFile: ~Copyable {
  /// One row, as the program wrote it. Texts are trimmed, and empty where a file has no such column.
  struct Row {
    var number = 0
    var date = ""
    var workout = ""
    var exercise = ""
    /// The kind of the set, or its number: `1`, `W`, `Rest Timer`, `warmup`.
    var kind = ""
    var weight = ""
    /// `nil` where the file does not say.
    var weightUnit: Weight.Unit?
    var reps = ""
    var distance = ""
    /// `km`, `miles`; empty where the file does not say.
    var distanceUnit = ""
    var duration = ""
    var rpe = ""
    var setNote = ""
    var exerciseNote = ""
    var workoutNote = ""
    var workoutDuration = ""
    var end = ""
    var superset = ""
  }

  private let program: WorkoutProgram
  private var reader: CSVReader
  private let columns: [String: Int]
  private let fieldCount: Int

  /// - Throws: `refusedInput` where the header is not that of the program.
  init(_ input: consuming InputFile, program: WorkoutProgram) throws(JournalError) {
    let delimiter = Self.delimiter(ofHeaderIn: input)
    var reader = CSVReader(input, delimiter: delimiter)
    var columns: [String: Int] = [:]
    if try reader.next() {
      for (index, field) in reader.fields.enumerated() {
        columns[Validation.trimmed(reader.text(of: field) ?? "").lowercased()] = index
      }
    }
    let missing = Self.required(program).filter { columns[$0] == nil }
    guard missing.isEmpty else {
      throw JournalError(
        .refusedInput,
        "\(reader.name) is no export of \(program.rawValue): it lacks the columns \(missing.joined(separator: ", ")).")
    }
    self.program = program
    self.columns = columns
    self.fieldCount = reader.fields.count
    self.reader = reader
  }

  /// The columns that each form of a program's exports has, in lower case.
  private static func required(_ program: WorkoutProgram) -> [String] {
    switch program {
    case .strong: ["date", "workout name", "exercise name", "set order", "reps"]
    case .hevy: ["title", "start_time", "exercise_title", "set_type", "reps"]
    default: ["date", "exercise", "category", "reps"]
    }
  }

  /// The program whose header the input begins with; `nil` for another file.
  static func program(ofHeaderIn input: borrowing InputFile) -> WorkoutProgram? {
    let names = Set(
      header(input).split(separator: Character(UnicodeScalar(delimiter(ofHeaderIn: input))))
        .map { Validation.trimmed(String($0)).trimmingQuotes.lowercased() })
    return WorkoutProgram.allCases.first { names.isSuperset(of: required($0)) }
  }

  /// The first line of the window.
  private static func header(_ input: borrowing InputFile) -> String {
    input.withWindow { window in
      var bytes: [UInt8] = []
      for index in 0..<min(window.count, 4096) where !bytes.contains(0x0A) { bytes.append(window[index]) }
      return String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    }
  }

  private static func delimiter(ofHeaderIn input: borrowing InputFile) -> UInt8 {
    if let declared = input.declaredDelimiter { return declared }
    let header = header(input)
    return header.utf8.count { $0 == UInt8(ascii: ";") } > header.utf8.count { $0 == UInt8(ascii: ",") }
      ? UInt8(ascii: ";") : UInt8(ascii: ",")
  }

  /// The number of the row that was read last, as a spreadsheet counts.
  var rowNumber: Int { reader.row }

  /// The next row; `nil` at the end.
  ///
  /// - Throws: `refusedInput` where the file is no CSV.
  mutating func next() throws(JournalError) -> Result<Row, RowProblems>? {
    guard try reader.next() else { return nil }
    var texts: [String] = []
    for field in reader.fields {
      guard let text = reader.text(of: field) else { return .failure(RowProblems(messages: [ImportRow.notUnicode])) }
      texts.append(Validation.trimmed(text))
    }
    // Some exports leave a column out at the end where it is empty.
    while texts.count < fieldCount { texts.append("") }
    guard let cells = joined(texts) else {
      return .failure(
        RowProblems(messages: ["The row has \(reader.fields.count) fields, and the header \(fieldCount)"]))
    }
    var row = row(cells)
    row.number = reader.row
    return .success(row)
  }

  private func cell(_ cells: [String], _ names: String...) -> String {
    for name in names { if let index = columns[name] { return cells[index] } }
    return ""
  }

  /// The cells of a row that has more of them than the header, because names with commas were not quoted: the exercise
  /// gets as many as make the numbers fall into their columns, and the last column the rest.
  private func joined(_ texts: [String]) -> [String]? {
    let extra = texts.count - fieldCount
    if extra <= 0 { return texts }
    guard let name = columns["exercise"] ?? columns["exercise name"] ?? columns["exercise_title"] else { return nil }
    let numeric = ["weight", "weight (kg)", "weight (kgs)", "weight (lbs)", "reps", "distance"].compactMap {
      columns[$0]
    }
    for count in (0...extra).reversed() {
      var cells = texts
      cells.replaceSubrange(name...name + count, with: [texts[name...name + count].joined(separator: ", ")])
      if extra > count {
        cells.replaceSubrange((fieldCount - 1)..., with: [cells[(fieldCount - 1)...].joined(separator: ", ")])
      }
      if numeric.allSatisfy({ cells[$0].isEmpty || WorkoutCells.number(cells[$0]) != nil }) { return cells }
    }
    return nil
  }

  private func row(_ cells: [String]) -> Row {
    var row = Row()
    row.reps = cell(cells, "reps")
    row.rpe = cell(cells, "rpe")
    switch program {
    case .hevy:
      row.date = cell(cells, "start_time")
      row.end = cell(cells, "end_time")
      row.workout = cell(cells, "title")
      row.workoutNote = cell(cells, "description")
      row.exercise = cell(cells, "exercise_title")
      row.exerciseNote = cell(cells, "exercise_notes")
      row.superset = cell(cells, "superset_id")
      row.kind = cell(cells, "set_type")
      row.weight = cell(cells, "weight_kg", "weight_lbs")
      row.weightUnit = columns["weight_kg"] != nil ? .kilograms : columns["weight_lbs"] != nil ? .pounds : nil
      row.distance = cell(cells, "distance_km", "distance_miles")
      row.distanceUnit = columns["distance_km"] != nil ? "km" : "mi"
      row.duration = cell(cells, "duration_seconds")
    case .strong:
      row.date = cell(cells, "date")
      row.workout = cell(cells, "workout name")
      row.exercise = cell(cells, "exercise name")
      row.kind = cell(cells, "set order")
      row.weight = cell(cells, "weight", "weight (kg)", "weight (lb)", "weight (lbs)")
      row.weightUnit =
        columns["weight (kg)"] != nil
        ? .kilograms
        : columns["weight (lb)"] ?? columns["weight (lbs)"] != nil
          ? .pounds : Weight.Unit(symbol: cell(cells, "weight unit"))
      row.distance = cell(cells, "distance", "distance (meters)")
      row.distanceUnit = columns["distance (meters)"] != nil ? "m" : cell(cells, "distance unit")
      row.duration = cell(cells, "seconds")
      row.setNote = cell(cells, "notes")
      row.workoutNote = cell(cells, "workout notes")
      row.workoutDuration = cell(cells, "workout duration", "duration (sec)", "duration")
    default:
      row.date = cell(cells, "date")
      row.exercise = cell(cells, "exercise")
      row.kind = cell(cells, "kind")
      row.distance = cell(cells, "distance")
      row.distanceUnit = cell(cells, "distance unit")
      row.duration = cell(cells, "time")
      row.setNote = cell(cells, "comment", "notes")
      setFitNotesWeight(&row, cells)
    }
    return row
  }

  /// The iOS form has both units. The one with fewer digits is what was typed; the other was computed from it.
  private func setFitNotesWeight(_ row: inout Row, _ cells: [String]) {
    let kilograms = cell(cells, "weight (kg)", "weight (kgs)")
    let pounds = cell(cells, "weight (lbs)", "weight (lb)")
    if columns["weight"] != nil {
      row.weight = cell(cells, "weight")
      row.weightUnit = Weight.Unit(symbol: cell(cells, "weight unit"))
    } else if kilograms.isEmpty || (!pounds.isEmpty && pounds.count < kilograms.count) {
      row.weight = pounds
      row.weightUnit = .pounds
    } else {
      row.weight = kilograms
      row.weightUnit = .kilograms
    }
  }
}

extension String {
  fileprivate var trimmingQuotes: String {
    count >= 2 && hasPrefix("\"") && hasSuffix("\"") ? String(dropFirst().dropLast()) : self
  }
}

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

  /// The contents of a column.
  private enum Content: Hashable {
    case date, end, workout, exercise, kind, reps, rpe, duration, workoutDuration, superset
    case setNote, exerciseNote, workoutNote
    /// The unit in the column's name; `nil` for a column whose unit is elsewhere.
    case weight(Weight.Unit?)
    /// The unit in the column's name; empty for a column whose unit is elsewhere.
    case distance(String)
    case weightUnit, distanceUnit
  }

  private struct QuantityColumn {
    var index: Int
    /// The unit in the column's name; empty for a column whose unit is elsewhere.
    var unit: String
    /// One of the unit in kilograms or metres; `nil` for a column whose unit is elsewhere.
    var size: Double?
  }

  private let program: WorkoutProgram
  private var reader: CSVReader
  private let columns: [Content: [Int]]
  /// The columns of weights and of distances, in the order of the header.
  private let weights: [QuantityColumn]
  private let distances: [QuantityColumn]
  private let fieldCount: Int
  /// The columns that aren't read, with the number of values in the rows read so far.
  private(set) var unused: [UnusedColumn] = []
  private let unusedIndices: [Int]

  /// - Throws: `refusedInput` where the header is not that of the program.
  init(_ input: consuming InputFile, program: WorkoutProgram) throws(JournalError) {
    let delimiter = Self.delimiter(ofHeaderIn: input)
    var reader = CSVReader(input, delimiter: delimiter)
    var names: [String] = []
    if try reader.next() { names = reader.fields.map { Validation.trimmed(reader.text(of: $0) ?? "") } }
    let known = Set(names.map { $0.lowercased() })
    let missing = Self.required(program).filter { !known.contains($0) }
    guard missing.isEmpty else {
      throw JournalError(
        .refusedInput,
        "\(reader.name) is no export of \(program.rawValue): it lacks the columns \(missing.joined(separator: ", ")).")
    }
    let contents = names.map(Self.content)
    self.program = program
    var columns: [Content: [Int]] = [:]
    for (index, content) in contents.enumerated() {
      if let content { columns[content, default: []].append(index) }
    }
    self.columns = columns
    weights = contents.enumerated().compactMap { index, content in
      guard case .weight(let unit)? = content else { return nil }
      return QuantityColumn(
        index: index, unit: unit?.symbol ?? "",
        size: unit.flatMap { Weight(thousandths: 1000, unit: $0)?.kilograms })
    }
    distances = contents.enumerated().compactMap { index, content in
      guard case .distance(let unit)? = content else { return nil }
      return QuantityColumn(index: index, unit: unit, size: TableUnit.metres(unit))
    }
    self.unusedIndices = contents.indices.filter { contents[$0] == nil }
    self.unused = unusedIndices.map { UnusedColumn(names[$0], at: $0, values: 0) }
    self.fieldCount = names.count
    self.reader = reader
  }

  /// The contents of a column with this name in any of the programs' exports; `nil` for a column that isn't read.
  private static func content(ofColumn name: String) -> Content? {
    switch name.lowercased() {
    case "date", "start_time": return .date
    case "end_time": return .end
    case "workout name", "title": return .workout
    case "exercise name", "exercise_title", "exercise": return .exercise
    case "set order", "set_type", "kind": return .kind
    case "reps": return .reps
    case "rpe": return .rpe
    case "seconds", "duration_seconds", "time": return .duration
    case "duration", "duration (sec)", "workout duration": return .workoutDuration
    case "superset_id": return .superset
    case "notes", "comment": return .setNote
    case "exercise_notes": return .exerciseNote
    case "workout notes", "description": return .workoutNote
    case "weight unit": return .weightUnit
    case "distance unit": return .distanceUnit
    case "weight": return .weight(nil)
    case "distance": return .distance("")
    // A letter alone can be anything.
    case "m": return nil
    default: break
    }
    // `Weight (kg)`, `weight_kg`, `kg`.
    var words = name.lowercased().split { !$0.isLetter }.map(String.init)
    let quantity = words.count == 2 ? words.removeFirst() : nil
    guard words.count == 1, let word = words.first else { return nil }
    if quantity != "distance", let unit = Weight.Unit(symbol: word), quantity ?? "weight" == "weight" {
      return .weight(unit)
    }
    if quantity ?? "distance" == "distance", WorkoutCells.millimetres(1, unit: word) != nil { return .distance(word) }
    return nil
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
        RowProblems(messages: [
          "Row and header differ in their number of fields: \(reader.fields.count) and \(fieldCount)"
        ]))
    }
    for (position, index) in unusedIndices.enumerated() where !cells[index].isEmpty {
      unused[position].values = (unused[position].values ?? 0) + 1
    }
    do throws(RowProblems) { return .success(try row(cells)) } catch { return .failure(error) }
  }

  /// The cells of a row that has more of them than the header, because names with commas were not quoted: the exercise
  /// gets as many as make the numbers fall into their columns, and the last column the rest.
  private func joined(_ texts: [String]) -> [String]? {
    let extra = texts.count - fieldCount
    if extra <= 0 { return texts }
    guard let name = columns[.exercise]?.first else { return nil }
    let numeric = (weights + distances).map(\.index) + (columns[.reps] ?? [])
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

  private func row(_ cells: [String]) throws(RowProblems) -> Row {
    func texts(_ content: Content) -> [String] { (columns[content] ?? []).map { cells[$0] }.filter { !$0.isEmpty } }
    func first(_ content: Content) -> String { texts(content).first ?? "" }
    func note(_ content: Content) -> String { texts(content).joined(separator: "\n") }
    var row = Row()
    row.number = reader.row
    row.date = WorkoutCells.with24Hours(first(.date))
    row.end = WorkoutCells.with24Hours(first(.end))
    row.workout = first(.workout)
    row.exercise = first(.exercise)
    row.kind = first(.kind)
    row.reps = first(.reps)
    row.rpe = first(.rpe)
    row.duration = first(.duration)
    row.workoutDuration = first(.workoutDuration)
    row.superset = first(.superset)
    row.setNote = note(.setNote)
    row.exerciseNote = note(.exerciseNote)
    row.workoutNote = note(.workoutNote)
    let weight = try typed(weights, in: cells, quantity: "weight", otherUnit: first(.weightUnit))
    (row.weight, row.weightUnit) = (weight.text, Weight.Unit(symbol: weight.unit))
    if row.weightUnit == nil, !weight.unit.isEmpty, WorkoutCells.number(weight.text) ?? 0 > 0 {
      throw RowProblems(messages: ["The unit of weight '\(weight.unit.prefix(40))' is not known"])
    }
    (row.distance, row.distanceUnit) = try typed(
      distances, in: cells, quantity: "distance", otherUnit: first(.distanceUnit))
    return row
  }

  /// The value of a quantity that a row has in one or more columns, each with its unit.
  ///
  /// If several have a value, the one with the fewest digits was typed, and the others are computed and rounded.
  ///
  /// - Parameter otherUnit: The unit in columns whose names contain no unit.
  private func typed(
    _ columns: [QuantityColumn], in cells: [String], quantity: String, otherUnit: String
  ) throws(RowProblems) -> (text: String, unit: String) {
    let all = columns.map { column in
      (text: cells[column.index], unit: (text: column.unit.isEmpty ? otherUnit : column.unit, size: column.size))
    }.filter { !$0.text.isEmpty }
    let filled = all.filter { WorkoutCells.number($0.text) != 0 }
    guard let one = filled.min(by: { $0.text.count < $1.text.count }) ?? all.first else { return ("", "") }
    for other in filled {
      guard let size = one.unit.size, let number = WorkoutCells.number(one.text), let otherSize = other.unit.size,
        let otherNumber = WorkoutCells.number(other.text)
      else { continue }
      let (left, right) = (Double(number) * size, Double(otherNumber) * otherSize)
      guard abs(left - right) <= max(left, right) / 20 else {
        let values = "'\(one.text.prefix(40))' (\(one.unit.text)), '\(other.text.prefix(40))' (\(other.unit.text))"
        throw RowProblems(messages: ["The row has two values that differ for one \(quantity): \(values)"])
      }
    }
    return (one.text, one.unit.text)
  }
}

/// The programs whose exports of workouts are understood.
enum WorkoutProgram: String, CaseIterable {
  case strong
  case hevy
  case fitnotes
}

extension String {
  fileprivate var trimmingQuotes: String {
    count >= 2 && hasPrefix("\"") && hasSuffix("\"") ? String(dropFirst().dropLast()) : self
  }
}

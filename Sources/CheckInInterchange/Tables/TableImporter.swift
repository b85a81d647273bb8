internal import CheckInJournal

/// Reads a table of activities: CSV with commas, semicolons or tabs, with whatever columns.
struct TableImporter: ~Copyable {
  private var reader: CSVReader
  private let names: [String]
  private let layout: TableLayout
  private let map: ImportMap
  private let numbers: TableNumbers
  /// The name of the column of distances, as `--map` takes it.
  private let distanceName: String?

  /// Reads the header.
  ///
  /// - Throws: `JournalError` with `.refusedInput` where it does not say what is needed, `.invalidValue` where the map
  ///   does not fit it, `.inputOutput`.
  init(_ input: consuming InputFile, as program: TableLayout.Program, map: ImportMap) throws(JournalError) {
    let delimiter = TableHeader(of: input).delimiter
    // Their rows are sets, and not activities, unless the person says otherwise.
    let workouts = map.columns[.reps]?.isEmpty ?? false ? nil : WorkoutFile.program(ofHeaderIn: input)
    if let workouts {
      throw JournalError(
        .refusedInput,
        "The rows of \(input.name) are sets of workouts, and not check-ins. Import it with --as \(workouts.rawValue).")
    }
    var reader = CSVReader(input, delimiter: delimiter)
    let names = try Self.names(readBy: &reader, as: program)
    // Nothing is thrown once a property is set: Swift 6.3's optimizer then destroys a reader that is not there yet.
    let layout = try TableLayout(names, program: program, map: map, name: reader.name)
    self.layout = layout
    self.distanceName = layout[.distance].map { TableLayout.name(of: $0.index, in: names) }
    self.names = names
    self.map = map
    // Semicolons are used where commas stand before fractions.
    self.numbers = TableNumbers(
      decimal: map.decimal ?? layout.decimal, usual: delimiter == UInt8(ascii: ";") ? .comma : .point)
    self.reader = reader
  }

  /// The columns' names, which the first row has.
  private static func names(
    readBy reader: inout CSVReader, as program: TableLayout.Program
  ) throws(JournalError) -> [String] {
    guard try reader.next() else {
      throw JournalError(.refusedInput, "\(reader.name) is empty; its first row names the columns.")
    }
    var names: [String] = []
    for field in reader.fields {
      guard let text = reader.text(of: field), !text.utf8.contains(0) else {
        throw JournalError(.refusedInput, "\(reader.name) is not a table of UTF-8 text: row \(reader.row).")
      }
      names.append(Validation.trimmed(text))
    }
    if program != .table, TableLayout.program(of: names) != program {
      throw JournalError(
        .refusedInput,
        "\(reader.name) has not the columns of an English export of \(program.rawValue); --as table with --map says "
          + "which columns hold what.")
    }
    return names
  }

  /// Reads all rows.
  ///
  /// - Throws: `JournalError` with `.refusedInput` where the file is no CSV, `.inputOutput`.
  consuming func read(into rows: inout ActivityRows) throws(JournalError) {
    rows.unusedColumns = layout.unused
    var setCounts: [Int: Int] = [:]
    var columnsWithOtherMarks: Set<Int> = []
    while try reader.next() {
      if reader.isMisquoted {
        rows.reject(
          ["Text follows a closing quote; inside a quoted field a quote is written twice"], number: reader.row)
        continue
      }
      var cells: [String] = []
      var isUnicode = true
      for field in reader.fields {
        let text = reader.text(of: field)
        if text == nil { isUnicode = false }
        cells.append(Validation.trimmed(text ?? ""))
      }
      // Spreadsheets write rows of separators alone.
      if isUnicode, cells.allSatisfy(\.isEmpty) { continue }
      guard isUnicode else {
        rows.reject([ImportRow.notUnicode], number: reader.row)
        continue
      }
      guard cells.count == names.count else {
        rows.reject(
          ["Row and header differ in their number of fields: \(cells.count) and \(names.count)"], number: reader.row)
        continue
      }
      if let column = columnDenying(cells, unclear: &columnsWithOtherMarks) {
        rows.drop("rows that the column '\(names[column])' marks as not done; to import them, pass --map done=")
        continue
      }
      var activity = activity(cells)
      for column in layout.withoutUnit where !Self.shown(cells[column.index]).isEmpty {
        let name = TableLayout.name(of: column.index, in: names)
        if column.field == .distance {
          activity.dropped.append(
            "distances: the column '\(names[column.index])' does not state its unit; pass --map 'distance=\(name):km', "
              + "':mi' or ':m'")
        } else {
          activity.dropped.append(
            "energy: the column '\(names[column.index])' does not state its unit; pass --map 'calories=\(name):kcal' "
              + "or ':kJ'")
        }
      }
      if let column = layout[.reps], let day = activity.start?.dayNumber,
        !["", "0"].contains(Self.shown(cells[column.index]))
      {
        setCounts[day, default: 0] += 1
      }
      if activity.quantities[.distance] != nil, layout.isInAnotherUnit(activity.kind) {
        activity.quantities[.distance] = nil
        rows.drop("distances of swims and on tracks, which the file has in metres or yards, and the others not")
      }
      rows.add(activity, number: reader.row)
    }
    rows.unusedColumns += columnsWithOtherMarks.sorted().map { UnusedColumn(names[$0], at: $0) }
    if let column = layout[.reps], setCounts.values.contains(where: { $0 > 1 }) {
      throw JournalError(
        .refusedInput,
        "The rows of \(reader.name) are sets of workouts, and not check-ins: several rows of a day have repetitions "
          + "in the column '\(names[column.index])'. To import workouts, name the columns Date, Workout Name, "
          + "Exercise Name, Set Order, Weight and Reps, and pass --as strong. If each row is a workout, pass "
          + "--map reps=.")
    }
  }

  /// The column that marks a row as not done; `nil` if no column does.
  ///
  /// - Parameter others: The columns with marks that mean neither yes nor no, which are listed as not imported.
  private func columnDenying(_ cells: [String], unclear others: inout Set<Int>) -> Int? {
    for mark in layout.marks {
      switch TableMark(Self.shown(cells[mark.index])) {
      case .notDone: return mark.index
      case .empty where mark.isYesOrNo: return mark.index
      case .other, .amount: others.insert(mark.index)
      case .done, .empty: continue
      }
    }
    return nil
  }

  private func cell(_ field: ImportMap.Field, in cells: [String]) -> String {
    guard let column = layout[field] else { return "" }
    return Self.shown(cells[column.index])
  }

  /// Garmin and others write dashes where there is nothing.
  private static func shown(_ cell: String) -> String {
    ["--", "-", "—"].contains(cell) ? "" : SpreadsheetText.text(of: cell)
  }

  private func activity(_ cells: [String]) -> Activity {
    var activity = Activity(identity(cells))
    activity.kind = cell(.type, in: cells)
    activity.title = cell(.title, in: cells)
    activity.location = cell(.location, in: cells)
    activity.notes = cell(.notes, in: cells)
    activity.start = start(in: cells, problems: &activity.problems, dropped: &activity.dropped)
    activity.quantities[.calories] = number(
      .calories, in: cells, problems: &activity.problems, threeDigits: .probablyThousands
    ) { unit in
      unit.isEmpty ? 1 : TableUnit.kilocalories(unit)
    }
    activity.quantities[.distance] = number(
      .distance, in: cells, problems: &activity.problems, threeDigits: layout.groupsThousands ? .thousands : .fraction
    ) { unit in
      TableUnit.metres(unit)
    }
    activity.distanceColumn = distanceName.map { ($0, layout[.distance]?.unit ?? "") }
    activity.quantities[.duration] = duration(in: cells, problems: &activity.problems)
    for mark in layout.marks where mark.isMapped {
      let text = Self.shown(cells[mark.index])
      guard case .other = TableMark(text) else { continue }
      activity.problems.append(
        "Cannot tell whether '\(text.prefix(40))' means that it was done; write yes or no, or leave out --map done")
    }
    return activity
  }

  /// Returns the identity of a row.
  ///
  /// It's the file's identifier, or the contents of the columns if there is none. The contents are those written in the
  /// file, so neither the reader's zone nor a type that is mapped later changes the identity.
  private func identity(_ cells: [String]) -> Activity.Identity {
    let id = cell(.id, in: cells)
    if !id.isEmpty { return .named(id) }
    // Garmin lets titles be changed at any time.
    let fields: [ImportMap.Field] =
      layout.program == .garmin ? [.at, .type] : [.at, .date, .time, .type, .title, .location, .notes]
    return .content(fields.map { cell($0, in: cells) }.joined(separator: "\u{1F}"))
  }

  /// Returns the start of an activity.
  ///
  /// The start column can contain a time of day alone if the day has its own column.
  private func start(
    in cells: [String], problems: inout [Message], dropped: inout [Message]
  ) -> Activity.Start? {
    let moment = cell(.at, in: cells)
    let isClock = WrittenMoment.timeOfDay(moment) != nil
    let usesDay = layout[.date] != nil && (moment.isEmpty || isClock)
    guard let column = usesDay ? layout[.date] : layout[.at] else { return nil }
    let text = Self.shown(cells[column.index])
    switch WrittenMoment.read(text, order: column.order) {
    case .unreadable:
      problems.append(text.isEmpty ? "The time is missing" : ImportRow.timeUnreadable(text))
      return nil
    case .orderUnknown:
      let name = TableLayout.name(of: column.index, in: names)
      problems.append(
        "'\(text.prefix(40))' can be two days; say --map '\(usesDay ? "date" : "at")=\(name):dmy', or mdy "
          + "where the month comes first")
      return nil
    case .moment(var moment):
      let clock = isClock ? cell(.at, in: cells) : cell(.time, in: cells)
      if moment.millisecondsOfDay == nil, usesDay, !clock.isEmpty {
        guard case .moment(let timed) = WrittenMoment.read("\(moment.day) \(clock)") else {
          problems.append(ImportRow.timeUnreadable(clock))
          return nil
        }
        moment = timed
      }
      return zoned(moment, zone: cell(.timeZone, in: cells), problems: &problems, dropped: &dropped)
    }
  }

  private func zoned(
    _ moment: WrittenMoment, zone text: String, problems: inout [Message], dropped: inout [Message]
  ) -> Activity.Start? {
    if layout.isUTC, moment.millisecondsOfDay != nil, moment.offsetMinutes == nil {
      return .instant(moment.localMilliseconds, timeZone: nil)
    }
    if text.isEmpty { return moment.start }
    let zone = WrittenZone.zone(text)
    switch (moment.start, zone) {
    case (.local(let local), let zone?):
      return .instant(zone.resolve(localMilliseconds: local).time.instantMilliseconds, timeZone: text)
    case (.local, nil):
      problems.append(
        "Cannot read the time zone '\(text.prefix(40))'; to read the times in --zone, pass --map timeZone=")
      return nil
    case (.written(let local, let offset), .some): return .instant(local - Int64(offset) * 60_000, timeZone: text)
    case (.instant(let milliseconds, _), .some): return .instant(milliseconds, timeZone: text)
    case (.written, nil), (.instant, nil):
      dropped.append("time zones that are not known here")
      return moment.start
    case (.day, _): return moment.start
    }
  }

  private func number(
    _ field: ImportMap.Field, in cells: [String], problems: inout [Message],
    threeDigits: TableNumbers.ThreeDigits, _ factor: (String) -> Double?
  ) -> Double? {
    let text = cell(field, in: cells)
    guard !text.isEmpty, let column = layout[field] else { return nil }
    switch numbers.read(text, threeDigits: threeDigits) {
    case .number(let value):
      guard let factor = factor(column.unit), value >= 0 else {
        problems.append(
          value < 0
            ? "The \(field.rawValue) cannot be negative" : "The unit '\(column.unit.prefix(20))' is not known")
        return nil
      }
      // A zero stands where nothing was measured.
      return value == 0 ? nil : value * factor
    case .unreadable:
      problems.append("Cannot read the \(field.rawValue) '\(text.prefix(40))'")
    case .ambiguous:
      problems.append(
        "'\(text.prefix(40))' can be thousands or a fraction; say --map decimal=comma or --map decimal=point")
    }
    return nil
  }

  private func duration(in cells: [String], problems: inout [Message]) -> Double? {
    for column in [layout[.duration], layout.fallback[.duration]] {
      guard let column else { continue }
      let text = Self.shown(cells[column.index])
      if text.isEmpty { continue }
      if let unit = TableUnit.seconds(column.unit), case .number(let value) = numbers.read(text), value >= 0 {
        if value == 0 { continue }
        return value * unit
      }
      if let seconds = Self.clockSeconds(text, of: column.unit) { return seconds == 0 ? nil : seconds }
      if text.contains(where: \.isLetter), let seconds = WorkoutCells.seconds(text) { return Double(seconds) }
      problems.append(
        "Cannot tell what the duration '\(text.prefix(40))' is; hours:minutes:seconds can be read, and numbers whose "
          + "unit is in the column's name or after it in --map: "
          + "'duration=\(TableLayout.name(of: column.index, in: names)):min', ':h' or ':s'")
      return nil
    }
    return nil
  }

  /// Seconds of `1:02:03`, of `31:05` where the unit is minutes, and of `1:05` where it is hours.
  private static func clockSeconds(_ text: String, of unit: String) -> Double? {
    var parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    var minuteRange = 0..<60
    if parts.count == 2, let unit = TableUnit.seconds(unit) {
      if unit == 60 {
        parts.insert("0", at: 0)
        // Without hours, they can be more than an hour's.
        minuteRange = 0..<1_000_000
      } else if unit == 3600 {
        parts.append("0")
      }
    }
    guard parts.count == 3, let hours = WorkoutCells.whole(parts[0]), let minutes = Int(parts[1]),
      minuteRange.contains(minutes), let thousandths = WorkoutCells.number(parts[2]), thousandths < 60_000
    else { return nil }
    return Double(hours * 3600 + minutes * 60) + Double(thousandths) / 1000
  }
}

/// The first line of a text file as a table's header, without taking it.
struct TableHeader {
  /// The separator of its fields.
  ///
  /// If the input doesn't declare one, it is the most frequent of comma, semicolon and tab.
  let delimiter: UInt8
  /// The names of the columns, without quotes.
  let names: [String]

  private static let byteLimit = 1 << 16

  init(of input: borrowing InputFile) {
    let bytes = input.withWindow { window -> [UInt8] in
      var bytes: [UInt8] = []
      var index = 0
      while index < min(window.count, Self.byteLimit), window[index] != 0x0A, window[index] != 0x0D {
        bytes.append(window[index])
        index += 1
      }
      return bytes
    }
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() } else if !isQuoted { counts[byte, default: 0] += 1 }
    }
    let delimiters = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    // The first of equals, which is the comma.
    let frequent = delimiters.max { (counts[$0] ?? 0) < (counts[$1] ?? 0) }
    self.delimiter = input.declaredDelimiter ?? frequent ?? UInt8(ascii: ",")
    var names: [[UInt8]] = [[]]
    isQuoted = false
    for byte in bytes {
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == self.delimiter, !isQuoted {
        names.append([])
      } else {
        names[names.count - 1].append(byte)
      }
    }
    self.names = names.map { Validation.trimmed(String(decoding: $0, as: UTF8.self)) }
  }
}

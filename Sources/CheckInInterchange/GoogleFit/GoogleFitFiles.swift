internal import CheckInJournal
internal import FoundationEssentials

/// Reads what Google Takeout has of Google Fit: sessions, a JSON file each, and tables of days.
enum GoogleFitFiles {
  private static let sessionByteLimit = 64 << 20

  /// Returns `true` if a folder or an archive is a Google Fit export.
  ///
  /// Folder names are in the user's language; some file names are not.
  static func isExport(_ tree: FileTree) -> Bool { tree.names.contains { isSession($0) || isTableOfDays($0) } }

  /// `2025-11-21T06_03_11+01_00_RUNNING.json`
  private static func isSession(_ path: String) -> Bool {
    guard let name = path.split(separator: "/").last, name.hasSuffix(".json"), name.utf8.count > 20 else {
      return false
    }
    let bytes = Array(name.utf8)
    return CivilDay(String(name.prefix(10))) != nil && bytes[10] == UInt8(ascii: "T") && bytes[13] == UInt8(ascii: "_")
  }

  private static func isTableOfDays(_ path: String) -> Bool {
    path.hasSuffix("Daily activity metrics.csv") || path.hasSuffix("Daily Summaries.csv")
  }

  /// Returns `true` if an input is a session.
  static func isSession(_ input: borrowing InputFile) -> Bool { input.contains("\"fitnessActivity\"", within: 4096) }

  /// Returns `true` if a header is that of a table of days.
  static func isHeader(_ names: [String]) -> Bool {
    names.first == "Date" && names.contains { duration(of: $0) != nil }
  }

  /// The activity whose time in a day a column has: `Walking` of `Walking duration (ms)`.
  private static func duration(of column: String) -> String? {
    let ending = " duration (ms)"
    return column.hasSuffix(ending) ? String(column.dropLast(ending.count)) : nil
  }

  /// Reads an export. Sessions say all that tables of days say, and when; the tables are read where there are none.
  static func read(_ tree: FileTree, into rows: inout ActivityRows) throws(JournalError) {
    let sessions = tree.names.filter(isSession)
    for (index, name) in sessions.enumerated() {
      try read(try tree.open(name, decoding: sessionByteLimit), number: index + 1, into: &rows)
    }
    let tables = tree.names.filter(isTableOfDays)
    if sessions.isEmpty {
      for name in tables { try readDays(try tree.open(name), into: &rows) }
    } else if !tables.isEmpty {
      rows.drop("tables of days, whose sessions are taken one by one", count: tables.count)
    }
  }

  /// Reads one session.
  static func read(
    _ input: consuming InputFile, number: Int = 1, into rows: inout ActivityRows
  ) throws(JournalError) {
    let name = input.name
    guard let bytes = try input.rest(atMost: sessionByteLimit) else {
      throw JournalError(.refusedInput, "\(name) is longer than \(sessionByteLimit >> 20) MiB.")
    }
    try readSession(bytes, name: name, number: number, into: &rows)
  }

  // MARK: Sessions

  private static let restingKinds = ["sleep", "still", "in vehicle", "awake", "tilting"]

  private struct Session: Decodable {
    struct Aggregate: Decodable {
      var metricName: String?
      var floatValue: Double?
      var intValue: Int?
    }
    var fitnessActivity: String?
    var startTime: String?
    var endTime: String?
    var duration: String?
    var aggregate: [Aggregate]?
    var name: String?
    var description: String?
  }

  private static func readSession(
    _ bytes: [UInt8], name: String, number: Int, into rows: inout ActivityRows
  ) throws(JournalError) {
    let session: Session
    do {
      session = try JSONDecoder().decode(Session.self, from: Data(bytes))
    } catch {
      throw JournalError(
        .refusedInput, "\(name) is no session of Google Fit: it is not JSON, or its members are others.")
    }
    let kind = (session.fitnessActivity ?? "").replacing(/[_.]/, with: " ")
    guard !restingKinds.contains(where: { kind.contains($0) }) else {
      rows.drop("sessions of '\(kind.prefix(40))', which is no exercise")
      return
    }
    guard let startTime = session.startTime else {
      rows.drop("sessions without a start")
      return
    }
    var activity = Activity(.named("\(startTime)\u{1F}\(session.endTime ?? "")\u{1F}\(kind)"))
    activity.kind = kind.prefix(1).uppercased() + kind.dropFirst()
    activity.title = session.name ?? ""
    activity.notes = session.description ?? ""
    let start = WrittenTime(startTime)
    activity.start = start.map { Activity.Start($0) }
    if start == nil { activity.problems.append(ImportRow.timeUnreadable(startTime)) }
    if let text = session.duration {
      if text.hasSuffix("s"), let seconds = Double(text.dropLast()), seconds.isFinite, seconds >= 0 {
        if seconds > 0 { activity.quantities[.duration] = seconds }
      } else {
        activity.problems.append("Cannot read the duration '\(text.prefix(40))'")
      }
    } else if let start, let end = session.endTime.flatMap({ WrittenTime($0) }), end.instant > start.instant {
      activity.quantities[.duration] = Double(end.instant - start.instant) / 1000
    }
    for one in session.aggregate ?? [] {
      let value = one.floatValue ?? one.intValue.map { Double($0) } ?? 0
      guard value > 0 else { continue }
      switch one.metricName {
      case "com.google.calories.expended": activity.quantities[.calories] = value
      case "com.google.distance.delta": activity.quantities[.distance] = value
      default: break
      }
    }
    rows.add(activity, number: number)
  }

  // MARK: Days

  /// Reads the table of days: for each activity that a day has, one without a time.
  static func readDays(_ input: consuming InputFile, into rows: inout ActivityRows) throws(JournalError) {
    var reader = CSVReader(input)
    guard try reader.next() else { return }
    let header = reader.fields.map { Validation.trimmed(reader.text(of: $0) ?? "") }
    guard isHeader(header) else {
      throw JournalError(
        .refusedInput, "\(reader.name) is no table of days of Google Fit: it lacks Date and durations in ms.")
    }
    rows.unusedColumns = header.indices.dropFirst().filter { duration(of: header[$0]) == nil }
      .map { UnusedColumn(header[$0], at: $0) }
    while try reader.next() {
      let cells = reader.fields.map { Validation.trimmed(reader.text(of: $0) ?? "") }
      guard cells.count == header.count, let day = CivilDay(cells[0]) else {
        rows.reject(["The row has no day such as 2026-11-21, or not a field for each column"], number: reader.row)
        continue
      }
      for (column, cell) in zip(header, cells) {
        guard let kind = duration(of: column), !cell.isEmpty else { continue }
        guard let milliseconds = Double(cell), milliseconds.isFinite, milliseconds >= 0 else {
          rows.reject(["Cannot read the duration '\(cell.prefix(40))'"], number: reader.row)
          continue
        }
        if milliseconds == 0 { continue }
        guard rows.knows(kind) else {
          rows.drop("time of '\(kind.prefix(40))', which is not known as an exercise")
          continue
        }
        var activity = Activity(.named("\(day)\u{1F}\(kind)"))
        activity.kind = kind
        activity.start = .day(day)
        activity.quantities[.duration] = milliseconds / 1000
        rows.add(activity, number: reader.row)
      }
    }
  }
}

internal import CheckInJournal

internal import struct FoundationEssentials.Data
internal import class FoundationEssentials.JSONDecoder
internal import struct FoundationEssentials.UUID

/// Reads the lines of a JSON Lines file as check-ins: one object a line, as the export writes it.
///
/// Members that say what only a journal can know (number, day, sequence, photo) are left to the journal that imports;
/// those that are not known are refused.
struct JSONLinesCheckIns: ~Copyable {
  private var lines: LineReader
  private let decoder = JSONDecoder()

  /// - Throws: `JournalError` with `.refusedInput` for one array of objects instead of lines.
  init(_ input: consuming InputFile) throws(JournalError) {
    if input.firstVisibleByte == UInt8(ascii: "[") {
      throw JournalError(
        .refusedInput, "\(input.name) is one JSON array; write one object a line, as jq -c '.[]' does.")
    }
    lines = LineReader(input)
  }

  /// The line that was read last, from 1; blank lines count.
  var rowNumber: Int { lines.rowNumber }

  /// The next line that is not blank; `nil` at the end.
  mutating func next() throws(JournalError) -> ImportRow? {
    try lines.next().map { row(of: $0) }
  }

  private func row(of line: [UInt8]) -> ImportRow {
    guard let decoded = try? decoder.decode(CheckInLine.self, from: Data(line)) else {
      return .unreadable("The line is not a JSON object")
    }
    let repeated = repeatedNames(inJSONObject: line)
    guard repeated.isEmpty else {
      return .unreadable("The line names twice: \(repeated.joined(separator: ", "))")
    }
    return decoded.row
  }
}

/// A line's object, read member by member so that all its problems are found at once.
private struct CheckInLine: Decodable {
  /// The names of the members. What only a journal can know is left to the one that imports.
  private static let names =
    CheckInField.allCases.map(\.rawValue) + ["id", "timeKnown", "number", "day", "sequence"]

  var row = ImportRow()

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: AnyKey.self)
    var problems = Self.problems(with: members.allKeys.map(\.stringValue))

    func value<Value: Decodable>(_ name: String, problem: Message) -> Value? {
      do {
        return try members.decodeIfPresent(Value.self, forKey: AnyKey(name))
      } catch {
        problems.append(problem)
        return nil
      }
    }

    let at: String = value("at", problem: "The time (at) must be a text") ?? ""
    row.time = WrittenTime(at)
    if row.time == nil { row.setDay(at) }
    if value("timeKnown", problem: "timeKnown must be true or false") == false { row.isTimeOfDayKnown = false }
    if row.time == nil { problems.append(ImportRow.timeUnreadable(at)) }
    let timeZone: String? = value("timeZone", problem: "The time zone must be a text or null")
    let type: String = value("type", problem: "The type must be a text") ?? ""
    row.type = ExerciseType(name: type)
    if row.type == nil { row.unknownType = type }
    row.fields.title = value("title", problem: "The title must be a text") ?? ""
    for quantity in CheckInQuantity.allCases {
      row.fields[quantity] = value(quantity.rawValue, problem: quantity.row.unreadableInJSON)
    }
    row.fields.location = value("location", problem: "The location must be a text or null")
    row.fields.notes = value("notes", problem: "The notes must be a text") ?? ""
    if let id: String = value("id", problem: ImportRow.idUnreadable) {
      row.id = Array(Validation.trimmed(id).utf8).withUnsafeBufferPointer { UUID(asciiBytes: $0) }
      if row.id == nil, !id.isEmpty { problems.append(ImportRow.idUnreadable) }
    }
    if value("discarded", problem: "discarded must be true or false") ?? false {
      problems.append("A discarded check-in cannot be imported")
    }
    row.problems = problems
    if let timeZone { row.setTimeZone(timeZone) }
  }

  /// Returns the messages about unknown members, each with a suggested fix.
  ///
  /// Unknown members are rejected because ignoring them would misstate the line.
  private static func problems(with names: [String]) -> [Message] {
    // The same order each time; the decoder gives them in none.
    names.filter { !Self.names.contains($0) }.sorted().map { name in
      let known = Self.names.first { $0.lowercased() == name.lowercased() }
      let remedy = known.map { "write it as '\($0)'" } ?? "you can remove it"
      return "The member '\(name.prefix(40))' is not known; \(remedy)"
    }
  }
}

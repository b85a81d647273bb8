import CheckInJournal
import CheckInLanguage

/// A plan as rows to fill in, each of which is a line of its text; see ``PlanText``.
struct PlanRows: Sendable {
  struct Row: Hashable, Sendable {
    var exercise = ""
    /// `w 2x8 40kg / 3x8-10 80kg @8`.
    var sets = ""
    var rest = ""
    var superset = ""

    var isEmpty: Bool { self == Row() }
  }

  /// A change that a button makes to the rows.
  enum Command: Equatable {
    case add
    case up(Int)
    case down(Int)
    case remove(Int)

    /// Reads what ``name`` writes; `nil` for anything else.
    init?(_ text: String) {
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      let row = parts.count == 2 ? Int(parts[1]) : nil
      switch (parts.first, row) {
      case ("add", nil) where parts.count == 1: self = .add
      case ("up", let row?) where row > 0: self = .up(row)
      case ("down", let row?) where row >= 0: self = .down(row)
      case ("remove", let row?) where row >= 0: self = .remove(row)
      default: return nil
      }
    }
  }

  /// The result of a command: its message, and the control that receives the focus.
  struct Outcome {
    var status: String
    /// The identifier of that control.
    var focus: String
  }

  /// As many rows as a plan can have items.
  private static let maximumCount = WorkoutValidation.maximumPlanItemCount

  /// At least one.
  private(set) var rows: [Row]

  /// Empty ones.
  init(count: Int) {
    rows = Array(repeating: Row(), count: count)
  }

  /// The lines of a text, whatever they say.
  init(text: String) {
    rows = text.split(whereSeparator: \.isNewline).prefix(Self.maximumCount).map { line in
      var parts = line.split(separator: " / ", omittingEmptySubsequences: false).map { Validation.trimmed(String($0)) }
      var row = Row(exercise: parts.removeFirst())
      while let last = parts.last?.lowercased() {
        if row.rest.isEmpty, last.hasPrefix("rest ") {
          row.rest = Validation.trimmed(String(last.dropFirst(5)))
        } else if row.superset.isEmpty, last.hasPrefix("superset ") {
          row.superset = Validation.trimmed(String(last.dropFirst(9))).uppercased()
        } else {
          break
        }
        parts.removeLast()
      }
      row.sets = parts.joined(separator: " / ")
      return row
    }
    if rows.isEmpty { rows = [Row()] }
  }

  /// Creates the rows from the fields of a form: `exercise-0`, `sets-0` and so on.
  ///
  /// The result is `nil` if the form has no rows.
  init?(_ fields: FormFields) {
    rows = []
    while rows.count < Self.maximumCount, let exercise = fields["exercise-\(rows.count)"] {
      let index = rows.count
      func value(_ name: String) -> String { Self.line(fields["\(name)-\(index)"] ?? "") }
      rows.append(
        Row(exercise: Self.line(exercise), sets: value("sets"), rest: value("rest"), superset: value("superset")))
    }
    guard !rows.isEmpty else { return nil }
  }

  private static func line(_ text: String) -> String {
    Validation.trimmed(String(text.map { $0.isNewline ? " " : $0 }))
  }

  /// A line for each row; an empty one for an empty row, so that the lines are numbered as the rows are.
  var text: String {
    rows.map { row in
      guard !row.isEmpty else { return "" }
      var parts = [row.exercise]
      if !row.sets.isEmpty { parts.append(row.sets) }
      if !row.rest.isEmpty { parts.append("rest \(row.rest)") }
      if !row.superset.isEmpty { parts.append("superset \(row.superset)") }
      return parts.joined(separator: " / ") + "\n"
    }.map { $0.isEmpty ? "\n" : $0 }.joined()
  }

  /// - Returns: `nil` if there is no such row.
  mutating func perform(_ command: Command, words: Words) -> Outcome? {
    switch command {
    case .add:
      guard rows.count < Self.maximumCount else { return nil }
      rows.append(Row())
      return Outcome(
        status: words("Exercise {number} added", ["number": String(rows.count)]), focus: "exercise-\(rows.count - 1)")
    case .up(let index):
      guard rows.indices.contains(index) else { return nil }
      rows.swapAt(index, index - 1)
      return moved(to: index - 1, focus: index > 1 ? "up-\(index - 1)" : "down-0", words)
    case .down(let index):
      guard rows.indices.contains(index + 1) else { return nil }
      rows.swapAt(index, index + 1)
      return moved(to: index + 1, focus: index + 2 < rows.count ? "down-\(index + 1)" : "up-\(index + 1)", words)
    case .remove(let index):
      guard rows.indices.contains(index) else { return nil }
      let name = name(of: index, words)
      rows.remove(at: index)
      if rows.isEmpty { rows = [Row()] }
      return Outcome(
        status: words("{exercise} removed", ["exercise": name]), focus: "exercise-\(min(index, rows.count - 1))")
    }
  }

  private func moved(to index: Int, focus: String, _ words: Words) -> Outcome {
    Outcome(
      status: words(
        "{exercise} is number {number} of {count} now",
        ["exercise": name(of: index, words), "number": String(index + 1), "count": String(rows.count)]),
      focus: focus)
  }

  /// Returns a row's name, as the labels of its buttons contain it.
  func name(of index: Int, _ words: Words) -> String {
    rows[index].exercise.isEmpty
      ? words("Exercise {number}", ["number": String(index + 1)])
      : Escaping.escaped(rows[index].exercise, keepingNewlines: true)
  }
}

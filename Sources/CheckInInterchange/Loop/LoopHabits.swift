internal import CheckInJournal

/// A habit of Loop Habit Tracker, and what its marks mean.
///
/// A mark is 2 where the person said yes, 1 where that counts as yes by the habit's frequency, 0 for no, 3 for a day
/// that was skipped, and -1 where nothing is known; newer exports write names for them. Of a habit that counts
/// something it is a thousand times the number.
struct LoopHabit {
  var name: String
  var isNumeric = false
  /// Of what is counted: `km`, `pages`.
  var unit = ""

  enum Mark: Equatable {
    case done
    /// The counted amount.
    case number(Double)
    case no
    case skipped
    case implied
    case unreadable
  }

  /// Returns the mark that a cell contains.
  func mark(_ text: String) -> Mark {
    switch text {
    case "", "UNKNOWN", "-1", "NO", "0": return .no
    // What a number is called that happens to be one of the marks: thousandths.
    case "YES_MANUAL", "2": return isNumeric ? .number(0.002) : .done
    case "YES_AUTO", "1": return isNumeric ? .number(0.001) : .implied
    case "SKIP", "3": return .skipped
    default:
      guard let value = Int(text), value > 0, value < 1 << 52 else { return .unreadable }
      return .number(Double(value) / 1000)
    }
  }
}

/// Gathers what habits were done as activities.
struct LoopMarks {
  /// Habits without an exercise type, with how often they were done.
  private var leftOut: [String: Int] = [:]
  private var skipped = 0
  private var implied = 0

  /// Adds what a habit's mark says of a day.
  ///
  /// - Parameter number: what people know the row by.
  mutating func add(
    _ mark: LoopHabit.Mark, of habit: LoopHabit, on day: CivilDay, notes: String, number: Int,
    to rows: inout ActivityRows
  ) {
    var activity = Activity(.named("\(habit.name)\u{1F}\(day)"))
    activity.kind = habit.name
    activity.start = .day(day)
    activity.notes = notes
    switch mark {
    case .no, .unreadable: return
    case .skipped:
      skipped += 1
      return
    case .implied:
      implied += 1
      return
    case .done: break
    case .number(let value):
      // People count minutes as well as metres in m.
      if let unit = TableUnit.metres(habit.unit), habit.unit.lowercased() != "m" {
        activity.quantities[.distance] = value * unit
      } else if let unit = TableUnit.seconds(habit.unit) {
        activity.quantities[.duration] = value * unit
      } else if let unit = TableUnit.kilocalories(habit.unit) {
        activity.quantities[.calories] = value * unit
      } else {
        let text = value == value.rounded() ? "\(Int(value))" : "\(value)"
        activity.notes = Validation.trimmed("\(text) \(habit.unit)") + (notes.isEmpty ? "" : "\n\(notes)")
      }
    }
    // A habit is anything; only what is known as an exercise is one.
    guard rows.knows(habit.name) else {
      leftOut[habit.name, default: 0] += 1
      return
    }
    rows.add(activity, number: number)
  }

  /// Tells what was left out.
  func tell(_ rows: inout ActivityRows) {
    for (name, count) in leftOut {
      rows.drop(
        "habit '\(name)', which is not known as an exercise; --map '\(name)=TYPE' says what it is", count: count)
    }
    if skipped > 0 { rows.drop("skipped days", count: skipped) }
    if implied > 0 { rows.drop("days that count by a habit's frequency, with nothing done", count: implied) }
  }
}

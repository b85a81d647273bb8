internal import CheckInJournal

/// Reads the activities of a TCX file (Garmin's Training Center Database): the sums of their laps.
struct TCXImporter: ~Copyable {
  private var reader: XMLReader

  init(_ input: consuming InputFile) { reader = XMLReader(input) }

  /// Reads all activities; the row of each is its line.
  ///
  /// - Throws: `JournalError` with `.refusedInput` where it is no such file, with the line; `.inputOutput`.
  consuming func read(into rows: inout ActivityRows) throws(JournalError) {
    guard let first = try reader.next(), first == .start, reader.name == "TrainingCenterDatabase" else {
      throw JournalError(
        .refusedInput, "\(reader.fileName) is no TCX file: it does not begin with the element TrainingCenterDatabase.")
    }
    while let token = try reader.next() {
      guard token == .start else { continue }
      switch reader.name {
      case "Activity": try readActivity(into: &rows)
      case "Courses", "Workouts":
        let name = reader.name.lowercased()
        try reader.skipElement()
        rows.drop("\(name), which are plans")
      default: break
      }
    }
  }

  private mutating func readActivity(into rows: inout ActivityRows) throws(JournalError) {
    let line = reader.line
    let depth = reader.depth
    var id = ""
    var start: WrittenTime?
    var notes = ""
    let kind = try reader.attribute("Sport") ?? ""
    var sums = Sums()
    var problems: [String] = []
    while let token = try reader.next() {
      if token == .end {
        if reader.depth == depth - 1 { break }
        continue
      }
      switch reader.name {
      case "Id": id = try reader.text()
      case "Notes": notes = try reader.text()
      case "Lap":
        let text = try reader.attribute("StartTime") ?? ""
        if let time = WrittenTime(text) {
          start = start ?? time
        } else {
          problems.append("Line \(reader.line): \(ImportRow.timeUnreadable(text))")
        }
        try readLap(&sums, &problems)
      default: try reader.skipElement()
      }
    }
    var activity = Activity(.named(id))
    activity.kind = kind
    activity.notes = notes
    if let begin = start ?? WrittenTime(id) { activity.start = Activity.Start(begin) }
    if id.isEmpty, let start = activity.start { activity.identity = .content("\(start)\u{1F}\(kind)") }
    if sums.seconds > 0 { activity.duration = sums.seconds }
    if sums.metres > 0 { activity.distance = sums.metres }
    if sums.calories > 0 { activity.calories = sums.calories }
    activity.problems = Array(problems.prefix(3))
    rows.add(activity, number: line)
  }

  private struct Sums {
    var seconds = 0.0
    var metres = 0.0
    var calories = 0.0
  }

  private mutating func readLap(_ sums: inout Sums, _ problems: inout [String]) throws(JournalError) {
    let depth = reader.depth
    while let token = try reader.next() {
      if token == .end {
        if reader.depth == depth - 1 { return }
        continue
      }
      // Points within the lap have a distance as well.
      let path: WritableKeyPath<Sums, Double>
      switch reader.name {
      case "TotalTimeSeconds": path = \.seconds
      case "DistanceMeters": path = \.metres
      case "Calories": path = \.calories
      default:
        try reader.skipElement()
        continue
      }
      let line = reader.line
      let name = reader.name
      let text = try reader.text()
      guard let value = Double(text), value.isFinite, value >= 0 else {
        problems.append("Line \(line): cannot read \(name) '\(text.prefix(40))'")
        continue
      }
      sums[keyPath: path] += value
    }
  }
}

internal import CheckInJournal

/// Reads the activities of a TCX file (Garmin's Training Center Database): the sums of their laps.
///
/// A lap's zero is not set: the duration and the distance of its track count then.
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
      case "Transition":
        try reader.skipElement()
        rows.dropTransition()
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
    var problems: [Message] = []
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
        try readLap(into: &sums, problems: &problems)
      default: try reader.skipElement()
      }
    }
    var activity = Activity(.named(id))
    activity.kind = kind
    activity.notes = notes
    if let begin = start ?? WrittenTime(id) { activity.start = Activity.Start(begin) }
    if id.isEmpty, let start = activity.start { activity.identity = .content("\(start)\u{1F}\(kind)") }
    if sums.seconds > 0 { activity.quantities[.duration] = sums.seconds }
    if sums.metres > 0 { activity.quantities[.distance] = sums.metres }
    if sums.calories > 0 { activity.quantities[.calories] = sums.calories }
    activity.problems = Array(problems.prefix(3))
    rows.add(activity, number: line)
  }

  private struct Sums {
    var seconds = 0.0
    var metres = 0.0
    var calories = 0.0
  }

  private mutating func readLap(into sums: inout Sums, problems: inout [Message]) throws(JournalError) {
    let depth = reader.depth
    var lap = Sums()
    var track = LapTrack()
    while let token = try reader.next() {
      if token == .end {
        if reader.depth == depth - 1 { break }
        continue
      }
      // Points within the lap have a distance as well.
      switch reader.name {
      case "TotalTimeSeconds": lap.seconds += try readNumber(&problems)
      case "DistanceMeters": lap.metres += try readNumber(&problems)
      case "Calories": lap.calories += try readNumber(&problems)
      case "Track" where lap.seconds == 0 || lap.metres == 0: try readTrack(into: &track, &problems)
      default: try reader.skipElement()
      }
    }
    let isEmpty = lap.seconds == 0 && lap.metres == 0
    sums.seconds += lap.seconds > 0 ? lap.seconds : track.points.seconds ?? 0
    // Of a lap with a duration, places alone are no distance: those of a device that lies still scatter.
    sums.metres += lap.metres > 0 ? lap.metres : track.metres ?? (isEmpty ? track.points.metres : nil) ?? 0
    sums.calories += lap.calories
  }

  private struct LapTrack {
    var points = Track()
    /// Metres that the device had measured by the first and the last point.
    var first, last: Double?

    var metres: Double? {
      guard let first, let last, last > first else { return nil }
      return last - first
    }
  }

  private mutating func readTrack(into track: inout LapTrack, _ problems: inout [Message]) throws(JournalError) {
    let depth = reader.depth
    var point = Track.Point(time: nil, latitude: .nan, longitude: .nan)
    while let token = try reader.next() {
      if token == .end {
        if reader.depth == depth - 1 { break }
        guard reader.name == "Trackpoint" else { continue }
        if let time = point.time { track.points.add(time: time) }
        if point.latitude.isFinite, point.longitude.isFinite { track.points.add(point) }
        point = Track.Point(time: nil, latitude: .nan, longitude: .nan)
        continue
      }
      switch reader.name {
      case "Trackpoint", "Position": break
      case "Time":
        let line = reader.line
        let text = try reader.text()
        point.time = WrittenTime(text)?.instant
        if point.time == nil { problems.append("Line \(line): \(ImportRow.timeUnreadable(text))") }
      case "LatitudeDegrees": point.latitude = Double(try reader.text()) ?? .nan
      case "LongitudeDegrees": point.longitude = Double(try reader.text()) ?? .nan
      case "DistanceMeters":
        let metres = try readNumber(&problems)
        track.first = min(track.first ?? metres, metres)
        track.last = max(track.last ?? metres, metres)
      default: try reader.skipElement()
      }
    }
    track.points.endSegment()
  }

  /// The number in the element that has just started; 0 if it can't be read, which is a problem.
  private mutating func readNumber(_ problems: inout [Message]) throws(JournalError) -> Double {
    let line = reader.line
    let name = reader.name
    let text = try reader.text()
    guard let value = Double(text), value.isFinite, value >= 0 else {
      problems.append("Line \(line): cannot read \(name) '\(text.prefix(40))'")
      return 0
    }
    return value
  }
}

internal import CheckInJournal
internal import Foundation

/// Reads the tracks of a GPX file: when each began, how long it took, how far it went.
struct GPXImporter: ~Copyable {
  private var reader: XMLReader

  init(_ input: consuming InputFile) { reader = XMLReader(input) }

  /// Reads all tracks; the row of each is its line.
  ///
  /// - Throws: `JournalError` with `.refusedInput` where it is no such file, with the line; `.inputOutput`.
  consuming func read(into rows: inout ActivityRows) throws(JournalError) {
    guard let first = try reader.next(), first == .start, reader.name == "gpx" else {
      throw JournalError(.refusedInput, "\(reader.fileName) is no GPX file: it does not begin with the element gpx.")
    }
    while let token = try reader.next() {
      guard token == .start, reader.depth == 2 else { continue }
      switch reader.name {
      case "trk": try readTrack(into: &rows)
      case "rte":
        try reader.skipElement()
        rows.drop("routes, which are plans of a way")
      default: try reader.skipElement()
      }
    }
  }

  private mutating func readTrack(into rows: inout ActivityRows) throws(JournalError) {
    let line = reader.line
    let depth = reader.depth
    var track = Track()
    var name = ""
    var kind = ""
    var notes: [String] = []
    while let token = try reader.next() {
      if token == .end {
        if reader.depth == depth - 1 { break }
        continue
      }
      switch reader.name {
      case "name": name = try reader.text()
      case "type": kind = try reader.text()
      case "cmt", "desc":
        let text = try reader.text()
        if !text.isEmpty, !notes.contains(text) { notes.append(text) }
      case "trkseg": track.beginSegment()
      case "trkpt": try readPoint(&track)
      default: try reader.skipElement()
      }
    }
    guard let start = track.start else {
      rows.drop("tracks whose points have no times, which nobody can have trained at")
      return
    }
    var activity = Activity(.named("\(start)\u{1F}\(name)"))
    activity.kind = kind
    activity.title = name
    activity.notes = notes.joined(separator: "\n")
    activity.start = .instant(start, timeZone: nil)
    activity.duration = track.seconds
    activity.distance = track.metres
    activity.problems = track.problems
    rows.add(activity, number: line)
  }

  private mutating func readPoint(_ track: inout Track) throws(JournalError) {
    let line = reader.line
    let depth = reader.depth
    let latitude = try reader.attribute("lat").flatMap { Double($0) }
    let longitude = try reader.attribute("lon").flatMap { Double($0) }
    while let token = try reader.next() {
      if token == .end {
        if reader.depth == depth - 1 { break }
        continue
      }
      if reader.name == "time" { track.add(time: try reader.text(), line: line) } else { try reader.skipElement() }
    }
    track.add(latitude: latitude, longitude: longitude, line: line)
  }
}

/// What the points of a track come to.
private struct Track {
  /// Milliseconds since 1970.
  private(set) var start: Int64?
  private(set) var problems: [String] = []
  private var end: Int64?
  private var length = 0.0
  private var previous: (latitude: Double, longitude: Double)?

  /// From the first point's time to the last one's, in seconds; `nil` where that is nothing.
  var seconds: Double? {
    guard let start, let end, end > start else { return nil }
    return Double(end - start) / 1000
  }

  /// The length of all segments; `nil` where it is nothing.
  var metres: Double? { length > 0 ? length : nil }

  /// What lies between two segments was not recorded, and is not counted.
  mutating func beginSegment() { previous = nil }

  mutating func add(time text: String, line: Int) {
    guard let written = WrittenTime(text) else {
      note("Line \(line): cannot read the time '\(text.prefix(40))'")
      return
    }
    // GPX is in UTC, whether it says so or not.
    let instant = written.localMilliseconds - Int64(written.offsetMinutes ?? 0) * 60_000
    start = min(start ?? instant, instant)
    end = max(end ?? instant, instant)
  }

  mutating func add(latitude: Double?, longitude: Double?, line: Int) {
    guard let latitude, let longitude, (-90...90).contains(latitude), (-180...180).contains(longitude) else {
      note("Line \(line): a point has no latitude and longitude on earth")
      return
    }
    if let previous { length += Self.metres(from: previous, to: (latitude, longitude)) }
    previous = (latitude, longitude)
  }

  private mutating func note(_ problem: String) { if problems.isEmpty { problems.append(problem) } }

  /// By the haversine formula on a sphere of earth's mean radius.
  private static func metres(
    from one: (latitude: Double, longitude: Double), to other: (latitude: Double, longitude: Double)
  ) -> Double {
    let radians = Double.pi / 180
    let height = sin((other.latitude - one.latitude) * radians / 2)
    let width = sin((other.longitude - one.longitude) * radians / 2)
    let chord = height * height + cos(one.latitude * radians) * cos(other.latitude * radians) * width * width
    return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
  }
}

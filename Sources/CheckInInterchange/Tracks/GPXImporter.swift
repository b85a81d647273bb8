internal import CheckInJournal

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
    var problems: [Message] = []
    while let token = try reader.next() {
      if token == .end {
        if reader.depth == depth - 1 { break }
        if reader.name == "trkseg" { track.endSegment() }
        continue
      }
      switch reader.name {
      case "name": name = try reader.text()
      case "type": kind = try reader.text()
      case "cmt", "desc":
        let text = try reader.text()
        if !text.isEmpty, !notes.contains(text) { notes.append(text) }
      case "trkseg": break
      case "trkpt": if let problem = try readPoint(&track), problems.isEmpty { problems = [problem] }
      default: try reader.skipElement()
      }
    }
    guard let start = track.start else {
      rows.drop("tracks whose points have no times, which nobody can have trained at")
      return
    }
    if track.hasUnknownOrder { rows.drop("distances of tracks whose points are out of order and lack times") }
    if track.pointCount > Track.pointLimit {
      problems.append("The track has more than \(Track.pointLimit) points")
    }
    var activity = Activity(.named("\(start)\u{1F}\(name)"))
    activity.kind = Self.stravaKinds[kind] ?? kind
    activity.title = name
    activity.notes = notes.joined(separator: "\n")
    activity.start = .instant(start, timeZone: nil)
    activity.quantities[.duration] = track.seconds
    activity.quantities[.distance] = track.metres
    activity.problems = problems
    rows.add(activity, number: line)
  }

  /// The kinds that Strava writes as numbers.
  private static let stravaKinds = ["1": "Ride", "9": "Run"]

  /// - Returns: The problem with the point, or `nil`.
  private mutating func readPoint(_ track: inout Track) throws(JournalError) -> Message? {
    let line = reader.line
    let depth = reader.depth
    let latitude = try reader.attribute("lat").flatMap { Double($0) }
    let longitude = try reader.attribute("lon").flatMap { Double($0) }
    var time: Int64?
    var problem: Message?
    while let token = try reader.next() {
      if token == .end {
        if reader.depth == depth - 1 { break }
        continue
      }
      guard reader.name == "time" else {
        try reader.skipElement()
        continue
      }
      let text = try reader.text()
      // GPX is in UTC, whether it says so or not.
      time = WrittenTime(text)?.instant
      if time == nil { problem = "Line \(line): cannot read the time '\(text.prefix(40))'" }
    }
    if let time { track.add(time: time) }
    guard let latitude, let longitude, (-90...90).contains(latitude), (-180...180).contains(longitude) else {
      return problem ?? "Line \(line): a point has no latitude and longitude on earth"
    }
    track.add(Track.Point(time: time, latitude: latitude, longitude: longitude))
    return problem
  }
}

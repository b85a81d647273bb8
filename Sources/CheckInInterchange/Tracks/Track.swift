internal import Foundation

/// The points of a recorded track: when it began and ended, and its length.
struct Track {
  /// A place at a time.
  struct Point: Hashable {
    /// Milliseconds since 1970; `nil` if the file has none.
    var time: Int64?
    /// Degrees.
    var latitude, longitude: Double
  }

  private struct Step: Hashable {
    var from, to: Point
  }

  /// The maximum number of points, eleven days of one a second.
  static let pointLimit = 1_000_000

  /// Milliseconds since 1970.
  private(set) var start: Int64?
  /// `true` if points of a segment are out of order, and some of them have no time to sort them by.
  private(set) var hasUnknownOrder = false
  private(set) var pointCount = 0
  private var end: Int64?
  private var length = 0.0
  /// The points of the segment that has not ended.
  private var segment: [Point] = []
  private var steps: Set<Step> = []

  /// The seconds from the first point to the last one; `nil` if there are none.
  var seconds: Double? {
    guard let start, let end, end > start else { return nil }
    return Double(end - start) / 1000
  }

  /// The metres of all segments that have ended; `nil` if there are none, or the order of points is unknown.
  var metres: Double? { length > 0 && !hasUnknownOrder ? length : nil }

  /// Adds a time, of a point whose place may be unknown.
  mutating func add(time: Int64) {
    start = min(start ?? time, time)
    end = max(end ?? time, time)
  }

  /// Adds a point to the segment, unless there are too many.
  mutating func add(_ point: Point) {
    pointCount += 1
    if pointCount <= Self.pointLimit { segment.append(point) }
  }

  /// Ends a segment. The way to the next one was not recorded, and is not counted.
  ///
  /// Points are sorted by their times. A step that an earlier segment has, too, is counted once: some programs write a
  /// segment again, or start one with the points of the one before.
  mutating func endSegment() {
    let times = segment.compactMap(\.time)
    if !zip(times, times.dropFirst()).allSatisfy(<=) {
      hasUnknownOrder = hasUnknownOrder || times.count < segment.count
      segment.sort { ($0.time ?? 0) < ($1.time ?? 0) }
    }
    for (from, to) in zip(segment, segment.dropFirst()) {
      let isTimed = from.time != nil && to.time != nil
      if !isTimed || steps.insert(Step(from: from, to: to)).inserted { length += Self.metres(from: from, to: to) }
    }
    segment = []
  }

  /// The distance of two points by the haversine formula on a sphere of earth's mean radius.
  private static func metres(from one: Point, to other: Point) -> Double {
    let radians = Double.pi / 180
    let height = sin((other.latitude - one.latitude) * radians / 2)
    let width = sin((other.longitude - one.longitude) * radians / 2)
    let chord = height * height + cos(one.latitude * radians) * cos(other.latitude * radians) * width * width
    return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
  }
}

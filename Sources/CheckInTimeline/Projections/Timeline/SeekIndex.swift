package import EventLog

/// Seek points: positions between frames of the log at which reading can start.
///
/// An event can be read from them without the content before it. They are some hundred kilobytes of content apart.
///
/// A segment can be reframed, so a seek point is a hint: its reader checks that a frame starts there, with the event
/// that follows.
package struct SeekIndex: Sendable {
  /// A seek point is kept if it is at least this far after the last one, by content or by events.
  package static let contentByteDistance = 256 << 10
  package static let eventDistance = 4096

  /// `true` if the snapshot has seek points that aren't loaded.
  private(set) var isStored: Bool
  /// The loaded seek points, ascending.
  private(set) var points: [LogPosition] = []

  package init(isStored: Bool = false) {
    self.isStored = isStored
  }

  /// Records a seek point. Only some are kept.
  package mutating func append(_ point: LogPosition) {
    if let last = points.last {
      guard point.sequence > last.sequence,
        point.segment != last.segment || point.sequence - last.sequence >= UInt64(Self.eventDistance)
          || point.contentOffset >= last.contentOffset + Self.contentByteDistance
      else { return }
    }
    points.append(point)
  }

  /// Inserts the seek points from the snapshot before the others.
  mutating func setLoaded(_ stored: [LogPosition]) {
    let recent = points
    points = stored
    isStored = false
    for point in recent { append(point) }
  }

  /// Replaces the seek points of a segment. All seek points must be loaded.
  package mutating func replace(inSegment segment: UInt64, by new: [LogPosition]) {
    let old = points
    points = []
    for point in old where point.segment < segment { append(point) }
    for point in new { append(point) }
    for point in old where point.segment > segment { append(point) }
  }
}

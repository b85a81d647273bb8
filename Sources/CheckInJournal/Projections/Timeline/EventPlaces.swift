internal import EventLog

/// Places between two frames of the log, some hundred kilobytes of content apart, from which an event can be read
/// without what comes before it.
///
/// A segment can be reframed, so a place is a hint: whoever reads from it finds out whether a frame begins there, with
/// the event that follows.
struct EventPlaces: Sendable {
  /// A place is kept if it is so far after the last one, by content or by events.
  static let contentByteDistance = 256 << 10
  static let eventDistance = 4096

  /// Whether the snapshot has places that are not loaded.
  private(set) var isStored: Bool
  /// Ascending; without those that are not loaded.
  private(set) var places: [LogPosition] = []

  init(isStored: Bool = false) {
    self.isStored = isStored
  }

  /// Takes note of a place; only some are kept.
  mutating func append(_ place: LogPosition) {
    if let last = places.last {
      guard place.sequence > last.sequence,
        place.segment != last.segment || place.sequence - last.sequence >= UInt64(Self.eventDistance)
          || place.contentOffset >= last.contentOffset + Self.contentByteDistance
      else { return }
    }
    places.append(place)
  }

  /// Puts the places that the snapshot has before the others.
  mutating func setLoaded(_ stored: [LogPosition]) {
    let recent = places
    places = stored
    isStored = false
    for place in recent { append(place) }
  }

  /// Puts other places where those of a segment were; all are loaded.
  mutating func replace(inSegment segment: UInt64, by new: [LogPosition]) {
    let old = places
    places = []
    for place in old where place.segment < segment { append(place) }
    for place in new { append(place) }
    for place in old where place.segment > segment { append(place) }
  }
}

internal import EventLog

/// A check-in as an index for searching holds it: its words, and marks for what else is looked for.
package struct SearchEntry {
  /// The position of a check-in in the index, in newest-first order.
  ///
  /// Positions are distinct, and numerically close positions are close in time.
  package struct Place: Hashable, Comparable {
    package let rowID: Int64

    /// The hours of all times that a check-in can have, counted from 0, take 27 bits.
    private static let hourBias: Int64 = 1 << 25
    private static let numberBits: Int64 = 32

    package init(localMilliseconds: Int64, number: Int) {
      let hour = Int64(floorDivide(Int(localMilliseconds), by: 3_600_000)) + Self.hourBias
      rowID = -(hour << Self.numberBits | Int64(number & 0xFFFF_FFFF))
    }

    package init(rowID: Int64) {
      self.rowID = rowID
    }

    /// The first place of the hour that a local time is in.
    package static func first(inHourOf localMilliseconds: Int64) -> Place {
      Place(localMilliseconds: localMilliseconds, number: 0xFFFF_FFFF)
    }

    /// The last place of the hour that a local time is in.
    package static func last(inHourOf localMilliseconds: Int64) -> Place {
      Place(localMilliseconds: localMilliseconds, number: 0)
    }

    package var number: Int { Int((0 &- rowID) & 0xFFFF_FFFF) }
    /// Counted from some hour.
    package var hour: Int64 { (0 &- rowID) >> Self.numberBits }

    package static func < (left: Place, right: Place) -> Bool { left.rowID < right.rowID }
  }

  let place: Place
  /// As ``WordForm`` writes them.
  let words: [UInt8]
  let type: ExerciseType
  let hasPhoto: Bool
  let tags: Set<Tag>

  /// The words, and the marks, which no word of a text can be.
  var text: String {
    var text = String(decoding: words, as: UTF8.self) + Self.mark(of: type)
    if hasPhoto { text += " " + Self.photoMark }
    for tag in tags { text += " " + Self.mark(of: tag) }
    return text
  }

  static func mark(of type: ExerciseType) -> String { "§t\(type.rawValue)" }
  static let photoMark = "§p"

  /// Hyphens and underscores would be taken for the end of a word.
  static func mark(of tag: Tag) -> String {
    "§g" + String(decoding: tag.key, as: UTF8.self).replacing("-", with: "¬").replacing("_", with: "¯")
  }
}

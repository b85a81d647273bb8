/// The store of a timeline's pages and indexes.
package protocol TimelineParts: Sendable {
  /// The content of a part; `nil` if it is missing.
  func part(_ id: TimelinePartID) throws(JournalError) -> [UInt8]?
  /// The content of several parts, in their order, as ``part(_:)`` gives it.
  func parts(_ ids: [TimelinePartID]) throws(JournalError) -> [[UInt8]?]
}

extension TimelineParts {
  func parts(_ ids: [TimelinePartID]) throws(JournalError) -> [[UInt8]?] {
    var contents: [[UInt8]?] = []
    for id in ids { contents.append(try part(id)) }
    return contents
  }
}

/// The key of one part of a stored timeline.
package struct TimelinePartID: Hashable, Sendable {
  let rawValue: Int64

  private init(kind: Int64, key: Int) {
    rawValue = kind << 40 | Int64(key)
  }

  static let directory = TimelinePartID(kind: 0, key: 0)
  static func month(_ month: CivilMonth) -> TimelinePartID { TimelinePartID(kind: 1, key: month.monthNumber) }
  static func numbers(_ block: Int) -> TimelinePartID { TimelinePartID(kind: 2, key: block) }
  static func identities(_ bucket: Int) -> TimelinePartID { TimelinePartID(kind: 3, key: bucket) }
  static func events(_ block: Int) -> TimelinePartID { TimelinePartID(kind: 4, key: block) }
  static let times = TimelinePartID(kind: 5, key: 0)
  static let seekPoints = TimelinePartID(kind: 6, key: 0)
  /// The months of the check-ins that another replica created, by its ordinal.
  static func otherNumbers(of ordinal: Int, block: Int) -> TimelinePartID {
    TimelinePartID(kind: 7, key: ordinal << 20 | block)
  }
  /// The directory of workouts.
  static let training = TimelinePartID(kind: 16, key: 0)
  /// The sessions of a month.
  static func sessions(_ month: CivilMonth) -> TimelinePartID { TimelinePartID(kind: 17, key: month.monthNumber) }

  /// The writers of a group's logs, and the position up to which each log was read.
  package static let writers = TimelinePartID(kind: 32, key: 0)
  /// The index between a writer's events and the check-ins that they affect.
  package static func writerEvents(_ writer: Int) -> TimelinePartID { TimelinePartID(kind: 33, key: writer) }
  /// The write history of each check-in's fields.
  package static let registers = TimelinePartID(kind: 34, key: 0)

  /// The month, if it is the key of a month's sessions.
  var sessionMonth: CivilMonth? {
    rawValue >> 40 == 17 ? CivilMonth(monthNumber: Int(rawValue & (1 << 40 - 1))) : nil
  }

  var isOfIdentities: Bool { rawValue >> 40 == 3 }
  var isOfOtherNumbers: Bool { rawValue >> 40 == 7 }
  var isOfEvents: Bool { rawValue >> 40 == 4 }
}

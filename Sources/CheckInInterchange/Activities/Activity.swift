internal import CheckInJournal

/// An activity as read from another program's file, before validation as a check-in.
struct Activity {
  /// The start of an activity, as precisely as the file states it.
  enum Start: Hashable {
    /// Milliseconds since 1970, and the zone if the file specifies one.
    case instant(Int64, timeZone: String?)
    /// Milliseconds since 1970 on the local clock, and that clock's offset from UTC in minutes.
    case written(Int64, offsetMinutes: Int)
    /// Milliseconds since 1970 on a local clock in an unstated time zone.
    case local(Int64)
    /// A day without a time.
    case day(CivilDay)
  }

  /// The value that distinguishes an activity from all others of its program.
  enum Identity: Hashable {
    /// The program's own identifier. An activity with the same identifier is the same activity.
    case named(String)
    /// The activity's whole content. Two activities with equal content are still two activities.
    case content(String)
  }

  var identity: Identity
  /// The program's name for the kind of activity, such as `Trail Run`.
  var kind = ""
  /// Empty where there is none; the kind is the title then.
  var title = ""
  /// `nil` where it could not be read; ``problems`` then says so.
  var start: Start?
  /// The values in the quantities' units. The duration is that in motion if the file distinguishes it.
  var quantities: [CheckInQuantity: Double] = [:]
  /// The column of a table that has the distance, and the unit that it is read in.
  var distanceColumn: (name: String, unit: String)?
  var location = ""
  var notes = ""
  /// Reads the photo's file; `nil` where there is no photo. It answers `nil` where the file is not there.
  var photo: (() throws -> [UInt8]?)?
  /// Readable messages to the user about values that can't be read.
  var problems: [Message] = []
  /// The values that are left out, although the activity is not.
  var dropped: [Message] = []

  init(_ identity: Identity) { self.identity = identity }
}

extension Activity.Start {
  /// The number of the day on the clock that the start was read from.
  var dayNumber: Int {
    switch self {
    case .instant(let milliseconds, _), .written(let milliseconds, _), .local(let milliseconds):
      Int((Double(milliseconds) / 86_400_000).rounded(.down))
    case .day(let day): day.dayNumber
    }
  }

  /// A time with the letter Z says when it was and not what the clock showed; any other offset is of the clock.
  init(_ written: WrittenTime) {
    switch written.offsetMinutes {
    case nil: self = .local(written.localMilliseconds)
    case 0?: self = .instant(written.localMilliseconds, timeZone: nil)
    case let offset?: self = .written(written.localMilliseconds, offsetMinutes: offset)
    }
  }
}

extension WrittenTime {
  /// Milliseconds since 1970; without an offset, the time is in UTC.
  var instant: Int64 { localMilliseconds - Int64(offsetMinutes ?? 0) * 60_000 }
}

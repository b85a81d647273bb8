internal import CheckInJournal

/// What a file of another program says of one activity, before it is known to be a valid check-in.
struct Activity {
  /// When it began, as far as the file says.
  enum Start: Hashable {
    /// Milliseconds since 1970; the zone where the file names it.
    case instant(Int64, timeZone: String?)
    /// Milliseconds since 1970 on the local clock, and the minutes by which that is ahead of UTC.
    case written(Int64, offsetMinutes: Int)
    /// Milliseconds since 1970 on a local clock whose zone is not said.
    case local(Int64)
    /// A day without a time.
    case day(CivilDay)
  }

  /// What tells an activity from all others of its program.
  enum Identity: Hashable {
    /// The program's own identifier: the same one again is the same activity.
    case named(String)
    /// Everything that the file says: two that are equal are two activities.
    case content(String)
  }

  var identity: Identity
  /// What the program calls the kind of activity: `Trail Run`.
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
  /// What could not be read, in words for the person whose file it is.
  var problems: [String] = []
  /// The values that are left out, although the activity is not.
  var dropped: [String] = []

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

package import CheckInJournal

extension Statistics {
  /// Writes the figures' object; `nil` stands for an empty journal.
  ///
  /// - Parameter addMembers: writes further members, behind all others.
  package static func write(
    _ statistics: Statistics?, to json: inout JSONWriter, _ addMembers: (inout JSONWriter) -> Void = { _ in }
  ) {
    json.object { json in
      json.key("total")
      json.integer(statistics?.total ?? 0)
      json.key("days")
      json.integer(statistics?.days ?? 0)
      json.key("firstDay")
      json.string(orNull: statistics?.firstDay?.description)
      json.key("lastDay")
      json.string(orNull: statistics?.lastDay?.description)
      json.key("byType")
      json.object { json in
        for (type, count) in statistics?.types ?? [] {
          json.key(type.name)
          json.integer(count)
        }
      }
      json.key("currentStreak")
      Streak.write(statistics?.currentStreak, to: &json)
      json.key("longestStreak")
      Streak.write(statistics?.longestStreak, to: &json)
      json.key("sequence")
      json.integer(statistics?.sequence ?? 0)
      addMembers(&json)
    }
  }
}

extension Streak {
  /// Writes the streak's object, or null.
  package static func write(_ streak: Streak?, to json: inout JSONWriter) {
    guard let streak else { return json.null() }
    json.object { json in
      json.key("days")
      json.integer(streak.days)
      json.key("from")
      json.string(streak.from.description)
      json.key("to")
      json.string(streak.to.description)
    }
  }
}

extension MonthStatistics {
  /// Writes the members of the month's object.
  package func writeMembers(to json: inout JSONWriter) {
    json.key("month")
    json.string(month.description)
    json.key("checkIns")
    json.integer(checkIns)
    json.key("days")
    json.integer(days)
    json.key("daysInMonth")
    json.integer(month.dayCount)
    json.key("percentage")
    json.number(percentage)
  }
}

extension MonthCalendar {
  /// Writes the month's object with its calendar.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      statistics.writeMembers(to: &json)
      json.key("calendar")
      json.array { json in
        for day in days {
          json.object { json in
            json.key("day")
            json.string(day.day.description)
            json.key("checkIns")
            json.integer(day.checkIns)
            json.key("newest")
            json.number(day.newest.number, name: day.newest.name)
            json.key("type")
            json.string(day.newest.type.name)
            json.key("photo")
            MonthCalendar.Picture.write(day.picture, to: &json)
          }
        }
      }
    }
  }
}

extension MonthCalendar.Picture {
  /// Writes the picture's object, or null.
  fileprivate static func write(_ picture: Self?, to json: inout JSONWriter) {
    guard let picture else { return json.null() }
    json.object { json in
      json.key("checkIn")
      json.number(picture.checkIn, name: picture.name)
      picture.photo.writeMembers(to: &json)
    }
  }
}

package import CheckInJournal

extension Statistics {
  /// Writes the figures' object; `nil` stands for an empty journal.
  ///
  /// - Parameter addMembers: writes further members, behind all others.
  package static func write(
    _ statistics: Statistics?, to json: inout JSONWriter, _ addMembers: (inout JSONWriter) -> Void = { _ in }
  ) {
    json.object { json in
      json["total"] = statistics?.total ?? 0
      json["days"] = statistics?.days ?? 0
      json["firstDay"] = statistics?.firstDay?.description
      json["lastDay"] = statistics?.lastDay?.description
      json.object("byType") { json in
        for (type, count) in statistics?.types ?? [] { json[type.name] = count }
      }
      json["currentStreak"] = statistics?.currentStreak
      json["longestStreak"] = statistics?.longestStreak
      if let streaks = statistics?.withoutMarks {
        json.object("withoutMarks") { json in
          json["currentStreak"] = streaks.currentStreak
          json["longestStreak"] = streaks.longestStreak
        }
      }
      json["sequence"] = statistics?.sequence ?? 0
      addMembers(&json)
    }
  }
}

extension QuantitySums {
  /// Writes the sums of durations and distances, and how many check-ins have one.
  package func writeMeasures(to json: inout JSONWriter) {
    json["duration"] = duration.total
    json["withDuration"] = duration.checkIns
    json["distance"] = distance.total
    json["withDistance"] = distance.checkIns
  }
}

extension Streak: JSONValue {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json["days"] = days
      json["restDays"] = restDays
      json["from"] = from.description
      json["to"] = to.description
    }
  }
}

extension MonthStatistics {
  /// Writes the members of the month's object.
  package func writeMembers(to json: inout JSONWriter) {
    json["month"] = month.description
    json["checkIns"] = checkIns
    json["days"] = days
    json["daysInMonth"] = month.dayCount
    json["percentage"] = percentage
  }
}

extension MonthCalendar: JSONValue {
  /// Writes the month's object with its calendar.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      statistics.writeMembers(to: &json)
      sums.writeMeasures(to: &json)
      json.objects("calendar", of: days) { json, day in
        json["day"] = day.day.description
        json["checkIns"] = day.checkIns
        json["newest", qualified: day.newest.name] = day.newest.number
        json["type"] = day.newest.type.name
        json["photo"] = day.picture
      }
      json.write(marks)
    }
  }
}

extension MonthCalendar.Picture: JSONValue {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json["checkIn", qualified: name] = checkIn
      photo.writeMembers(to: &json)
    }
  }
}

extension Weekday {
  /// `Saturday`. These names are English, for messages and the names of the source; what people read in their own
  /// language comes from a `Localization`.
  package var name: String {
    switch self {
    case .monday: "Monday"
    case .tuesday: "Tuesday"
    case .wednesday: "Wednesday"
    case .thursday: "Thursday"
    case .friday: "Friday"
    case .saturday: "Saturday"
    case .sunday: "Sunday"
    }
  }
}

extension CivilMonth {
  /// `November`.
  package var name: String {
    let names = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ]
    return names[month - 1]
  }

  /// `November 2026`.
  package var title: String { "\(name) \(year)" }
}

extension CivilDay {
  /// `Sat 21 Nov 2026`.
  package var shortTitle: String {
    "\(weekday.name.prefix(3)) \(dayOfMonth) \(month.name.prefix(3)) \(month.year)"
  }

  /// `Saturday 21 November 2026`.
  package var title: String { "\(weekday.name) \(dayOfMonth) \(month.title)" }
}

extension CheckInTime {
  /// Hours and minutes on the local clock: `07:10`; `--:--` where they are not known.
  package var clock: String {
    guard isTimeOfDayKnown else { return "--:--" }
    return twoDigits(millisecondsOfDay / 3_600_000) + ":" + twoDigits(millisecondsOfDay / 60_000 % 60)
  }

  /// `Sat 21 Nov 2026 07:10 +01:00 Europe/Berlin`.
  package var title: String {
    let zone = timeZone.map { " " + Escaping.escaped($0) } ?? ""
    return "\(day.shortTitle) \(clock) \(offset)\(zone)"
  }

  /// `+01:00`.
  package var offset: String { String(description.suffix(6)) }
}

/// A count with its noun in the singular or, with an `s`, in the plural: `1 day`, `6 days`.
package func pluralized(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

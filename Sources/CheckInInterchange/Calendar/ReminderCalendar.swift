package import CheckInJournal

/// The reminder as a calendar (RFC 5545) with one event that repeats every week and rings.
///
/// Its times have no zone: a reminder is on the clock of whoever is reminded, wherever that is. A calendar that has the
/// event already replaces it, since its identity is the journal's.
package enum ReminderCalendar {
  /// - Parameters:
  ///   - first: when it rings for the first time, on one of the reminder's days and at its time.
  ///   - restDays: Marked days, on which it doesn't ring.
  ///   - journal: the journal's identity.
  ///   - now: when the calendar is made, in milliseconds since 1970.
  package static func bytes(
    _ reminder: Reminder, from first: CheckInTime, restDays: Set<CivilDay> = [], journal: String, now: Int64
  ) -> [UInt8] {
    let output = OutputBytes()
    let writer = CalendarWriter(to: output)
    writeStart(to: writer)
    writer.line("UID", "\(journal)-reminder")
    writer.instant("DTSTAMP", milliseconds: now)
    writer.time("DTSTART", localMilliseconds: first.localMilliseconds)
    let days = Weekday.allCases.filter(reminder.weekdays.contains).map { $0.name.prefix(2).uppercased() }
    writer.line("RRULE", "FREQ=WEEKLY;BYDAY=" + days.joined(separator: ","))
    for day in restDays.sorted() where day > first.day && reminder.weekdays.contains(day.weekday) {
      let local = Int64(day.dayNumber) * 86_400_000 + Int64(reminder.minuteOfDay) * 60_000
      writer.time("EXDATE", localMilliseconds: local)
    }
    writer.text("SUMMARY", summary)
    // It takes nobody's time.
    writer.line("TRANSP", "TRANSPARENT")
    writer.line("BEGIN", "VALARM")
    writer.line("ACTION", "DISPLAY")
    writer.text("DESCRIPTION", summary)
    writer.line("TRIGGER", "PT0S")
    writer.line("END", "VALARM")
    writer.line("END", "VEVENT")
    writer.line("END", "VCALENDAR")
    return output.array
  }

  /// The earlier calendars of a reminder.
  package static var replaceableFiles: ReplaceableFiles {
    let output = OutputBytes()
    writeStart(to: CalendarWriter(to: output))
    return .starting(with: output.array)
  }

  private static func writeStart(to writer: CalendarWriter) {
    writer.beginCalendar()
    writer.line("BEGIN", "VEVENT")
  }

  private static let summary = "Time to train"
}

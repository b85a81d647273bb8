internal import CheckInJournal

/// Writes the check-ins that are not discarded as a calendar (RFC 5545), an event each; it has a length where the
/// check-in has a duration.
///
/// Each starts at the local time and in the zone that were recorded, so that it stays on its day; the rules of the
/// zones are in the file.
enum CalendarExporter {
  static func run(
    journal: Journal?, path: String?, _ days: WantedDays, progress: Journal.Progress?
  ) throws(JournalError) -> ExportReport {
    var output = try OutputFile.open(path)
    let writer = CalendarWriter(to: output.buffer)
    var report = ExportReport(exported: 0)
    writer.line("BEGIN", "VCALENDAR")
    writer.line("VERSION", "2.0")
    writer.line("PRODID", "-//checkin//checkin//EN")
    writer.line("CALSCALE", "GREGORIAN")
    writer.line("X-WR-CALNAME", "Check-ins")
    var zones = CalendarZones()
    try withJournalErrors { try journal?.forEachCheckIn { if days.contains($0.day) { zones.note($0.time) } } }
    zones.write(to: writer)
    let revisions = try journal?.revisions(progress: progress)
    try withJournalErrors {
      try journal?.forEachCheckIn { checkIn in
        guard days.contains(checkIn.day) else { return }
        write(checkIn, revisions?[checkIn.number] ?? Revision(), zones.zone(of: checkIn.time), to: writer)
        try output.flushIfFull()
        report.exported += 1
      }
    }
    writer.line("END", "VCALENDAR")
    try output.finish()
    return report
  }

  private static func write(
    _ checkIn: CheckIn, _ revision: Revision, _ zone: CalendarZones.Zone, to writer: CalendarWriter
  ) {
    writer.line("BEGIN", "VEVENT")
    writer.identity("UID", checkIn.id)
    writer.instant("DTSTAMP", milliseconds: revision.lastMilliseconds)
    writer.instant("CREATED", milliseconds: revision.firstMilliseconds)
    writer.instant("LAST-MODIFIED", milliseconds: revision.lastMilliseconds)
    writer.integer("SEQUENCE", revision.count)
    if checkIn.time.isTimeOfDayKnown {
      writer.time("DTSTART", checkIn.time, in: zone)
      if let seconds = checkIn.durationSeconds { writer.duration(seconds) }
    } else {
      writer.day("DTSTART", checkIn.day)
      // What begins with a day lasts whole days there (RFC 5545, section 3.6.1).
      if let seconds = checkIn.durationSeconds { writer.integer("X-CHECKIN-DURATION", seconds) }
    }
    writer.text("SUMMARY", checkIn.title)
    if !checkIn.notes.isEmpty { writer.text("DESCRIPTION", checkIn.notes) }
    if let location = checkIn.location { writer.text("LOCATION", location) }
    writer.text("CATEGORIES", checkIn.type.name)
    // It takes nobody's time.
    writer.line("TRANSP", "TRANSPARENT")
    if let calories = checkIn.calories { writer.integer("X-CHECKIN-CALORIES", calories) }
    if let metres = checkIn.distanceMetres { writer.integer("X-CHECKIN-DISTANCE", metres) }
    writer.line("END", "VEVENT")
  }
}

internal import CheckInJournal

/// Writes the check-ins that are not discarded as a calendar (RFC 5545), an event each; it has a length where the
/// check-in has a duration.
///
/// Each starts at the local time and in the zone that were recorded, so that it stays on its day; the rules of the
/// zones are in the file.
enum CalendarExporter {
  static func run(
    journal: Journal?, to output: consuming OutputFile, _ days: WantedDays, progress: Journal.Progress?
  ) throws(JournalError) -> ExportReport {
    let writer = CalendarWriter(to: output.buffer)
    var report = ExportReport(exported: 0)
    writeStart(to: writer)
    if let journal {
      try zones(of: journal, days).write(to: writer)
      let revisions = try journal.revisions(progress: progress)
      report.exported = try CheckInRows(journal: journal, days: days).write(to: &output, progress: nil) { bytes in
        let writer = CalendarWriter(to: bytes)
        var zones = CalendarZones()
        return { checkIn in
          let zoneName = zones.name(of: zones.zone(of: checkIn.time))
          write(checkIn, revision: revisions[checkIn.number] ?? Revision(), inZoneNamed: zoneName, to: writer)
        }
      }
    }
    writer.line("END", "VCALENDAR")
    try output.finish()
    return report
  }

  /// The first bytes of every calendar that this writes.
  static var start: [UInt8] {
    let output = OutputBytes()
    writeStart(to: CalendarWriter(to: output))
    return output.array
  }

  private static func writeStart(to writer: CalendarWriter) {
    writer.beginCalendar()
    writer.line("X-WR-CALNAME", "Check-ins")
  }

  /// The zones that the check-ins are in.
  private static func zones(of journal: Journal, _ days: WantedDays) throws(JournalError) -> CalendarZones {
    var zones = CalendarZones()
    try withJournalErrors {
      try journal.foldTimes { times in
        var zones = CalendarZones()
        times.forEachTime { if days.contains($0.day) { zones.note($0) } }
        return zones
      } merge: { (some: consuming CalendarZones) in
        zones.note(some)
      }
    }
    return zones
  }

  private static func write(
    _ checkIn: CheckIn, revision: Revision, inZoneNamed zoneName: String?, to writer: CalendarWriter
  ) {
    writer.line("BEGIN", "VEVENT")
    writer.identity("UID", checkIn.id)
    writer.instant("DTSTAMP", milliseconds: revision.lastMilliseconds)
    writer.instant("CREATED", milliseconds: revision.firstMilliseconds)
    writer.instant("LAST-MODIFIED", milliseconds: revision.lastMilliseconds)
    writer.integer("SEQUENCE", revision.count)
    if checkIn.time.isTimeOfDayKnown {
      writer.time("DTSTART", checkIn.time, inZoneNamed: zoneName)
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
    // The duration is above.
    for quantity in CheckInQuantity.allCases where quantity != .duration {
      if let value = checkIn.fields[quantity] { writer.integer("X-CHECKIN-\(quantity.rawValue.uppercased())", value) }
    }
    writer.line("END", "VEVENT")
  }
}

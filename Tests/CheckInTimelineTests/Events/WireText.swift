import CheckInTimeline
import EventLog
import Foundation

/// Events in the text form that `protoc --encode` reads, written from the schema alone.
enum WireText {
  static func text(of events: [Event]) -> String {
    events.map { "events {\n\(fields(of: $0))}\n" }.joined()
  }

  private static func fields(of event: Event) -> String {
    var text = "sequence: \(event.sequence) recorded_at_ms: \(event.recordedAtMilliseconds)\n"
    text += "origin: \(["ORIGIN_UNSPECIFIED", "CLI", "WEB", "IMPORT", "LIBRARY"][Int(event.origin.rawValue)])\n"
    text += "check_in: \(event.checkIn)\n"
    if event.command != event.sequence { text += "command: \(event.command)\n" }
    if let undoes = event.undoes { text += "undoes: \(undoes)\n" }
    switch event.action {
    case .created(let created): text += "created { \(fields(of: created)) }\n"
    case .edited(let changes): text += "edited { \(fields(of: changes)) }\n"
    case .photoAttached(let photo):
      text += "photo_attached { sha256: \(quoted(photo.digest.bytes)) byte_count: \(photo.byteCount) "
      text += "width: \(photo.width) height: \(photo.height) }\n"
    case .photoCleared: text += "photo_cleared {}\n"
    case .discarded: text += "discarded {}\n"
    case .restored: text += "restored {}\n"
    case .lost: text += "lost {}\n"
    case .seen(let seen):
      let replica = withUnsafeBytes(of: seen.replica.uuid) { Array($0) }
      text += "seen { replica: \(quoted(replica)) sequence: \(seen.position.sequence) "
      text += "digest: \(quoted(seen.position.digest.bytes)) clock_ms: \(seen.clock.milliseconds) "
      text += "counter: \(seen.clock.counter) ordinal: \(seen.ordinal) continues: \(seen.continues) }\n"
    case .workout(let action): text += WorkoutWireText.text(of: action)
    case .unknown: break
    }
    if let device = event.device { text += "device: \(quoted(device))\n" }
    return text
  }

  private static func fields(of created: Event.Created) -> String {
    let id = withUnsafeBytes(of: created.id.uuid) { Array($0) }
    var text = "id: \(quoted(id)) \(fields(of: created.time)) type: \(name(of: created.type)) "
    text += "title: \(quoted(created.title)) notes: \(quoted(created.notes)) "
    if let calories = created.calories { text += "calories: \(calories) " }
    if let location = created.location { text += "location: \(quoted(location)) " }
    if let duration = created.durationSeconds { text += "duration_seconds: \(duration) " }
    if let distance = created.distanceMetres { text += "distance_metres: \(distance) " }
    return text + dayOnly(created.time)
  }

  private static func fields(of changes: CheckInChanges) -> String {
    var text = changes.time.map(fields) ?? ""
    if let type = changes.type { text += " type: \(name(of: type))" }
    if let title = changes.title { text += " title: \(quoted(title))" }
    var cleared: [String] = []
    switch changes.calories {
    case .set(let calories): text += " calories: \(calories)"
    case .clear: cleared.append("CALORIES")
    case nil: break
    }
    switch changes.location {
    case .set(let location): text += " location: \(quoted(location))"
    case .clear: cleared.append("LOCATION")
    case nil: break
    }
    if changes.notes == "" {
      cleared.append("NOTES")
    } else if let notes = changes.notes {
      text += " notes: \(quoted(notes))"
    }
    switch changes.durationSeconds {
    case .set(let duration): text += " duration_seconds: \(duration)"
    case .clear: cleared.append("DURATION_SECONDS")
    case nil: break
    }
    switch changes.distanceMetres {
    case .set(let distance): text += " distance_metres: \(distance)"
    case .clear: cleared.append("DISTANCE_METRES")
    case nil: break
    }
    return text + " cleared: [\(cleared.joined(separator: ", "))]" + (changes.time.map(dayOnly) ?? "")
  }

  private static func dayOnly(_ time: CheckInTime) -> String { time.isTimeOfDayKnown ? "" : " day_only: true" }

  private static func fields(of time: CheckInTime) -> String {
    "at_ms: \(time.instantMilliseconds) utc_offset_minutes: \(time.offsetMinutes) "
      + "time_zone: \(quoted(time.timeZone ?? ""))"
  }

  private static func name(of type: ExerciseType) -> String {
    ["UNKNOWN", "RUN", "GYM", "SWIM", "BIKE", "WALK", "YOGA", "CYCLING", "STRENGTH_TRAINING"][Int(type.rawValue)]
  }

  static func quoted(_ text: String) -> String { quoted(Array(text.utf8)) }

  static func quoted(_ bytes: [UInt8]) -> String {
    "\""
      + bytes.map { byte in
        let octal = String(byte, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - octal.count) + octal
      }.joined() + "\""
  }
}

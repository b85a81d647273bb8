internal import EventLog
internal import FoundationEssentials

/// One event as a line of JSON, from which its record in the log comes back byte for byte.
///
/// ```
/// {"sequence":2,"recordedAt":"2026-11-21T06:53:01.123Z","origin":"cli","checkIn":1,"command":2,"undoes":null,
///  "action":"edited","fields":{"calories":340,"location":null}}
/// ```
///
/// The fields of an edit are those that it sets; null clears one, and so does an empty text for the notes. A record
/// that these members cannot reproduce, such as one that a newer version wrote, stands as it is, in Base64:
///
/// ```
/// {"sequence":3,"record":"CAM…"}
/// ```
enum EventLine {
  /// The names of an edit's and a creation's fields.
  enum Field: String, CaseIterable {
    case id, at, timeZone, type, title, calories, location, notes
  }

  enum PhotoField: String, CaseIterable {
    case sha256, bytes, width, height
  }

  enum Member: String, CaseIterable {
    case sequence, recordedAt, origin, checkIn, command, undoes, action, fields, record
  }

  /// Writes the event that stands in `bytes`.
  static func write(_ view: EventView, in bytes: RawSpan, to json: inout JSONWriter) {
    let event = Event(view, in: bytes)
    var records = EventRecords()
    records.append(event)
    let message = bytes.array(view.record)
    let isReadable =
      !view.isNotUnderstood && CheckInTime.instantRange.contains(event.recordedAtMilliseconds)
      && records[0].elementsEqual(message)
    json.object { json in
      json.key(Member.sequence.rawValue)
      json.integer(event.sequence)
      if isReadable {
        write(event, to: &json)
      } else {
        json.key(Member.record.rawValue)
        json.string(Data(message).base64EncodedString())
      }
    }
  }

  private static func write(_ event: Event, to json: inout JSONWriter) {
    json.key(Member.recordedAt.rawValue)
    json.string(event.recordedAt)
    json.key(Member.origin.rawValue)
    json.string(event.origin.name)
    json.key(Member.checkIn.rawValue)
    json.integer(event.checkIn)
    json.key(Member.command.rawValue)
    json.integer(event.command)
    json.key(Member.undoes.rawValue)
    if let undoes = event.undoes { json.integer(undoes) } else { json.null() }
    json.key(Member.action.rawValue)
    json.string(event.action.name)
    json.key(Member.fields.rawValue)
    json.object { json in
      switch event.action {
      case .created(let created): write(created, to: &json)
      case .edited(let changes): write(changes, to: &json)
      case .photoAttached(let photo): write(photo, to: &json)
      case .photoCleared, .discarded, .restored, .lost, .unknown: break
      }
    }
  }

  private static func write(_ created: Event.Created, to json: inout JSONWriter) {
    json.key(Field.id.rawValue)
    json.string(created.id.uuidString)
    write(created.time, to: &json)
    json.key(Field.type.rawValue)
    json.string(created.type.name)
    json.key(Field.title.rawValue)
    json.string(created.title)
    json.key(Field.calories.rawValue)
    json.integer(orNull: created.calories)
    json.key(Field.location.rawValue)
    json.string(orNull: created.location)
    json.key(Field.notes.rawValue)
    json.string(created.notes)
  }

  private static func write(_ changes: CheckInChanges, to json: inout JSONWriter) {
    if let time = changes.time { write(time, to: &json) }
    if let type = changes.type {
      json.key(Field.type.rawValue)
      json.string(type.name)
    }
    if let title = changes.title {
      json.key(Field.title.rawValue)
      json.string(title)
    }
    if let calories = changes.calories {
      json.key(Field.calories.rawValue)
      json.integer(orNull: calories.value)
    }
    if let location = changes.location {
      json.key(Field.location.rawValue)
      json.string(orNull: location.value)
    }
    if let notes = changes.notes {
      json.key(Field.notes.rawValue)
      json.string(notes)
    }
  }

  private static func write(_ time: CheckInTime, to json: inout JSONWriter) {
    json.key(Field.at.rawValue)
    json.string(time.description)
    json.key(Field.timeZone.rawValue)
    json.string(orNull: time.timeZone)
  }

  private static func write(_ photo: Photo, to json: inout JSONWriter) {
    json.key(PhotoField.sha256.rawValue)
    json.string(photo.digest.hexadecimal)
    json.key(PhotoField.bytes.rawValue)
    json.integer(photo.byteCount)
    json.key(PhotoField.width.rawValue)
    json.integer(photo.width)
    json.key(PhotoField.height.rawValue)
    json.integer(photo.height)
  }
}

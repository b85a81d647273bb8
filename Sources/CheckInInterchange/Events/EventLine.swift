internal import CheckInJournal
internal import EventLog
internal import FoundationEssentials

/// One event as a line of JSON, from which its record in the log comes back byte for byte.
///
/// ```
/// {"sequence":2,"recordedAt":"2026-11-21T06:53:01.123Z","origin":"cli","checkIn":1,"command":2,"undoes":null,
///  "action":"edited","fields":{"calories":340,"location":null}}
/// ```
///
/// The fields of an edit are those that it sets; null clears one, and so does an empty text for the notes. An event on
/// workouts that concerns no check-in has null for it. A record that these members cannot reproduce, such as one that a
/// newer version wrote, is written as it is, in Base64:
///
/// ```
/// {"sequence":3,"record":"CAM…"}
/// ```
enum EventLine {
  /// The fields of a creation and an edit in the order of a line: the time, then as in the form.
  static let fields = [CheckInField.at] + CheckInField.editable.filter { $0 != .at }
  /// The names of an edit's members; a creation has an `id`, too.
  fileprivate static let fieldNames = fields.map(\.rawValue) + [timeZone, timeKnown]
  private static let timeZone = CheckInField.timeZone.rawValue
  private static let timeKnown = "timeKnown"

  enum PhotoField: String, CaseIterable {
    case sha256, bytes, width, height
  }

  enum Member: String, CaseIterable {
    case sequence, recordedAt, origin, device, checkIn, command, undoes, action, fields, record
  }

  /// Writes an event.
  ///
  /// - Parameter message: the event's message in the log, unless it is `Event.message`.
  static func write(_ event: Event, message: [UInt8]?, to json: inout JSONWriter) {
    json.object { json in
      json[Member.sequence.rawValue] = event.sequence
      if message == nil, CheckInTime.instantRange.contains(event.recordedAtMilliseconds), !event.isSeen {
        write(event, to: &json)
      } else {
        json[Member.record.rawValue] = Data(message ?? event.message).base64EncodedString()
      }
    }
  }

  private static func write(_ event: Event, to json: inout JSONWriter) {
    json.key(Member.recordedAt.rawValue)
    json.time(utcMilliseconds: event.recordedAtMilliseconds)
    json[Member.origin.rawValue] = event.origin.name
    if let device = event.device { json[Member.device.rawValue] = device }
    json[Member.checkIn.rawValue] = event.concernsNoCheckIn ? nil : event.checkIn
    json[Member.command.rawValue] = event.command
    json[Member.undoes.rawValue] = event.undoes
    json[Member.action.rawValue] = event.action.name
    json.object(Member.fields.rawValue) { json in
      switch event.action {
      case .created(let created): write(created, to: &json)
      case .edited(let changes): write(changes, to: &json)
      case .photoAttached(let photo): write(photo, to: &json)
      case .workout(let action): action.writeMembers(to: &json)
      case .photoCleared, .discarded, .restored, .lost, .seen, .unknown: break
      }
    }
  }

  private static func write(_ created: Event.Created, to json: inout JSONWriter) {
    json["id"] = created.id
    for field in fields where !created.fields.isLeftOut(field) { write(field, of: created.fields, to: &json) }
  }

  private static func write(_ changes: CheckInChanges, to json: inout JSONWriter) {
    for field in fields where changes.written.contains(field) { write(field, of: changes.fields, to: &json) }
  }

  /// Writes the member of an editable field.
  private static func write(_ field: CheckInField, of fields: CheckInFields, to json: inout JSONWriter) {
    let name = field.rawValue
    switch field {
    case .at: write(fields.time, to: &json)
    case .type: json[name] = fields.type.name
    case .title: json[name] = fields.title
    case .quantity(let quantity): json[name] = fields[quantity]
    case .location: json[name] = fields.location
    case .notes: json[name] = fields.notes
    case .timeZone, .photo, .discarded: break
    }
  }

  private static func write(_ time: CheckInTime, to json: inout JSONWriter) {
    json[CheckInField.at.rawValue] = time
    json[timeZone] = time.timeZone
    if !time.isTimeOfDayKnown { json[timeKnown] = false }
  }

  private static func write(_ photo: Photo, to json: inout JSONWriter) {
    json[PhotoField.sha256.rawValue] = photo.digest
    json[PhotoField.bytes.rawValue] = photo.byteCount
    json[PhotoField.width.rawValue] = photo.width
    json[PhotoField.height.rawValue] = photo.height
  }
}

extension Event {
  /// `true` if the event is a causality record, which only the program itself reads.
  fileprivate var isSeen: Bool { if case .seen = action { true } else { false } }
  fileprivate var concernsNoCheckIn: Bool { if case .workout = action { checkIn == 0 } else { false } }
}

extension EventLine {
  /// The message of the log's record that the line stands for.
  ///
  /// Members that are not known are refused: leaving out what they say would misstate the event.
  ///
  /// - Throws: `EventHistory.Fault.invalid` with the reason why the line is no event.
  static func message(of line: [UInt8], _ decoder: JSONDecoder) throws(EventHistory.Fault) -> [UInt8] {
    let decoded: DecodedLine
    do {
      decoded = try decoder.decode(DecodedLine.self, from: Data(line))
    } catch let problem as EventHistory.Fault {
      throw problem
    } catch {
      throw .invalid("The line is not a JSON object")
    }
    let repeated = repeatedNames(inJSONObject: line)
    guard repeated.isEmpty else {
      throw .invalid("The line names twice: \(repeated.joined(separator: ", "))")
    }
    return decoded.message
  }
}

/// A line, decoded.
private struct DecodedLine: Decodable {
  let message: [UInt8]

  init(from decoder: any Decoder) throws {
    let members = try Members(
      decoder.container(keyedBy: AnyKey.self), allowed: EventLine.Member.allCases.map(\.rawValue))
    let sequence: UInt64 = try members.required("sequence")
    if let record: String = try members.optional("record") {
      guard members.count == 2, let data = Data(base64Encoded: record) else {
        throw EventHistory.Fault.invalid("The record is not Base64, or other members stand beside it")
      }
      message = Array(data)
      return
    }
    let recordedAt: String = try members.required("recordedAt")
    guard let time = WrittenTime(recordedAt), time.offsetMinutes == 0 else {
      throw EventHistory.Fault.invalid("recordedAt must be a time in UTC, such as 2026-11-21T06:53:01.123Z")
    }
    let originName: String = try members.required("origin")
    guard let origin = Event.Origin.allCases.first(where: { $0.name == originName }) else {
      throw EventHistory.Fault.invalid("The origin is not known")
    }
    let action: String = try members.required("action")
    let event = Event(
      sequence: sequence, recordedAtMilliseconds: time.localMilliseconds, origin: origin,
      checkIn: try Self.checkIn(for: action, in: members), command: try members.required("command"),
      undoes: try members.optional("undoes"), device: try members.optional("device"),
      action: try Self.action(named: action, in: members))
    message = event.message
  }

  /// Workouts need no check-in; everything else names one.
  private static func checkIn(for action: String, in members: Members) throws -> Int {
    let isOnWorkouts = WorkoutAction.memberNames(ofType: action) != nil
    return isOnWorkouts ? try members.optionalNatural("checkIn") ?? 0 : try members.natural("checkIn")
  }

  private static func action(named name: String, in members: Members) throws -> Event.Action {
    func fields(_ allowed: [String]) throws -> Members { try members.nested("fields", allowed: allowed) }
    switch name {
    case "created": return .created(try created(fields(EventLine.fieldNames + ["id"])))
    case "edited": return .edited(try changes(fields(EventLine.fieldNames)))
    case "photoAttached": return .photoAttached(try photo(fields(EventLine.PhotoField.allCases.map(\.rawValue))))
    default:
      if let workout = try workout(named: name, in: members) { return .workout(workout) }
    }
    // Actions without fields: an empty object, or none.
    if members.has("fields") { _ = try fields([]) }
    switch name {
    case "photoCleared": return .photoCleared
    case "discarded": return .discarded
    case "restored": return .restored
    case "lost": return .lost
    default: throw EventHistory.Fault.invalid("The action is not known")
    }
  }

  private static func workout(named name: String, in members: Members) throws -> WorkoutAction? {
    guard let allowed = WorkoutAction.memberNames(ofType: name) else { return nil }
    let fields = allowed.isEmpty && !members.has("fields") ? members : try members.nested("fields", allowed: allowed)
    return try WorkoutAction(ofType: name, fields)
  }

  private static func created(_ fields: Members) throws -> Event.Created {
    var created = Event.Created(
      id: try fields.identity("id"), time: try time(fields), type: try type(fields),
      title: try fields.required("title"))
    for quantity in CheckInQuantity.allCases {
      created.fields[quantity] = try fields.optionalNatural(quantity.rawValue)
    }
    created.location = try fields.optional("location")
    created.notes = try fields.required("notes")
    return created
  }

  private static func changes(_ fields: Members) throws -> CheckInChanges {
    var changes = CheckInChanges()
    if fields.has("at") || fields.has("timeZone") || fields.has("timeKnown") { changes.time = try time(fields) }
    if fields.has("type") { changes.type = try type(fields) }
    if fields.has("title") { changes.title = try fields.required("title") }
    for quantity in CheckInQuantity.allCases where fields.has(quantity.rawValue) {
      changes[quantity] = CheckInChanges.Change(try fields.optionalNatural(quantity.rawValue))
    }
    if fields.has("location") { changes.location = CheckInChanges.Change(try fields.optional("location")) }
    if fields.has("notes") { changes.notes = try fields.required("notes") }
    return changes
  }

  private static func photo(_ fields: Members) throws -> Photo {
    let text: String = try fields.required("sha256")
    guard let digest = Digest(hexadecimal: text) else {
      throw EventHistory.Fault.invalid("sha256 must be 64 hexadecimal digits")
    }
    return Photo(
      digest: digest, byteCount: try fields.natural("bytes"), width: try fields.natural("width"),
      height: try fields.natural("height"))
  }

  private static func time(_ fields: Members) throws -> CheckInTime {
    var time = try fields.time("at")
    time.isTimeOfDayKnown = try fields.optional("timeKnown") ?? true
    return time
  }

  private static func type(_ fields: Members) throws -> ExerciseType {
    let name: String = try fields.required("type")
    guard let type = ExerciseType.allCases.first(where: { $0.name == name }) else {
      throw EventHistory.Fault.invalid("The type is not known")
    }
    return type
  }
}

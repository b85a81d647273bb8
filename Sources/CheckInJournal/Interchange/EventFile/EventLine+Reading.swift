internal import EventLog
internal import FoundationEssentials

extension EventLine {
  /// Why a line is no event.
  struct Problem: Error {
    var message: String
  }

  /// The message of the log's record that the line stands for.
  ///
  /// Members that are not known are refused: leaving out what they say would misstate the event.
  static func message(of line: [UInt8], _ decoder: JSONDecoder) throws(Problem) -> [UInt8] {
    let decoded: DecodedLine
    do {
      decoded = try decoder.decode(DecodedLine.self, from: Data(line))
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(message: "The line is not a JSON object")
    }
    let repeated = repeatedNames(inJSONObject: line)
    guard repeated.isEmpty else {
      throw Problem(message: "The line names twice: " + repeated.joined(separator: ", "))
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
        throw EventLine.Problem(message: "The record is not Base64, or other members stand beside it")
      }
      message = Array(data)
      return
    }
    let recordedAt: String = try members.required("recordedAt")
    guard let time = WrittenTime(recordedAt), time.offsetMinutes == 0 else {
      throw EventLine.Problem(message: "recordedAt must be a time in UTC, such as 2026-11-21T06:53:01.123Z")
    }
    let originName: String = try members.required("origin")
    guard let origin = Event.Origin.allCases.first(where: { $0.name == originName }) else {
      throw EventLine.Problem(message: "The origin is not known")
    }
    let action: String = try members.required("action")
    var records = EventRecords()
    records.append(
      Event(
        sequence: sequence, recordedAtMilliseconds: time.localMilliseconds, origin: origin,
        checkIn: try members.natural("checkIn"), command: try members.required("command"),
        undoes: try members.optional("undoes"), action: try Self.action(action, members)))
    message = Array(records[0])
  }

  private static func action(_ name: String, _ members: Members) throws -> Event.Action {
    func fields(_ allowed: [String]) throws -> Members { try Members(members.nested("fields"), allowed: allowed) }
    switch name {
    case "created": return .created(try created(fields(EventLine.Field.allCases.map(\.rawValue))))
    case "edited":
      return .edited(try changes(fields(EventLine.Field.allCases.filter { $0 != .id }.map(\.rawValue))))
    case "photoAttached": return .photoAttached(try photo(fields(EventLine.PhotoField.allCases.map(\.rawValue))))
    default: break
    }
    // Actions without fields: an empty object, or none.
    if members.has("fields") { _ = try fields([]) }
    switch name {
    case "photoCleared": return .photoCleared
    case "discarded": return .discarded
    case "restored": return .restored
    case "lost": return .lost
    default: throw EventLine.Problem(message: "The action is not known")
    }
  }

  private static func created(_ fields: Members) throws -> Event.Created {
    let text: String = try fields.required("id")
    guard let id = UUID(uuidString: text) else { throw EventLine.Problem(message: ImportRow.idUnreadable) }
    return Event.Created(
      id: id, time: try time(fields), type: try type(fields), title: try fields.required("title"),
      calories: try fields.optionalNatural("calories"), location: try fields.optional("location"),
      notes: try fields.required("notes"))
  }

  private static func changes(_ fields: Members) throws -> CheckInChanges {
    var changes = CheckInChanges()
    if fields.has("at") || fields.has("timeZone") { changes.time = try time(fields) }
    if fields.has("type") { changes.type = try type(fields) }
    if fields.has("title") { changes.title = try fields.required("title") }
    if fields.has("calories") { changes.calories = try fields.optionalNatural("calories").map { .set($0) } ?? .clear }
    if fields.has("location") {
      let location: String? = try fields.optional("location")
      changes.location = location.map { .set($0) } ?? .clear
    }
    if fields.has("notes") { changes.notes = try fields.required("notes") }
    return changes
  }

  private static func photo(_ fields: Members) throws -> Photo {
    let text: String = try fields.required("sha256")
    guard let digest = Digest(hexadecimal: text) else {
      throw EventLine.Problem(message: "sha256 must be 64 hexadecimal digits")
    }
    return Photo(
      digest: digest, byteCount: try fields.natural("bytes"), width: try fields.natural("width"),
      height: try fields.natural("height"))
  }

  private static func time(_ fields: Members) throws -> CheckInTime {
    let text: String = try fields.required("at")
    guard let written = WrittenTime(text), let offset = written.offsetMinutes else {
      throw EventLine.Problem(message: ImportRow.timeUnreadable(text))
    }
    let zone: String? = try fields.optional("timeZone")
    return CheckInTime(
      instantMilliseconds: written.localMilliseconds - Int64(offset) * 60_000, offsetMinutes: offset, timeZone: zone)
  }

  private static func type(_ fields: Members) throws -> ExerciseType {
    let name: String = try fields.required("type")
    guard let type = ExerciseType.allCases.first(where: { $0.name == name }) else {
      throw EventLine.Problem(message: "The type is not known")
    }
    return type
  }
}

/// The members of an object, with errors in words.
private struct Members {
  private let container: KeyedDecodingContainer<AnyKey>

  init(_ container: KeyedDecodingContainer<AnyKey>, allowed: [String]) throws {
    self.container = container
    let strangers = container.allKeys.map(\.stringValue).filter { !allowed.contains($0) }
    // The same one each time; the decoder gives them in no order.
    if let stranger = strangers.min() {
      throw EventLine.Problem(message: "The member \(stranger.prefix(40)) is not known")
    }
  }

  var count: Int { container.allKeys.count }

  func has(_ name: String) -> Bool { container.contains(AnyKey(name)) }

  func required<Value: Decodable>(_ name: String) throws -> Value {
    guard let value = try optional(name, as: Value.self) else {
      throw EventLine.Problem(message: "The member \(name) is missing")
    }
    return value
  }

  func optional<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
    do {
      return try container.decodeIfPresent(Value.self, forKey: AnyKey(name))
    } catch {
      throw EventLine.Problem(message: "The member \(name) has not the form that it should have")
    }
  }

  func optionalNatural(_ name: String) throws -> Int? {
    let number: Int? = try optional(name)
    if let number, number < 0 { throw EventLine.Problem(message: "The member \(name) must not be negative") }
    return number
  }

  func natural(_ name: String) throws -> Int {
    guard let number = try optionalNatural(name) else {
      throw EventLine.Problem(message: "The member \(name) is missing")
    }
    return number
  }

  func nested(_ name: String) throws -> KeyedDecodingContainer<AnyKey> {
    do {
      return try container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(name))
    } catch {
      throw EventLine.Problem(message: "The member \(name) must be an object")
    }
  }
}

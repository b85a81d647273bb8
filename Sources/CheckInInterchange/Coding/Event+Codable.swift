public import CheckInJournal
internal import EventLog
internal import FoundationEssentials

extension Event: Codable {
  /// Reads the object that ``encode(to:)`` writes.
  ///
  /// - Throws: `DecodingError` where it is no event; members that are not known are refused, since leaving out what
  ///   they say would misstate the event.
  public init(from decoder: any Decoder) throws {
    self = try Event(CodedValue(from: decoder), at: decoder.codingPath)
  }

  /// Writes the object that the event has as a line of a file of events: see <doc:EventFiles>.
  ///
  /// The object is written as text first, by what writes those files, and then handed to the encoder.
  public func encode(to encoder: any Encoder) throws {
    try codedValue().encode(to: encoder)
  }

  /// - Parameter path: where the value is, for the error.
  fileprivate init(_ value: CodedValue, at path: [any CodingKey]) throws {
    let line = Array(try JSONEncoder().encode(value))
    do {
      let message = try EventLine.message(of: line, JSONDecoder())
      let bytes = message.span.bytes
      self = Event(try EventView(ByteRange(start: 0, end: message.count), in: bytes), in: bytes)
    } catch {
      var reason: Message = "The event cannot be read"
      if case .invalid(let words)? = error as? EventHistory.Fault { reason = words }
      throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: path, debugDescription: "\(reason)."))
    }
  }

  fileprivate func codedValue() throws -> CodedValue {
    var json = JSONWriter()
    EventLine.write(self, message: nil, to: &json)
    return try JSONDecoder().decode(CodedValue.self, from: Data(json.bytes))
  }
}

extension AuditEntry: Codable {
  private enum Member {
    static let event = "event"
    static let after = "after"
    static let changes = "changes"
    static let replica = "replica"
    static let workout = "workout"
  }

  private enum Side: String {
    case from, to
  }

  /// Reads the object that ``encode(to:)`` writes.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: AnyKey.self)
    let event = try members.decode(Event.self, forKey: AnyKey(Member.event))
    let after = try members.decodeIfPresent(CheckIn.self, forKey: AnyKey(Member.after))
    let fields = try members.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(Member.changes))
    let changes = try CheckInField.audited.compactMap { field -> Change? in
      let key = AnyKey(field.rawValue)
      guard fields.contains(key) else { return nil }
      let sides = try fields.nestedContainer(keyedBy: AnyKey.self, forKey: key)
      func value(_ side: Side) throws -> Value {
        let key = AnyKey(side.rawValue)
        if try sides.decodeNil(forKey: key) { return .none }
        return switch field {
        case .photo: .photo(try sides.decode(Photo.self, forKey: key))
        case .quantity: .number(try sides.decode(Int.self, forKey: key))
        default: .text(try sides.decode(String.self, forKey: key))
        }
      }
      return Change(field: field, from: try value(.from), to: try value(.to))
    }
    self.init(event: event, changes: changes, after: after)
    replica = try members.decodeIfPresent(String.self, forKey: AnyKey(Member.replica))
    checkInName = after?.name
    guard case .workout(let action) = event.action, members.contains(AnyKey(Member.workout)) else { return }
    let shown = try members.decode([String: CodedValue].self, forKey: AnyKey(Member.workout))
    let summary = action.summary
    let concerned = [
      "exercise": summary.exercise, "plan": summary.plan, "session": summary.session, "set": summary.set,
    ]
    for case (let member, let number?) in concerned {
      if case .text(let name) = shown[member] { workoutNames[number] = name }
    }
  }

  /// Writes the object that `checkin audit --json` does, and two members more, from which the entry can be read again:
  /// `event`, as ``CheckInJournal/Event`` is written, and `after`, the check-in or null.
  public func encode(to encoder: any Encoder) throws {
    var json = JSONWriter()
    write(to: &json)
    guard case .object(var members) = try JSONDecoder().decode(CodedValue.self, from: Data(json.bytes)) else { return }
    members[Member.event] = try event.codedValue()
    members[Member.after] =
      try after.map { try JSONDecoder().decode(CodedValue.self, from: try JSONEncoder().encode($0)) } ?? .null
    try CodedValue.object(members).encode(to: encoder)
  }
}

extension WorkoutAction {
  /// The names of the JSON members of each event type's fields. Numbers stand for exercises, plans, sessions and sets;
  /// distances are in millimetres and weights in text, which loses no digit.
  private static let memberNames: [String: (kind: WorkoutKind, names: [String])] = Dictionary(
    uniqueKeysWithValues: WorkoutKind.allCases.map { kind in
      var visitor = MemberNameCollector()
      _ = visitor.visited(WorkoutAction(kind))
      return (kind.name, (kind, visitor.names))
    })

  /// Returns the names of the members that an event type's fields have in JSON, or `nil` if it is not about workouts.
  package static func memberNames(ofType name: String) -> [String]? { memberNames[name]?.names }

  /// Writes the members of the action's fields.
  package func writeMembers(to json: inout JSONWriter) { json.members(of: self) }

  /// Reads the fields of an event type.
  ///
  /// - Returns: `nil` if the event type is not about workouts.
  /// - Throws: ``JSONMembers/invalid(_:)`` with the reason why the members are not those of such an event.
  package init?<Members: JSONMembers>(ofType name: String, _ members: Members) throws {
    guard let kind = Self.memberNames[name]?.kind else { return nil }
    var visitor = JSONFieldReader(members: members)
    self = try visitor.visited(WorkoutAction(kind))
  }
}

extension JSONMembers {
  func required<Value: FieldValue>(_ name: String) throws -> Value {
    guard let value = try Value.read(name, in: self) else {
      throw invalid("The member \(name) is missing")
    }
    return value
  }
}

extension JSONWriter {
  fileprivate mutating func members(of message: some FieldMessage) {
    var visitor = JSONFieldWriter(json: consume self)
    _ = visitor.visited(message)
    self = visitor.json
  }
}

/// The encoder of messages in JSON.
private struct JSONFieldWriter: FieldVisitor, ~Copyable {
  typealias Failure = Never

  var json: JSONWriter

  mutating func visit<Value: FieldValue>(_ value: inout Value?, isCleared: inout Bool, _ field: WorkoutField) {
    if let value {
      value.writeMembers(to: &json, field.member)
    } else if field.presence == .optional || isCleared {
      json.key(field.member)
      json.null()
    }
  }

  mutating func list<Message: FieldMessage>(_ messages: inout [Message]?, as field: WorkoutField) {
    guard let messages else { return }
    json.key(field.member)
    json.array { json in
      for message in messages { json.object { $0.members(of: message) } }
    }
  }
}

/// The decoder of messages in JSON.
private struct JSONFieldReader<Members: JSONMembers>: FieldVisitor {
  typealias Failure = any Error

  let members: Members

  func visit<Value: FieldValue>(_ value: inout Value?, isCleared: inout Bool, _ field: WorkoutField) throws {
    if field.presence == .change, !Value.memberNames(field.member).contains(where: members.has) { return }
    value = field.presence == .value ? try members.required(field.member) : try Value.read(field.member, in: members)
    isCleared = field.presence == .change && value == nil && field.cleared.list > 0
  }

  /// Reads a number, which null doesn't leave unchanged.
  func number(_ number: inout Int?, of subject: WorkoutAction.NumberedSubject, _ field: WorkoutField) throws {
    if field.presence == .optional {
      number = try members.optionalNatural(field.member)
    } else if field.presence == .value || members.has(field.member) {
      number = try members.required(field.member) as Int
    }
  }

  func list<Message: FieldMessage>(_ messages: inout [Message]?, as field: WorkoutField) throws {
    if field.presence == .change, !members.has(field.member) { return }
    var names = MemberNameCollector()
    _ = names.visited(Message())
    messages = try members.array(field.member, allowed: names.names).map { members in
      var visitor = JSONFieldReader(members: members)
      return try visitor.visited(Message())
    }
  }

  func require(_ isValid: @autoclosure () -> Bool, _ rule: Message) throws {
    if !isValid() { throw members.invalid(rule) }
  }
}

/// Collects the names of the members that a message can have.
private struct MemberNameCollector: FieldVisitor {
  typealias Failure = Never

  var names: [String] = []

  mutating func visit<Value: FieldValue>(_ value: inout Value?, isCleared: inout Bool, _ field: WorkoutField) {
    names += Value.memberNames(field.member)
  }

  mutating func list<Message: FieldMessage>(_ messages: inout [Message]?, as field: WorkoutField) {
    names.append(field.member)
  }
}

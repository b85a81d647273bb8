internal import EventLog

package import struct FoundationEssentials.UUID

/// A message about workouts: the fields of an event, or a part of a snapshot.
///
/// A message lists its fields once. Whatever has to pass over them (the encoder and the decoder of the log and the
/// snapshot, those of JSON, the renumbering of another device's events) is a ``FieldVisitor``.
protocol FieldMessage {
  /// Creates a message for a decoder to fill, with the default of each field.
  init()

  /// Shows each field to a visitor, which may replace its value.
  mutating func visitFields<Visitor: FieldVisitor & ~Copyable>(with visitor: inout Visitor) throws(Visitor.Failure)
}

/// The presence of a field in a message.
enum FieldPresence {
  /// Always present. On the wire, a default value is left out.
  case value
  /// `nil` for none: absent on the wire, null in JSON.
  case optional
  /// `nil` if an edit leaves it unchanged. Any other value is written, even a default.
  case change
}

/// A pass over the fields of messages, which reads, writes or replaces their values.
protocol FieldVisitor: ~Copyable {
  associatedtype Failure: Error

  /// `true` if fields must be visited in the order of their numbers; JSON has its own order.
  static var isOrderedByNumber: Bool { get }

  /// - Parameter isCleared: `true` if an edit clears the value.
  mutating func visit<Value: FieldValue>(
    _ value: inout Value?, isCleared: inout Bool, _ field: WorkoutField
  ) throws(Failure)
  /// Visits a repeated message.
  mutating func list<Message: FieldMessage>(_ messages: inout [Message]?, as field: WorkoutField) throws(Failure)
  /// Visits the number of an exercise, a plan, a session or a set.
  mutating func number(
    _ number: inout Int?, of subject: WorkoutAction.NumberedSubject, _ field: WorkoutField
  ) throws(Failure)
  /// Visits the plan that a session follows.
  mutating func plan(_ plan: inout WorkoutSession.PlanReference?) throws(Failure)
  /// Rejects a message that breaks a rule, if the visitor is a decoder.
  mutating func require(_ isValid: @autoclosure () -> Bool, _ rule: Message) throws(Failure)
}

extension FieldVisitor where Self: ~Copyable {
  static var isOrderedByNumber: Bool { false }

  mutating func number(
    _ number: inout Int?, of subject: WorkoutAction.NumberedSubject, _ field: WorkoutField
  ) throws(Failure) {
    var value = number.map { EntityNumber(number: $0) }
    try visit(&value, with: field)
    number = value?.number
  }

  mutating func plan(_ plan: inout WorkoutSession.PlanReference?) throws(Failure) {
    try optional(&plan, as: SessionField.plan)
  }

  mutating func require(_ isValid: @autoclosure () -> Bool, _ rule: Message) throws(Failure) {}

  // MARK: What messages call

  mutating func value<Value: FieldValue>(_ value: inout Value, as field: WorkoutField) throws(Failure) {
    var present: Value? = value
    try visit(&present, with: field)
    value = present ?? value
  }

  mutating func optional<Value: FieldValue>(_ value: inout Value?, as field: WorkoutField) throws(Failure) {
    try visit(&value, with: field.optional)
  }

  mutating func change<Value: FieldValue>(_ value: inout Value?, as field: WorkoutField) throws(Failure) {
    try visit(&value, with: field.change)
  }

  mutating func change<Value: FieldValue>(
    _ change: inout CheckInChanges.Change<Value>?, as field: WorkoutField
  ) throws(Failure) {
    var (value, isCleared) = (change?.value, change == .clear)
    try visit(&value, isCleared: &isCleared, field.change)
    change = isCleared ? .clear : value.map { .set($0) }
  }

  mutating func list<Message: FieldMessage>(_ messages: inout [Message], as field: WorkoutField) throws(Failure) {
    var present: [Message]? = messages
    try list(&present, as: field)
    messages = present ?? []
  }

  /// Visits an optional message, as a list of at most one.
  mutating func message<Message: FieldMessage>(_ message: inout Message?, as field: WorkoutField) throws(Failure) {
    var messages = message.map { [$0] } ?? []
    try list(&messages, as: field)
    message = messages.last
  }

  mutating func number(_ number: inout Int, of subject: WorkoutAction.NumberedSubject) throws(Failure) {
    try self.number(&number, of: subject, subject.field)
  }

  mutating func number(
    _ number: inout Int, of subject: WorkoutAction.NumberedSubject, _ field: WorkoutField
  ) throws(Failure) {
    var present: Int? = number
    try self.number(&present, of: subject, field)
    number = present ?? number
  }

  /// Returns a number as the visitor leaves it.
  mutating func visited(_ number: Int, of subject: WorkoutAction.NumberedSubject) throws(Failure) -> Int {
    var number = number
    try self.number(&number, of: subject)
    return number
  }

  /// Returns a message as the visitor leaves it.
  mutating func visited<Message: FieldMessage>(_ message: Message) throws(Failure) -> Message {
    var message = message
    try message.visitFields(with: &self)
    return message
  }

  private mutating func visit<Value: FieldValue>(_ value: inout Value?, with field: WorkoutField) throws(Failure) {
    var isCleared = false
    try visit(&value, isCleared: &isCleared, field)
  }
}

/// A type of field values, with its encodings on the wire and in JSON.
protocol FieldValue: Hashable, Sendable {
  /// Appends the field that the writer is at. A default value is written only if an edit sets it.
  func write(to message: inout WireFieldWriter)
  /// Reads the field that the message is at; returns `nil` if it is absent.
  static func read(from message: inout MessageFields) throws(WireError) -> Self?

  /// Writes all members that the value has.
  func writeMembers(to json: inout JSONWriter, _ name: String)
  /// Reads the members; returns `nil` if they are missing or null.
  static func read(_ name: String, in members: some JSONMembers) throws -> Self?
  /// The names of all members that the value has.
  static func memberNames(_ name: String) -> [String]
}

/// A type of field values that have one member in JSON.
protocol MemberValue: FieldValue {
  /// Writes the value of the member.
  func write(to json: inout JSONWriter)
}

extension MemberValue {
  func writeMembers(to json: inout JSONWriter, _ name: String) {
    json.key(name)
    write(to: &json)
  }

  static func memberNames(_ name: String) -> [String] { [name] }
}

extension FieldValue where Self: Decodable {
  static func read(_ name: String, in members: some JSONMembers) throws -> Self? {
    try members.optional(name, as: Self.self)
  }
}

/// The members of a JSON object, as its decoder offers them. All methods throw if a member has another type.
package protocol JSONMembers {
  func has(_ name: String) -> Bool
  func optional<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value?
  func optionalNatural(_ name: String) throws -> Int?
  func optionalNamed<Value: CaseIterable>(_ name: String, by text: (Value) -> String) throws -> Value?
  func optionalInstant(_ name: String) throws -> Int64?
  func identity(_ name: String) throws -> UUID
  func time(_ name: String) throws -> CheckInTime
  func optionalNested(_ name: String, allowed: [String]) throws -> Self?
  func array(_ name: String, allowed: [String]) throws -> [Self]
  /// The error for members that break a rule.
  func invalid(_ reason: Message) -> any Error
}

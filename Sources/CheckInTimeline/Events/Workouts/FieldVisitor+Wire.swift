internal import EventLog
internal import FoundationEssentials

extension WireWriter {
  /// Appends the fields of a message.
  mutating func fields(of message: some FieldMessage) {
    var visitor = WireFieldWriter()
    swap(&visitor.writer, &self)
    _ = visitor.visited(message)
    // An edit's list of cleared fields is its last field.
    visitor.writer.packed(visitor.cleared.map(\.number), field: visitor.cleared.first?.list ?? 0)
    swap(&visitor.writer, &self)
  }

  mutating func natural(_ value: Int, field: UInt64) { unsigned(UInt64(max(0, value)), field: field) }

  /// Appends numbers as one packed field, unless there are none.
  mutating func packed(_ numbers: [UInt64], field: UInt64) {
    guard !numbers.isEmpty else { return }
    var writer = WireWriter()
    for number in numbers { writer.varint(number) }
    presentBytes(writer.bytes, field: field)
  }
}

extension FieldMessage {
  /// Reads the fields of a message into this one, which has their defaults.
  ///
  /// - Parameter isNotUnderstood: Becomes `true` if this version does not know one of its fields or values.
  mutating func read(_ fields: MessageFields, isNotUnderstood: inout Bool) throws(WireError) {
    var visitor = WireFieldReader(fields: fields)
    try visitFields(with: &visitor)
    if !visitor.isUnderstood { isNotUnderstood = true }
  }

  /// Reads a message that no newer version can have written.
  init(known fields: MessageFields) throws(WireError) {
    var isNotUnderstood = false
    self.init()
    try read(fields, isNotUnderstood: &isNotUnderstood)
    guard !isNotUnderstood else { throw .invalidValue }
  }
}

/// The encoder of messages in the log and the snapshot.
struct WireFieldWriter: FieldVisitor {
  typealias Failure = Never

  static var isOrderedByNumber: Bool { true }

  var writer = WireWriter()
  /// The field that is being written.
  private(set) var field = WorkoutField(0)
  fileprivate var cleared: [(list: UInt64, number: UInt64)] = []

  mutating func visit<Value: FieldValue>(_ value: inout Value?, isCleared: inout Bool, _ field: WorkoutField) {
    self.field = field
    value?.write(to: &self)
    if isCleared { cleared.append(field.cleared) }
  }

  mutating func list<Message: FieldMessage>(_ messages: inout [Message]?, as field: WorkoutField) {
    for message in messages ?? [] { writer.message(field: field.number) { $0.fields(of: message) } }
  }

  mutating func unsigned(_ value: UInt64, at number: UInt64? = nil) {
    if value != 0 || field.presence == .change { writer.presentUnsigned(value, field: number ?? field.number) }
  }

  mutating func signed(_ value: Int64, at number: UInt64? = nil) {
    if value != 0 || field.presence == .change { writer.presentSigned(value, field: number ?? field.number) }
  }

  mutating func text(_ value: String, at number: UInt64? = nil) {
    if !value.isEmpty || field.presence == .change { writer.presentText(value, field: number ?? field.number) }
  }
}

/// The decoder of messages in the log and the snapshot.
private struct WireFieldReader: FieldVisitor {
  typealias Failure = WireError

  var fields: MessageFields
  /// The numbers in the message's list of cleared fields, once a field has named the list.
  private var cleared: [UInt64]?
  /// A bit for each number of a field that the list can have.
  private var clearable: UInt64 = 0

  init(fields: MessageFields) {
    self.fields = fields
  }

  /// Returns `true` if this version knows all fields and values of the message, once all fields were visited.
  var isUnderstood: Bool {
    fields.isUnderstood && (cleared ?? []).allSatisfy { clearable & 1 << $0 != 0 }
  }

  mutating func visit<Value: FieldValue>(
    _ value: inout Value?, isCleared: inout Bool, _ field: WorkoutField
  ) throws(WireError) {
    fields.field = field
    value = try Value.read(from: &fields)
    guard field.presence == .change, field.cleared.list > 0 else { return }
    let numbers: [UInt64]
    if let cleared { numbers = cleared } else { numbers = try fields.allNumbers(field.cleared.list) }
    cleared = numbers
    clearable |= 1 << field.cleared.number
    isCleared = numbers.contains(field.cleared.number)
  }

  mutating func list<Message: FieldMessage>(_ messages: inout [Message]?, as field: WorkoutField) throws(WireError) {
    var read: [Message] = []
    for range in try fields.allRanges(field.number) {
      var (message, isNotUnderstood) = (Message(), false)
      try message.read(fields.message(range), isNotUnderstood: &isNotUnderstood)
      if isNotUnderstood { fields.noteUnknownValue() }
      read.append(message)
    }
    messages = read.isEmpty ? nil : read
  }

  func require(_ isValid: @autoclosure () -> Bool, _ rule: Message) throws(WireError) {
    if !isValid() { throw .invalidValue }
  }
}

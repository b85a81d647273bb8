internal import FoundationEssentials

extension JSONWriter {
  /// An object with a member for each replica, in the order of their identities.
  mutating func object<Value>(byReplica values: [UUID: Value], _ write: (inout JSONWriter, Value) -> Void) {
    object { json in
      for (id, value) in values.sorted(by: { $0.key.text < $1.key.text }) {
        json.key(id.text)
        write(&json, value)
      }
    }
  }
}

extension [UUID: UInt64] {
  /// What ``JSONWriter/object(byReplica:_:)`` has written, without the members whose names are no identities.
  init(byReplica members: [String: UInt64]) { self.init(byReplica: members) { $0 } }
}

extension Dictionary where Key == UUID {
  /// The same, also without the members whose values cannot be read.
  init<Written>(byReplica members: [String: Written], _ read: (Written) -> Value?) {
    self.init()
    for (id, written) in members {
      if let id = UUID(text: id), let value = read(written) { self[id] = value }
    }
  }
}

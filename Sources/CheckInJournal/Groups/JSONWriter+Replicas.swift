internal import FoundationEssentials

extension [UUID: UInt64] {
  /// Creates the dictionary from the JSON object's members, and drops those whose names are not IDs.
  init(byReplica members: [String: UInt64]) { self.init(byReplica: members) { $0 } }
}

extension Dictionary where Key == UUID {
  /// Creates the dictionary from the JSON object's members, and drops those whose names or values can't be read.
  init<Written>(byReplica members: [String: Written], _ read: (Written) -> Value?) {
    self.init()
    for (id, written) in members {
      if let id = UUID(text: id), let value = read(written) { self[id] = value }
    }
  }
}

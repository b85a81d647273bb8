/// The write history of each field of a subject, such as a check-in or a set, used to detect concurrent writes.
///
/// Events are visited in the total order, so none comes before an event that its writer had observed.
struct FieldRegisters: Sendable {
  /// An event, by its writer's index and its number in the writer's own log.
  struct Write: Hashable, Sendable {
    var writer: Int
    var sequence: UInt64
  }

  struct Candidate: Hashable, Sendable {
    var write: Write
    /// `nil` unless others stand beside it.
    var value: Value?
  }

  /// A field's value in words; `nil` in it for nothing.
  struct Value: Hashable, Sendable {
    var text: String?
  }

  /// The event that created a check-in, and so wrote every field first; `nil` where everyone who writes knows it.
  let creation: Write?
  /// For each field that was written since, by its name in JSON, the latest writes, none of which knew another of them.
  var fields: [String: [Candidate]] = [:]
  /// The latest event of each writer that discards nothing.
  var changes: [Write] = []
  /// Discards that no later discard knew.
  var discards: [Write] = []
  /// Discards and changes that knew nothing of each other, until somebody knew both.
  var discardConflicts: [(discard: Write, change: Write)] = []

  init(creation: Write? = nil) {
    self.creation = creation
    changes = creation.map { [$0] } ?? []
  }

  /// `true` if there are conflicts.
  var hasConflicts: Bool { !conflictingFields.isEmpty }

  /// The fields that devices wrote differently, and `discarded` if one device discarded what another changed.
  var conflictingFields: Set<String> {
    Set(fields.filter { Set($0.value.map(\.value)).count > 1 }.keys)
      .union(discardConflicts.isEmpty ? [] : [CheckInField.discarded.rawValue])
  }

  private func candidates(_ field: String) -> [Candidate] {
    fields[field] ?? creation.map { [Candidate(write: $0)] } ?? []
  }

  /// The fields with candidates that a write does not know; their values are needed to note it.
  func conflicting(_ written: [CheckInField], by knows: (Write) -> Bool) -> [CheckInField] {
    written.filter { candidates($0.rawValue).contains { !knows($0.write) } }
  }

  /// Takes note of a write of some fields.
  ///
  /// - Parameters:
  ///   - values: of the contested fields, before and after.
  ///   - knows: whether the writer knew an event.
  mutating func write(
    _ write: Write, of written: [CheckInField], values: [CheckInField: (before: Value, after: Value)],
    knows: (Write) -> Bool
  ) {
    for field in written {
      var kept = candidates(field.rawValue).filter { !knows($0.write) }
      // The one that stands alone is the one that is shown.
      for index in kept.indices where kept[index].value == nil { kept[index].value = values[field]?.before }
      kept.append(Candidate(write: write, value: kept.isEmpty ? nil : values[field]?.after))
      fields[field.rawValue] = kept
    }
  }

  /// Returns `true` if a writer knew every latest write of a field.
  func isKnown(_ field: String, knows: (Write) -> Bool) -> Bool { candidates(field).allSatisfy { knows($0.write) } }

  /// Takes note of a write of fields whose values are known from the event alone.
  mutating func write(_ write: Write, fields written: [WorkoutAction.WrittenField], knows: (Write) -> Bool) {
    for (field, value) in written {
      let unknown = candidates(field).filter { !knows($0.write) }
      fields[field] = unknown + [Candidate(write: write, value: Value(text: value))]
    }
  }

  /// `true` if somebody has discarded what the writer of an event has not seen as discarded.
  func hasUnknownDiscard(knows: (Write) -> Bool) -> Bool { discards.contains { !knows($0) } }

  /// Takes note of an event that changes or restores the subject: it is not discarded then.
  mutating func change(_ write: Write, knows: (Write) -> Bool) {
    discardConflicts.removeAll { knows($0.discard) && knows($0.change) }
    for discard in discards where !knows(discard) { discardConflicts.append((discard, write)) }
    changes.removeAll { $0.writer == write.writer }
    changes.append(write)
  }

  /// Takes note of a discard.
  ///
  /// - Returns: `true` if that discards the subject: the writer knew all changes.
  mutating func discard(_ write: Write, knows: (Write) -> Bool) -> Bool {
    discardConflicts.removeAll { knows($0.discard) && knows($0.change) }
    let unknown = changes.filter { !knows($0) }
    for change in unknown { discardConflicts.append((write, change)) }
    discards.removeAll(where: knows)
    discards.append(write)
    return unknown.isEmpty
  }
}

/// The changes that an edit makes; `nil` leaves a field unchanged.
///
/// ```swift
/// try journal.edit(17, with: CheckInChanges(title: "Evening 5k", calories: .clear))
/// ```
public struct CheckInChanges: Hashable, Sendable {
  /// A change to an optional field.
  public enum Change<Value: Hashable & Sendable>: Hashable, Sendable {
    /// Sets the field to this value.
    case set(Value)
    /// Removes the field's value.
    case clear
  }

  /// The fields that the edit writes.
  package private(set) var written: Set<CheckInField> = []
  /// The new values of the written fields; all others are as in ``CheckInFields/empty``.
  package private(set) var fields = CheckInFields.empty

  /// Creates changes that write no field.
  public init() {}

  /// Creates changes that write every field.
  package init(writing fields: CheckInFields) {
    for field in CheckInField.editable { write(field, from: fields) }
  }

  /// Returns `true` if nothing is changed.
  public var isEmpty: Bool { written.isEmpty }

  /// Sets a field to its value in other fields.
  package mutating func write(_ field: CheckInField, from other: CheckInFields) {
    written.insert(field)
    fields.copy(field, from: other)
  }

  /// Clears an optional field.
  package mutating func clear(_ field: CheckInField) { write(field, from: .empty) }

  /// Returns the changes of some of the fields.
  package func limited(to kept: (CheckInField) -> Bool) -> CheckInChanges {
    var changes = CheckInChanges()
    for field in written where kept(field) { changes.write(field, from: fields) }
    return changes
  }
}

extension CheckInChanges {
  /// The new kind of exercise.
  public var type: ExerciseType? {
    get { written.contains(.type) ? fields.type : nil }
    set { set(.type, isWritten: newValue != nil) { $0.type = newValue ?? $0.type } }
  }

  /// The new title.
  public var title: String? {
    get { written.contains(.title) ? fields.title : nil }
    set { set(.title, isWritten: newValue != nil) { $0.title = newValue ?? $0.title } }
  }

  /// The new time.
  public var time: CheckInTime? {
    get { written.contains(.at) ? fields.time : nil }
    set { set(.at, isWritten: newValue != nil) { $0.time = newValue ?? $0.time } }
  }

  /// The new place.
  public var location: Change<String>? {
    get { written.contains(.location) ? Change(fields.location) : nil }
    set { set(.location, isWritten: newValue != nil) { $0.location = newValue?.value } }
  }

  /// The new notes. The empty text clears them.
  public var notes: String? {
    get { written.contains(.notes) ? fields.notes : nil }
    set { set(.notes, isWritten: newValue != nil) { $0.notes = newValue ?? $0.notes } }
  }

  /// The new value of a quantity.
  public subscript(quantity: CheckInQuantity) -> Change<Int>? {
    get { written.contains(.quantity(quantity)) ? Change(fields[quantity]) : nil }
    set { set(.quantity(quantity), isWritten: newValue != nil) { $0[quantity] = newValue?.value } }
  }

  private mutating func set(_ field: CheckInField, isWritten: Bool, _ change: (inout CheckInFields) -> Void) {
    if isWritten {
      written.insert(field)
      change(&fields)
    } else {
      written.remove(field)
      fields.copy(field, from: .empty)
    }
  }
}

extension CheckInChanges.Change {
  /// Sets a value, or clears it if there is none.
  package init(_ value: Value?) {
    self = value.map { .set($0) } ?? .clear
  }

  /// The new value; `nil` if the field is cleared.
  public var value: Value? {
    switch self {
    case .set(let value): value
    case .clear: nil
    }
  }
}

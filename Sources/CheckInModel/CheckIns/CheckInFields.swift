public import struct FoundationEssentials.UUID

/// The fields of a check-in that the user enters.
///
/// ``CheckIn``, ``CheckInDraft`` and ``Event/Created`` have them as their own: `checkIn.title` is
/// `checkIn.fields.title`.
public struct CheckInFields: Hashable, Sendable {
  /// The kind of exercise.
  public var type: ExerciseType
  /// The title: 1 to 100 characters, without white space at its ends.
  public var title: String
  /// The time at which it took place, as its maker's clock showed it; not in the future.
  public var time: CheckInTime
  /// Kilocalories, from 0 on; `nil` if they aren't known.
  public var calories: Int?
  /// The duration in seconds: 1 to 1,000,000; `nil` if it isn't known.
  public var durationSeconds: Int?
  /// The distance in metres: 1 to 10,000,000; `nil` if it isn't known.
  public var distanceMetres: Int?
  /// The place, at most 200 characters; `nil` if none was entered.
  public var location: String?
  /// Anything else worth recording, at most 1 MB; empty if there are no notes.
  public var notes: String

  /// Creates fields with these values, which aren't validated.
  public init(
    type: ExerciseType, title: String, time: CheckInTime, calories: Int? = nil, durationSeconds: Int? = nil,
    distanceMetres: Int? = nil, location: String? = nil, notes: String = ""
  ) {
    self.type = type
    self.title = title
    self.time = time
    self.calories = calories
    self.durationSeconds = durationSeconds
    self.distanceMetres = distanceMetres
    self.location = location
    self.notes = notes
  }

  /// The value of a quantity; `nil` if it isn't known.
  @inlinable public subscript(quantity: CheckInQuantity) -> Int? {
    get {
      switch quantity {
      case .calories: calories
      case .duration: durationSeconds
      case .distance: distanceMetres
      }
    }
    set {
      switch quantity {
      case .calories: calories = newValue
      case .duration: durationSeconds = newValue
      case .distance: distanceMetres = newValue
      }
    }
  }

  /// Fields that say nothing.
  package static let empty = CheckInFields(
    type: .unknown, title: "", time: CheckInTime(instantMilliseconds: 0, offsetMinutes: 0))

  /// Copies the value of an ``CheckInField/editable`` field. Other fields aren't copied.
  package mutating func copy(_ field: CheckInField, from other: CheckInFields) {
    switch field {
    case .type: type = other.type
    case .title: title = other.title
    case .at: time = other.time
    case .quantity(let quantity): self[quantity] = other[quantity]
    case .location: location = other.location
    case .notes: notes = other.notes
    case .timeZone, .photo, .discarded: break
    }
  }

  /// Returns `true` if an ``CheckInField/editable`` field has exactly the same value in both.
  package func isEqual(_ field: CheckInField, in other: CheckInFields) -> Bool {
    var copy = other
    copy.copy(field, from: self)
    return copy == other
  }

  /// Returns `true` if a reader sees no difference between the values of an ``CheckInField/editable`` field.
  ///
  /// - Parameter areSame: A comparison of texts. A missing location is compared as the empty text.
  package func isSame(
    _ field: CheckInField, in other: CheckInFields, comparingTextsBy areSame: (String, String) -> Bool
  ) -> Bool {
    switch field {
    case .title: areSame(title, other.title)
    case .location: areSame(location ?? "", other.location ?? "")
    case .notes: areSame(notes, other.notes)
    default: isEqual(field, in: other)
    }
  }

  /// Returns `true` if an object with all fields leaves this one out, because it came later and has no value.
  package func isLeftOut(_ field: CheckInField) -> Bool {
    guard case .quantity(let quantity) = field else { return false }
    return !quantity.later.isEmpty && self[quantity] == nil
  }

  /// Returns `true` if a clearable field has no value.
  package func isCleared(_ field: CheckInField) -> Bool {
    switch field {
    case .quantity(let quantity): self[quantity] == nil
    case .location: location == nil
    case .notes: notes.isEmpty
    case .type, .title, .at, .timeZone, .photo, .discarded: false
    }
  }
}

// MARK: Values with all fields

extension CheckIn {
  /// The kind of exercise.
  public var type: ExerciseType {
    get { fields.type }
    set { fields.type = newValue }
  }
  /// The title: 1 to 100 characters.
  public var title: String {
    get { fields.title }
    set { fields.title = newValue }
  }
  /// The time at which it took place.
  public var time: CheckInTime {
    get { fields.time }
    set { fields.time = newValue }
  }
  /// Kilocalories; `nil` if they aren't known.
  public var calories: Int? {
    get { fields.calories }
    set { fields.calories = newValue }
  }
  /// The duration in seconds; `nil` if it isn't known.
  public var durationSeconds: Int? {
    get { fields.durationSeconds }
    set { fields.durationSeconds = newValue }
  }
  /// The distance in metres; `nil` if it isn't known.
  public var distanceMetres: Int? {
    get { fields.distanceMetres }
    set { fields.distanceMetres = newValue }
  }
  /// The place; `nil` if none was entered.
  public var location: String? {
    get { fields.location }
    set { fields.location = newValue }
  }
  /// Anything else worth recording; empty if there are no notes.
  public var notes: String {
    get { fields.notes }
    set { fields.notes = newValue }
  }

  /// A check-in of these values, for tests and previews: a journal makes its own.
  public init(
    number: Int, id: UUID, type: ExerciseType, title: String, time: CheckInTime, calories: Int? = nil,
    durationSeconds: Int? = nil, distanceMetres: Int? = nil, location: String? = nil, notes: String = "",
    photo: Photo? = nil, isDiscarded: Bool = false, sequence: UInt64, name: String? = nil
  ) {
    let fields = CheckInFields(
      type: type, title: title, time: time, calories: calories, durationSeconds: durationSeconds,
      distanceMetres: distanceMetres, location: location, notes: notes)
    self.init(
      number: number, id: id, fields: fields, photo: photo, isDiscarded: isDiscarded, sequence: sequence, name: name)
  }
}

extension CheckInDraft {
  /// A draft of these values, which need not be valid: the journal judges them when they are to be created.
  public init(
    id: UUID? = nil, type: ExerciseType?, title: String, time: CheckInTime, calories: Int? = nil,
    durationSeconds: Int? = nil, distanceMetres: Int? = nil, location: String? = nil, notes: String = ""
  ) {
    let fields = CheckInFields(
      type: .unknown, title: title, time: time, calories: calories, durationSeconds: durationSeconds,
      distanceMetres: distanceMetres, location: location, notes: notes)
    self.init(id: id, type: type, fields: fields)
  }
}

extension CheckInChanges {
  /// Creates changes of the given fields alone.
  public init(
    type: ExerciseType? = nil, title: String? = nil, time: CheckInTime? = nil, calories: Change<Int>? = nil,
    durationSeconds: Change<Int>? = nil, distanceMetres: Change<Int>? = nil, location: Change<String>? = nil,
    notes: String? = nil
  ) {
    self.init()
    self.type = type
    self.title = title
    self.time = time
    self.calories = calories
    self.durationSeconds = durationSeconds
    self.distanceMetres = distanceMetres
    self.location = location
    self.notes = notes
  }

  /// The new number of kilocalories.
  public var calories: Change<Int>? {
    get { self[.calories] }
    set { self[.calories] = newValue }
  }
  /// The new duration, in seconds.
  public var durationSeconds: Change<Int>? {
    get { self[.duration] }
    set { self[.duration] = newValue }
  }
  /// The new distance, in metres.
  public var distanceMetres: Change<Int>? {
    get { self[.distance] }
    set { self[.distance] = newValue }
  }
}

import CheckInJournal
import CheckInViewModels
import EventLog
import FoundationEssentials
import HTTPTypes
import Hummingbird

/// The JSON object of a request. Members that it has are set; null clears those that are optional.
struct CheckInBody {
  static let typeUnreadable = "The type must be a text"
  static let timeUnreadable = "The time (at) must be a text such as 2026-11-21T07:10:00+01:00"
  static let zoneUnreadable = "The time zone must be a name such as Europe/Berlin"
  static let zoneUnknown = "A time (at) without an offset needs a time zone that is known here, such as Europe/Berlin"
  static let zoneAlone = "A time zone needs a time (at)"

  /// Something that is wrong with a member. Members without a field in the form have `nil` for it.
  private struct Problem {
    var field: CheckInForm.Field?
    var text: String
  }

  private var members = Members()

  /// - Throws: `HTTPError` for anything but a JSON object within the limits.
  init(_ request: Request) async throws {
    try self.init(json: try await RequestObject.json(of: request))
  }

  /// The same members as fields of a form, in which durations and distances can be as people write them, too.
  ///
  /// - Throws: `HTTPError`; never, as it is.
  init(_ fields: FormFields) throws {
    var json = JSONWriter()
    json.object { json in
      for (name, value) in fields.all {
        let number: Int? =
          switch name {
          case "calories": Int(value)
          case "duration": Int(value) ?? MeasureText.seconds(value)
          case "distance": Int(value) ?? MeasureText.metres(value)
          default: nil
          }
        if let number { json[name] = number } else { json[name] = value }
      }
    }
    try self.init(json: Data(json.bytes))
  }

  private init(json: Data) throws {
    do {
      members = try JSONDecoder().decode(Members.self, from: json)
    } catch {
      throw HTTPError(.badRequest, message: "The body is not a JSON object of a check-in.")
    }
  }

  /// - Throws: `invalidValue` with everything that is wrong.
  func draft(_ access: JournalAccess) throws -> Validated<CheckInDraft> {
    let draft = Validation.validate(
      CheckInDraft(
        id: members.id, type: members.type, title: members.title ?? "", time: time(access.zone) ?? access.presentTime,
        calories: members.calories?.value, durationSeconds: members.duration?.value,
        distanceMetres: members.distance?.value, location: members.location?.value, notes: members.notes ?? ""),
      now: access.clock.milliseconds)
    try refuse(draft.messages)
    return draft
  }

  /// The moment that is meant. A zone that is named is the one that it is read and recorded in. One that this machine
  /// does not know, as names come and go, leaves the offset that was written.
  ///
  /// - Parameter zone: of a time that names none.
  private func time(_ zone: LocalTimeZone) -> CheckInTime? {
    guard let at = members.at else { return nil }
    guard let name = members.timeZone else { return zone.resolve(at).time }
    return (LocalTimeZone(sent: name) ?? .utc).resolve(at).time
  }

  /// The members that a check-in has otherwise, as it was saved first.
  ///
  /// - Parameter history: of the check-in with the identity of this one.
  func ignored(_ draft: CheckInDraft, _ photo: NewPhoto?, _ history: [AuditEntry]) -> [String] {
    guard let first = history.first?.after else { return [] }
    var names: [String] = []
    if first.type != draft.type { names.append("type") }
    if first.title != draft.title { names.append("title") }
    if members.at != nil, first.time.instantMilliseconds != draft.time.instantMilliseconds { names.append("at") }
    if first.calories != draft.calories { names.append("calories") }
    if first.durationSeconds != draft.durationSeconds { names.append("duration") }
    if first.distanceMetres != draft.distanceMetres { names.append("distance") }
    if first.location != draft.location { names.append("location") }
    if first.notes != draft.notes { names.append("notes") }
    if let photo {
      let digest = Digest(of: photo.jpeg)
      if !history.contains(where: { $0.after?.photo?.digest == digest }) { names.append("photo") }
    }
    return names
  }

  /// What is changed in a check-in; a time without an offset is read in the zone that the check-in was recorded in.
  ///
  /// - Throws: `invalidValue` with everything that is wrong.
  func changes(to checkIn: CheckIn, _ access: JournalAccess) throws -> Validated<CheckInChanges> {
    let changes = Validation.validate(
      CheckInChanges(
        type: members.type, title: members.title, time: time(LocalTimeZone(of: checkIn.time)),
        calories: members.calories, durationSeconds: members.duration, distanceMetres: members.distance,
        location: members.location, notes: members.notes),
      now: access.clock.milliseconds)
    try refuse(changes.messages)
    return changes
  }

  /// Throws `invalidValue` with the members that cannot be read and the values that cannot be accepted, in the form's
  /// order.
  private func refuse(_ messages: [String]) throws {
    let unreadable = members.problems
    // If a member cannot be read, nothing else can be wrong with it.
    let invalid = messages.map(CheckInForm.message).filter { message in
      !unreadable.contains { $0.field == message.field }
    }
    let problems = unreadable + invalid.map { Problem(field: $0.field, text: $0.text) }
    let order: [CheckInForm.Field?] = [nil] + CheckInForm.Field.allCases
    let texts = order.flatMap { field in problems.filter { $0.field == field }.map(\.text) }
    guard let first = texts.first else { return }
    throw JournalError(.invalidValue, first, messages: texts)
  }

  private struct Members: Decodable {
    enum Key: String, CodingKey, CaseIterable {
      case id, type, title, at, timeZone, calories, duration, distance, location, notes
    }

    /// Any member's name.
    struct Name: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }

      init(stringValue: String) { self.stringValue = stringValue }

      init?(intValue: Int) { nil }
    }

    var id: UUID?
    var type: ExerciseType?
    var title: String?
    var at: WrittenTime?
    var timeZone: String?
    var calories: CheckInChanges.Change<Int>?
    var duration: CheckInChanges.Change<Int>?
    var distance: CheckInChanges.Change<Int>?
    var location: CheckInChanges.Change<String>?
    var notes: String?
    var problems: [Problem] = []

    init() {}

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Key.self)
      var problems: [Problem] = []
      func refuse(_ key: Key, _ text: String) {
        let isTime = key == .at || key == .timeZone
        problems.append(Problem(field: isTime ? .time : CheckInForm.Field(rawValue: key.rawValue), text: text))
      }
      func value<Value: Decodable>(_ key: Key, _ problem: String) -> Value? {
        guard members.contains(key) else { return nil }
        do {
          return try members.decode(Value.self, forKey: key)
        } catch {
          refuse(key, problem)
          return nil
        }
      }
      func change<Value: Decodable & Hashable & Sendable>(
        _ key: Key, _ problem: String
      ) -> CheckInChanges.Change<Value>? {
        guard members.contains(key) else { return nil }
        if (try? members.decodeNil(forKey: key)) == true { return .clear }
        return value(key, problem).map { .set($0) }
      }
      // A misspelt member must not be ignored.
      let names = try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue)
      if names.contains(where: { Key(rawValue: $0) == nil }) {
        let names = Key.allCases.map(\.rawValue).joined(separator: ", ")
        problems.append(Problem(text: "The members are \(names), and no others"))
      }
      title = value(.title, "The title must be a text")
      notes = value(.notes, "The notes must be a text")
      calories = change(.calories, "Calories must be a whole number")
      duration = change(.duration, "Duration must be a whole number of seconds")
      distance = change(.distance, "Distance must be a whole number of metres")
      location = change(.location, "The location must be a text or null")
      if let text: String = value(.type, typeUnreadable) {
        type = ExerciseType(name: text)
        if type == nil || type == .unknown { refuse(.type, Validation.typeMissing) }
      }
      if let text: String = value(.at, timeUnreadable) {
        at = WrittenTime(text)
        if at == nil { refuse(.at, timeUnreadable) }
      }
      if let name: String = value(.timeZone, zoneUnreadable) {
        if !LocalTimeZone.isName(name) {
          refuse(.timeZone, zoneUnreadable)
        } else if !members.contains(.at) {
          refuse(.timeZone, zoneAlone)
        } else if let at, at.offsetMinutes == nil, LocalTimeZone(sent: name) == nil {
          refuse(.timeZone, zoneUnknown)
        }
        timeZone = name
      }
      if let text: String = value(.id, "The id must be a UUID") {
        id = UUID(uuidString: text)
        if id == nil { refuse(.id, "The id must be a UUID") }
      }
      self.problems = problems
    }
  }
}

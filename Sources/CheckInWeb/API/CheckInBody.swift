import CheckInJournal
import CheckInViewModels
import EventLog
import FoundationEssentials
import HTTPTypes
import Hummingbird

/// The JSON object of a request. Members that it has are set; null clears those that are optional.
struct CheckInBody {
  static let typeUnreadable: Message = "The type must be a text"
  static let timeUnreadable: Message = "The time (at) must be a text such as 2026-11-21T07:10:00+01:00"
  static let zoneUnreadable: Message = "The time zone must be a name such as Europe/Berlin"
  static let zoneUnknown: Message =
    "A time (at) without an offset needs a time zone that is known here, such as Europe/Berlin"
  static let zoneAlone: Message = "A time zone needs a time (at)"

  /// Something that is wrong with a member. Members without a field in the form have `nil` for it.
  private struct Problem {
    var field: CheckInField?
    var message: Message
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
        let number = CheckInQuantity(rawValue: name).flatMap { Int(value) ?? $0.value(value) }
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
    var fields = members.changes.fields
    fields.time = time(access.zone) ?? access.presentTime
    let draft = Validation.validate(
      CheckInDraft(id: members.id, type: members.changes.type, fields: fields), now: access.clock.milliseconds)
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
  func ignored(_ draft: CheckInDraft, photo: NewPhoto?, history: [AuditEntry]) -> [String] {
    guard let first = history.first?.after else { return [] }
    var names = CheckInField.editable.filter { field in
      field == .at
        ? members.at != nil && first.time.instantMilliseconds != draft.time.instantMilliseconds
        : !first.fields.isEqual(field, in: draft.fields)
    }.map(\.rawValue)
    if let photo {
      let digest = Digest(of: photo.jpeg)
      if !history.contains(where: { $0.after?.photo?.digest == digest }) { names.append("photo") }
    }
    return names
  }

  /// Returns the changes to a check-in.
  ///
  /// A time without an offset is read in the check-in's recorded time zone.
  ///
  /// - Throws: `invalidValue` with all messages.
  func changes(to checkIn: CheckIn, _ access: JournalAccess) throws -> Validated<CheckInChanges> {
    var changes = members.changes
    changes.time = time(LocalTimeZone(of: checkIn.time))
    let validated = Validation.validate(changes, now: access.clock.milliseconds)
    try refuse(validated.messages)
    return validated
  }

  /// Throws `invalidValue` with the members that cannot be read and the values that cannot be accepted, in the form's
  /// order.
  private func refuse(_ messages: [Message]) throws {
    let unreadable = members.problems
    // If a member cannot be read, nothing else can be wrong with it.
    let invalid = messages.map(CheckInForm.problem).filter { message in
      !unreadable.contains { $0.field == message.field }
    }
    let problems = unreadable + invalid.map { Problem(field: $0.field, message: $0.message) }
    let order: [CheckInField?] = [nil] + CheckInField.allCases
    let messages = order.flatMap { field in problems.filter { $0.field == field }.map(\.message) }
    guard let first = messages.first else { return }
    throw JournalError(.invalidValue, first, messages: messages)
  }

  private struct Members: Decodable {
    private static let names = ["id"] + CheckInField.audited.filter { $0 != .photo }.map(\.rawValue)

    /// The name of a member.
    struct Name: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }

      init(_ name: String) { stringValue = name }

      init(stringValue: String) { self.init(stringValue) }

      init?(intValue: Int) { nil }
    }

    var id: UUID?
    var at: WrittenTime?
    var timeZone: String?
    /// The other fields.
    var changes = CheckInChanges()
    var problems: [Problem] = []

    init() {}

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Name.self)
      var problems: [Problem] = []
      /// - Parameter field: The field of the member; `nil` for the identity.
      func refuse(_ field: CheckInField?, problem message: Message) {
        problems.append(Problem(field: field == .timeZone ? .at : field, message: message))
      }
      func value<Value: Decodable>(_ field: CheckInField?, problem: Message) -> Value? {
        let name = Name(field?.rawValue ?? "id")
        guard members.contains(name) else { return nil }
        do {
          return try members.decode(Value.self, forKey: name)
        } catch {
          refuse(field, problem: problem)
          return nil
        }
      }
      func change<Value: Decodable & Hashable & Sendable>(
        _ field: CheckInField, problem: Message
      ) -> CheckInChanges.Change<Value>? {
        let name = Name(field.rawValue)
        guard members.contains(name) else { return nil }
        if (try? members.decodeNil(forKey: name)) == true { return .clear }
        return value(field, problem: problem).map { .set($0) }
      }
      // A misspelt member must not be ignored.
      if members.allKeys.contains(where: { !Self.names.contains($0.stringValue) }) {
        let names = Self.names.joined(separator: ", ")
        problems.append(Problem(message: "The members are \(names), and no others"))
      }
      changes.title = value(.title, problem: "The title must be a text")
      changes.notes = value(.notes, problem: "The notes must be a text")
      for quantity in CheckInQuantity.allCases {
        changes[quantity] = change(.quantity(quantity), problem: quantity.row.unreadableInJSON)
      }
      changes.location = change(.location, problem: "The location must be a text or null")
      if let text: String = value(.type, problem: typeUnreadable) {
        changes.type = ExerciseType(name: text)
        if changes.type == nil || changes.type == .unknown { refuse(.type, problem: Validation.typeMissing) }
      }
      if let text: String = value(.at, problem: timeUnreadable) {
        at = WrittenTime(text)
        if at == nil { refuse(.at, problem: timeUnreadable) }
      }
      if let name: String = value(.timeZone, problem: zoneUnreadable) {
        if !LocalTimeZone.isName(name) {
          refuse(.timeZone, problem: zoneUnreadable)
        } else if !members.contains(Name(CheckInField.at.rawValue)) {
          refuse(.timeZone, problem: zoneAlone)
        } else if let at, at.offsetMinutes == nil, LocalTimeZone(sent: name) == nil {
          refuse(.timeZone, problem: zoneUnknown)
        }
        timeZone = name
      }
      if let text: String = value(nil, problem: "The id must be a UUID") {
        id = UUID(uuidString: text)
        if id == nil { refuse(nil, problem: "The id must be a UUID") }
      }
      self.problems = problems
    }
  }
}

import CheckInJournal
import CheckInViewModels
import FoundationEssentials
import HTTPTypes
import Hummingbird

extension API {
  func create(_ request: Request) async throws -> Response {
    try check(request)
    let body = try await CheckInBody(request)
    let draft = try body.draft(access)
    let creation = try await access.run { try $0.create(draft) }
    return Self.answer(
      creation.checkIn, status: creation.isNew ? .created : .ok,
      headers: [.location: "/api/check-ins/\(creation.checkIn.number)"])
  }

  func edit(_ request: Request, _ context: WebContext) async throws -> Response {
    try check(request)
    let number = try Self.number(context)
    let body = try await CheckInBody(request)
    let expected = try Self.version(request)
    return try await access.run { journal in
      let checkIn = try Pages.existing(number, in: journal)
      let changes = try body.changes(to: checkIn, access)
      if let expected, expected > checkIn.sequence {
        throw JournalError(
          .conflict, "Check-in \(number) has no version \(expected); its latest is \(checkIn.sequence).")
      }
      guard !checkIn.isDiscarded else {
        throw HTTPError(.conflict, message: "Check-in \(number) is discarded; restore it first.")
      }
      return Self.answer(try journal.edit(number, changes, expecting: expected).checkIn)
    }
  }

  func discard(_ request: Request, _ context: WebContext) async throws -> Response {
    try check(request)
    let number = try Self.number(context)
    return try await access.run { journal in
      guard try !Pages.existing(number, in: journal).isDiscarded else {
        throw HTTPError(.conflict, message: "Check-in \(number) is discarded already.")
      }
      try journal.discard([number])
      return Self.answer(try Pages.existing(number, in: journal))
    }
  }

  func restore(_ request: Request, _ context: WebContext) async throws -> Response {
    try check(request)
    let number = try Self.number(context)
    return try await access.run { journal in
      guard try Pages.existing(number, in: journal).isDiscarded else {
        throw HTTPError(.conflict, message: "Check-in \(number) is not discarded.")
      }
      return Self.answer(try journal.restore(number))
    }
  }

  /// The version that an edit is based on; `nil` for any.
  private static func version(_ request: Request) throws -> UInt64? {
    guard let tag = request.headers[.ifMatch] else {
      throw HTTPError(.preconditionRequired, message: "Edits need If-Match with the ETag of the check-in.")
    }
    if tag == "*" { return nil }
    guard tag.count > 2, tag.hasPrefix("\""), tag.hasSuffix("\""), let sequence = UInt64(tag.dropFirst().dropLast())
    else { throw HTTPError(.badRequest, message: "If-Match must be * or the ETag of the check-in.") }
    return sequence
  }
}

/// The object of a request: members that are there are set; null clears what can be missing.
struct CheckInBody {
  static let typeUnreadable = "The type must be a text"
  static let timeUnreadable = "The time (at) must be a text such as 2026-11-21T07:10:00+01:00"

  /// Something that is wrong with a member; with no field of the form, where it has none.
  private struct Problem {
    var field: CheckInForm.Field?
    var text: String
  }

  private var members = Members()

  /// - Throws: `HTTPError` for anything but a JSON object within bounds.
  init(_ request: Request) async throws {
    guard request.headers[.contentType]?.lowercased().hasPrefix("application/json") == true else {
      throw HTTPError(.unsupportedMediaType, message: "The body must be application/json.")
    }
    let body = try await request.body.collect(upTo: API.bodyByteLimit)
    do {
      members = try JSONDecoder().decode(Members.self, from: Data(body.readableBytesView))
    } catch {
      throw HTTPError(.badRequest, message: "The body is not a JSON object of a check-in.")
    }
  }

  /// - Throws: `invalidValue` with everything that is wrong.
  func draft(_ access: JournalAccess) throws -> CheckInDraft {
    let draft = Validation.normalized(
      CheckInDraft(
        id: members.id, type: members.type, title: members.title ?? "",
        time: members.at.map { access.zone.resolve($0).time } ?? access.zone.time(atInstant: access.clock.wholeSecond),
        calories: members.calories?.value, location: members.location?.value, notes: members.notes ?? ""))
    try refuse(Validation.messages(for: draft, now: access.clock.milliseconds))
    return draft
  }

  /// What is changed in a check-in; a time without an offset is read where that was recorded.
  ///
  /// - Throws: `invalidValue` with everything that is wrong.
  func changes(to checkIn: CheckIn, _ access: JournalAccess) throws -> CheckInChanges {
    let zone = LocalTimeZone(of: checkIn.time)
    let changes = Validation.normalized(
      CheckInChanges(
        type: members.type, title: members.title, time: members.at.map { zone.resolve($0).time },
        calories: members.calories, location: members.location, notes: members.notes))
    try refuse(Validation.messages(for: changes, now: access.clock.milliseconds))
    return changes
  }

  /// Refuses members that cannot be read together with values that cannot be accepted, in the form's order.
  private func refuse(_ messages: [String]) throws {
    let unreadable = members.problems
    // Of a member that could not be read, nothing else can be said.
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
    enum Key: String, CodingKey, CaseIterable { case id, type, title, at, calories, location, notes }

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
    var calories: CheckInChanges.Change<Int>?
    var location: CheckInChanges.Change<String>?
    var notes: String?
    var problems: [Problem] = []

    init() {}

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Key.self)
      var problems: [Problem] = []
      func refuse(_ key: Key, _ text: String) {
        problems.append(Problem(field: key == .at ? .time : CheckInForm.Field(rawValue: key.rawValue), text: text))
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
      // A member that is misspelt must not get lost.
      let names = try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue)
      if names.contains(where: { Key(rawValue: $0) == nil }) {
        let names = Key.allCases.map(\.rawValue).joined(separator: ", ")
        problems.append(Problem(text: "The members are \(names), and no others"))
      }
      title = value(.title, "The title must be a text")
      notes = value(.notes, "The notes must be a text")
      calories = change(.calories, "Calories must be a whole number")
      location = change(.location, "The location must be a text or null")
      if let text: String = value(.type, typeUnreadable) {
        type = ExerciseType(name: text)
        if type == nil || type == .unknown { refuse(.type, Validation.typeMissing) }
      }
      if let text: String = value(.at, timeUnreadable) {
        at = WrittenTime(text)
        if at == nil { refuse(.at, timeUnreadable) }
      }
      if let text: String = value(.id, "The id must be a UUID") {
        id = UUID(uuidString: text)
        if id == nil { refuse(.id, "The id must be a UUID") }
      }
      self.problems = problems
    }
  }
}

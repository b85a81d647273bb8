import CheckInJournal
import CheckInViewModels
import FoundationEssentials
import HTTPTypes
import Hummingbird

/// The JSON object of a request. A member of another kind or with another name than it can have is an error.
struct RequestObject: Sendable {
  /// A value of JSON.
  enum Value: Decodable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case array([Value])
    case object([String: Value])

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() {
        self = .null
      } else if let boolean = try? value.decode(Bool.self) {
        self = .boolean(boolean)
      } else if let integer = try? value.decode(Int.self) {
        self = .integer(integer)
      } else if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else if let text = try? value.decode(String.self) {
        self = .text(text)
      } else if let array = try? value.decode([Value].self) {
        self = .array(array)
      } else {
        self = .object(try value.decode([String: Value].self))
      }
    }
  }

  private let members: [String: Value]

  /// Reads the body of a request.
  ///
  /// - Parameters:
  ///   - names: The names that members can have.
  ///   - isOptional: `true` if a request without a body stands for an empty object.
  /// - Throws: `HTTPError` for anything but a JSON object within the limits; `invalidValue` for other members.
  init(_ request: Request, allowing names: [String], isOptional: Bool = false) async throws {
    let json = try await Self.json(of: request, isOptional: isOptional)
    if isOptional, json.isEmpty {
      try self.init([:], allowing: names, of: "The members")
      return
    }
    guard let members = try? JSONDecoder().decode([String: Value].self, from: json) else {
      throw HTTPError(.badRequest, message: "The body is not a JSON object.")
    }
    try self.init(members, allowing: names, of: "The members")
  }

  /// Returns the body of a request, which must be declared as JSON.
  ///
  /// - Parameter isOptional: `true` if an empty body needs no declaration.
  static func json(of request: Request, isOptional: Bool = false) async throws -> Data {
    let unsupported = HTTPError(.unsupportedMediaType, message: "The body must be application/json.")
    let isJSON = request.headers[.contentType]?.lowercased().hasPrefix("application/json") == true
    guard isJSON || isOptional else { throw unsupported }
    let body = try await request.body.collect(upTo: API.bodyByteLimit)
    guard isJSON || body.readableBytes == 0 else { throw unsupported }
    return Data(body.readableBytesView)
  }

  private init(_ members: [String: Value], allowing names: [String], of subject: String) throws(JournalError) {
    guard members.keys.allSatisfy(names.contains) else {
      throw JournalError(.invalidValue, "\(subject) are \(names.joined(separator: ", ")), and no others")
    }
    self.members = members
  }

  /// A member; `nil` if it is missing.
  ///
  /// - Parameter kind: What it has to be, as readable text.
  func value<Result>(
    _ name: String, mustBe kind: String, _ read: (Value) throws -> Result?
  ) throws -> Result? {
    guard let value = members[name] else { return nil }
    guard let result = try read(value) else {
      throw JournalError(.invalidValue, "The member \(name) must be \(kind)")
    }
    return result
  }

  func text(_ name: String) throws -> String? { try text(name, mustBe: "a text") { $0 } }

  /// A member whose text `read` understands; `nil` if it is missing.
  ///
  /// - Parameter kind: What it has to be, as readable text.
  func text<Result>(_ name: String, mustBe kind: String, _ read: (String) -> Result?) throws -> Result? {
    try value(name, mustBe: kind) { if case .text(let text) = $0 { read(text) } else { nil } }
  }

  func integer(_ name: String) throws -> Int? {
    try value(name, mustBe: "a whole number") { if case .integer(let integer) = $0 { integer } else { nil } }
  }

  func boolean(_ name: String) throws -> Bool? {
    try value(name, mustBe: "true or false") { if case .boolean(let boolean) = $0 { boolean } else { nil } }
  }

  /// The number of something in the journal: 17, or `phone/17`.
  ///
  /// - Parameter noun: What it is, in a word.
  func reference(_ name: String, of noun: String) throws -> NumberInPath? {
    try value(name, mustBe: "a whole number from 1, or a text such as phone/17") { value in
      switch value {
      case .integer(let integer): integer > 0 ? try NumberInPath(String(integer), of: noun) : nil
      case .text(let text):
        text.wholeMatch(of: /([a-z][a-z0-9-]{0,31}\/)?[1-9][0-9]{0,14}/) == nil ? nil : try NumberInPath(text, of: noun)
      default: nil
      }
    }
  }

  func id() throws -> UUID? {
    try text("id", mustBe: "a UUID") { UUID(uuidString: $0) }
  }

  /// A time, with an offset or without one.
  ///
  /// - Parameter zone: The zone of a time without an offset.
  func time(_ name: String, in zone: LocalTimeZone) throws -> CheckInTime? {
    try text(name, mustBe: "a time such as 2026-11-21T07:10:00+01:00") { text in
      WrittenTime(text).map { zone.resolve($0).time }
    }
  }

  func object(_ name: String, allowing names: [String]) throws -> RequestObject? {
    try value(name, mustBe: "an object") { value in
      guard case .object(let members) = value else { return nil }
      return try RequestObject(members, allowing: names, of: "The members of \(name)")
    }
  }

  // MARK: Sets

  static let setMembers = ["kind", "weight", "reps", "seconds", "metres", "rpe", "note"]

  /// The sets that are described one by one.
  func sets(_ name: String, unit: Weight.Unit) throws -> [SetEntry]? {
    try value(name, mustBe: "an array of sets") { value in
      guard case .array(let sets) = value, !sets.isEmpty else { return nil }
      return try sets.map { set in
        guard case .object(let members) = set else {
          throw JournalError(.invalidValue, "Each of the sets must be an object")
        }
        return try RequestObject(members, allowing: Self.setMembers, of: "The members of a set").set(unit: unit)
      }
    }
  }

  /// The set that the members describe, in the form in which sets are answered.
  ///
  /// - Parameter entry: The values of members that are missing.
  func set(_ entry: SetEntry = SetEntry(), unit: Weight.Unit) throws -> SetEntry {
    var form = ExerciseSetForm(entry, unit: unit)
    let weight = try value("weight", mustBe: "an object or null") { value -> RequestObject?? in
      switch value {
      case .null: .some(nil)
      case .object(let members): try RequestObject(members, allowing: ["value", "unit"], of: "The members of a weight")
      default: nil
      }
    }
    switch weight {
    case nil: break
    case .some(nil): form.weight = ""
    case .some(let weight?):
      let number = try weight.value("value", mustBe: "a number, or a text with one") { value in
        switch value {
        case .text(let text): text.isEmpty ? nil : text
        case .integer(let integer): String(integer)
        case .number(let number): "\(number)"
        default: nil
        }
      }
      guard let number else { throw JournalError(.invalidValue, "The member value of a weight is missing") }
      form.weight = number
      form.unit =
        try weight.text("unit", mustBe: "kg or lb") { text in Weight.Unit.allCases.first { $0.symbol == text } } ?? unit
    }
    if let kind = try text("kind") { form.kind = kind }
    if let reps = try count("reps") { form.reps = reps }
    if let seconds = try count("seconds") { form.time = seconds }
    if let metres = try number("metres") { (form.distance, form.distanceUnit) = (metres, .metres) }
    if let rpe = try number("rpe") { form.rpe = rpe }
    if let note = try text("note") { form.note = note }
    let read = form.entry()
    guard let first = read.messages.first else { return read.entry }
    throw JournalError(.invalidValue, first.message, messages: read.messages.map(\.message))
  }

  /// The changes of a set that the members describe; a missing member changes nothing.
  func changes(of entry: SetEntry, unit: Weight.Unit) throws -> SetChanges {
    let changes = SetChanges(writing: try set(entry, unit: unit))
    var given = SetChanges()
    if members["kind"] != nil { given.kind = changes.kind }
    if members["weight"] != nil { given.weight = changes.weight }
    if members["reps"] != nil { given.reps = changes.reps }
    if members["seconds"] != nil { given.seconds = changes.seconds }
    if members["metres"] != nil { given.millimetres = changes.millimetres }
    if members["rpe"] != nil { given.rpe = changes.rpe }
    if members["note"] != nil { given.note = changes.note }
    return given
  }

  /// A whole number as the text of a form; empty for `null`.
  private func count(_ name: String) throws -> String? {
    try value(name, mustBe: "a whole number or null") { value in
      switch value {
      case .null: ""
      case .integer(let integer): String(integer)
      default: nil
      }
    }
  }

  /// A number as the text of a form; empty for `null`.
  private func number(_ name: String) throws -> String? {
    try value(name, mustBe: "a number or null") { value in
      switch value {
      case .null: ""
      case .integer(let integer): String(integer)
      case .number(let number): "\(number)"
      default: nil
      }
    }
  }
}

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
      let checkIn = try journal.existingCheckIn(number)
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
      guard try !journal.existingCheckIn(number).isDiscarded else {
        throw HTTPError(.conflict, message: "Check-in \(number) is discarded already.")
      }
      try journal.discard([number])
      return Self.answer(try journal.existingCheckIn(number))
    }
  }

  func restore(_ request: Request, _ context: WebContext) async throws -> Response {
    try check(request)
    let number = try Self.number(context)
    return try await access.run { journal in
      guard try journal.existingCheckIn(number).isDiscarded else {
        throw HTTPError(.conflict, message: "Check-in \(number) is not discarded.")
      }
      return Self.answer(try journal.restore(number))
    }
  }

  /// The version that an edit is based on; `nil` if any will do.
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

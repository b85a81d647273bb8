import CheckInJournal
import CheckInViewModels
import FoundationEssentials
import HTTPTypes
import Hummingbird

extension API {
  /// Creates a check-in from a JSON object, or from a form with a photo: both at once, or nothing.
  ///
  /// An identity that is there already is answered with, whoever sent it and however often the server was started
  /// since. What was saved first holds; the answer names what it has otherwise.
  func create(_ request: Request) async throws -> Response {
    try check(request)
    let (body, upload) = try await Self.newCheckIn(from: request, timeLimit: uploadTimeLimit)
    let draft = try body.draft(access)
    let photo = try await photo(of: upload)
    defer { photos.remove(photo) }
    return try await respond { journal in
      let creation = try journal.create(draft, photo: photo)
      let number = creation.checkIn.number
      // It is there, whether or not it can be told what it was at first.
      let history = creation.isNew ? [] : (try? journal.history(of: number)) ?? []
      let ignored = body.ignored(draft.value, photo: photo, history: history)
      var headers: HTTPFields = [.location: "/api/check-ins/\(number)"]
      if !ignored.isEmpty { headers[Self.ignoredHeader] = ignored.joined(separator: ", ") }
      return Self.answer(
        try journal.savedCheckIn(number), status: creation.isNew ? .created : .ok, headers: headers)
    }
  }

  private static func newCheckIn(
    from request: Request, timeLimit: Duration
  ) async throws -> (body: CheckInBody, upload: UploadedForm?) {
    guard request.headers[.contentType]?.lowercased().hasPrefix("multipart/form-data") == true else {
      return (try await CheckInBody(request), nil)
    }
    let upload = try await UploadedForm(request, timeLimit: timeLimit)
    return (try CheckInBody(upload.fields), upload)
  }

  private func photo(of upload: UploadedForm?) async throws -> NewPhoto? {
    guard upload?.isPhotoTooLarge != true else {
      throw HTTPError(.contentTooLarge, message: UploadedForm.photoTooLarge.text)
    }
    guard let bytes = upload?.photo else { return nil }
    return try await photos.process(bytes)
  }

  func edit(_ request: Request, in context: WebContext) async throws -> Response {
    try check(request)
    let path = try NumberInPath(context, of: "check-in")
    let body = try await CheckInBody(request)
    let expected = try Self.version(request)
    return try await respond { journal in
      let number = try path.find(in: journal)
      let checkIn = try journal.existingCheckIn(number)
      let changes = try body.changes(to: checkIn, access)
      if let expected, expected.sequence > checkIn.sequence {
        throw JournalError(
          .conflict,
          "Check-in \(checkIn.shownNumber) has no version \(expected.description); its latest is \(checkIn.sequence).")
      }
      guard !checkIn.isDiscarded else {
        throw Self.refusal("Check-in \(checkIn.shownNumber) is discarded; restore it first.")
      }
      try journal.edit(number, with: changes, expecting: expected)
      return Self.answer(try journal.savedCheckIn(number))
    }
  }

  func discard(_ request: Request, in context: WebContext) async throws -> Response {
    try check(request)
    let path = try NumberInPath(context, of: "check-in")
    return try await respond { journal in
      let number = try path.find(in: journal)
      let checkIn = try journal.existingCheckIn(number)
      guard !checkIn.isDiscarded else {
        throw Self.refusal("Check-in \(checkIn.shownNumber) is discarded already.")
      }
      try journal.discard([number])
      return Self.answer(try journal.savedCheckIn(number))
    }
  }

  func restore(_ request: Request, in context: WebContext) async throws -> Response {
    try check(request)
    let path = try NumberInPath(context, of: "check-in")
    return try await respond { journal in
      let number = try path.find(in: journal)
      let checkIn = try journal.existingCheckIn(number)
      guard checkIn.isDiscarded else {
        throw Self.refusal("Check-in \(checkIn.shownNumber) is not discarded.")
      }
      try journal.restore(number)
      return Self.answer(try journal.savedCheckIn(number))
    }
  }

  /// The version of a check-in that an edit is based on; `nil` if any will do.
  static func version(_ request: Request) throws -> CheckInVersion? { try expected(in: request) { CheckInVersion($0) } }

  /// The version that an edit is based on; `nil` if any will do.
  static func expected<Version>(in request: Request, _ read: (String) -> Version?) throws -> Version? {
    guard let tag = request.headers[.ifMatch] else {
      throw HTTPError(.preconditionRequired, message: "Edits need If-Match with the ETag of what they change.")
    }
    if tag == "*" { return nil }
    guard tag.count > 2, tag.hasPrefix("\""), tag.hasSuffix("\""),
      let version = read(String(tag.dropFirst().dropLast()))
    else { throw HTTPError(.badRequest, message: "If-Match must be * or the ETag of what the edit changes.") }
    return version
  }
}

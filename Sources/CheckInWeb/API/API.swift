import CheckInInterchange
import CheckInJournal
import CheckInLanguage
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

/// The journal for programs, in the forms that the command answers with.
struct API: Sendable {
  static let bodyByteLimit = 2 * Validation.maximumNotesBytes
  static let tokenHeader = HTTPField.Name(constant: "X-CheckIn-Token")
  /// RFC 8288.
  static let linkHeader = HTTPField.Name(constant: "Link")

  /// The reasons why a response lacks something, or may lack something: a JSON array of sentences in ASCII.
  static let incompleteHeader = HTTPField.Name(constant: "X-CheckIn-Incomplete")

  /// The members of a check-in that were not saved, since an earlier one with the same id holds.
  static let ignoredHeader = HTTPField.Name(constant: "X-CheckIn-Ignored")

  let access: JournalAccess
  let photos: PendingPhotos
  let token: Secret
  let uploadTimeLimit: Duration

  /// The description of the API in OpenAPI.
  private static let document = Array(
    String(decoding: PackageResources.openapi_json, as: UTF8.self)
      .replacing("\"version\": \"VERSION\"", with: "\"version\": \"\(SoftwareVersion.text)\"").utf8)

  func add(to routes: inout Routes) {
    routes.get("/api/openapi.json") { _, _ in .json(Self.document) }
    routes.get("/api/token") { _, _ in
      .jsonObject { json in
        json["token"] = token.text
      }
    }
    routes.get("/api/check-ins") { request, _ in try await list(request) }
    routes.post("/api/check-ins") { request, _ in try await create(request) }
    routes.get("/api/check-ins/:number") { _, context in try await show(context) }
    routes.patch("/api/check-ins/:number") { request, context in try await edit(request, in: context) }
    routes.post("/api/check-ins/:number/discard") { request, context in try await discard(request, in: context) }
    routes.post("/api/check-ins/:number/restore") { request, context in try await restore(request, in: context) }
    routes.get("/api/months") { _, _ in try await months() }
    routes.get("/api/months/:month") { _, context in try await month(context) }
    routes.get("/api/stats") { _, _ in try await statistics() }
    addWorkouts(to: &routes)
    addWorkoutCommands(to: &routes)
    addCommands(to: &routes)
    addDayMarks(to: &routes)
    addGym(to: &routes)
    routes.get("/api/goals") { _, _ in try await goals() }
    routes.get("/api/group") { _, _ in try await group() }
    routes.get("/api/conflicts") { _, _ in try await conflicts() }
    routes.get("/api/audit") { request, _ in try await audit(request) }
  }

  /// Runs a query or a command whose response is JSON. If logs are damaged, a header of the response says so.
  func respond(_ body: @escaping @Sendable (Journal) throws -> Response) async throws -> Response {
    try await access.run { journal in
      let reasons = journal.incompleteReasons
      var response: Response
      do {
        response = try body(journal)
      } catch {
        // What was not found may be in the part that cannot be read.
        if reasons.isEmpty { throw error }
        response = Self.explain(error)
      }
      response.markIncomplete(because: reasons + journal.incompleteReasons.filter { !reasons.contains($0) })
      return response
    }
  }

  /// A check-in, with its version as the ETag.
  static func answer(
    _ known: VersionedCheckIn, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) -> Response {
    var headers = headers
    headers[.eTag] = "\"\(known.version)\""
    return .json(status: status, headers: headers) { known.checkIn.write(to: &$0) }
  }

  /// The answer that reports an error.
  static func explain(_ error: any Error) -> Response {
    var answer = ErrorAnswer(error)
    let journalError = error as? JournalError
    if journalError?.code == .conflict { answer.status = .preconditionFailed }
    return .jsonError(
      answer.status, messages: answer.messages.map(\.text), hint: hint(for: answer.status, messages: answer.messages),
      code: journalError?.code.exitStatus ?? 64, headers: (error as? HTTPError)?.headers ?? [:])
  }

  func check(_ request: Request) throws {
    guard token.matches(request.headers[Self.tokenHeader]) else {
      throw HTTPError(.forbidden, message: "Changes need the header X-CheckIn-Token.")
    }
  }

  /// A whole number that JSON can hold exactly: up to 9,007,199,254,740,991.
  static func integer(_ text: String, from first: Int = 0) -> Int? {
    Int(text).flatMap { (first...9_007_199_254_740_991).contains($0) ? $0 : nil }
  }

  /// Returns the maximum number of elements on one page of a list, from the query or the usual one.
  static func limit(_ query: FormFields, usual: Int, maximum: Int) throws -> Int {
    try value(query["limit"], named: "limit", mustBe: "a whole number from 1 to \(maximum)") { text in
      integer(text, from: 1).flatMap { $0 <= maximum ? $0 : nil }
    } ?? usual
  }

  /// A parameter of the query, which must be readable if it is given.
  ///
  /// - Parameter kind: what it has to be, in words.
  static func value<Value>(
    _ text: String?, named name: String, mustBe kind: String, _ read: (String) -> Value?
  ) throws -> Value? {
    guard let text else { return nil }
    guard let value = read(text) else {
      throw JournalError(.invalidValue, "The parameter \(name) cannot be read: it is \(kind).")
    }
    return value
  }
}

extension Response {
  /// Adds the header ``API/incompleteHeader`` if there are reasons.
  mutating func markIncomplete(because reasons: [JournalError]) {
    guard !reasons.isEmpty else { return }
    var json = JSONWriter()
    json.array { json in for reason in reasons { json.string(reason.advice.inCommands.text) } }
    var text = ""
    for scalar in json.text.unicodeScalars {
      if scalar.isASCII {
        text.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    headers[API.incompleteHeader] = text
  }
}

extension API {
  static let typesHint = "Types: " + ExerciseType.selectable.map(\.name).joined(separator: ", ")

  /// Returns a recovery suggestion for an error; `nil` if its messages are enough.
  static func hint(for status: HTTPResponse.Status, messages: [Message]) -> String? {
    var hints: [String] = []
    let aboutTypes = [Validation.typeMissing, CheckInBody.typeUnreadable]
    if messages.contains(where: { aboutTypes.contains($0) || $0.text.hasPrefix("The parameter type") }) {
      hints.append(typesHint)
    }
    if messages.contains(CheckInBody.timeUnreadable) {
      hints.append("Times: 2026-11-21T07:10:00+01:00, or local time without the offset")
    }
    switch status {
    case .forbidden: hints.append("GET /api/token answers with the token")
    case .preconditionRequired: hints.append("GET /api/check-ins/NUMBER answers with the ETag")
    case .preconditionFailed: hints.append("GET the check-in again, decide again, and send its new ETag as If-Match")
    case .unsupportedMediaType:
      hints.append("Send Content-Type: application/json; a new check-in with a photo, multipart/form-data")
    case .notFound: hints.append("GET /api/openapi.json describes what there is")
    case .serviceUnavailable: hints.append("Try again")
    default: break
    }
    return hints.isEmpty ? nil : hints.joined(separator: "\n")
  }
}

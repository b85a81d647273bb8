import CheckInJournal
import HTTPTypes

extension API {
  static let typesHint = "Types: " + ExerciseType.selectable.map(\.name).joined(separator: ", ")

  /// What can be done about a refusal; `nil` where its messages say it.
  static func hint(_ status: HTTPResponse.Status, _ messages: [String]) -> String? {
    var hints: [String] = []
    let aboutTypes = [Validation.typeMissing, CheckInBody.typeUnreadable]
    if messages.contains(where: { aboutTypes.contains($0) || $0.hasPrefix("The parameter type") }) {
      hints.append(typesHint)
    }
    if messages.contains(CheckInBody.timeUnreadable) {
      hints.append("Times: 2026-11-21T07:10:00+01:00, or local time without the offset")
    }
    switch status {
    case .forbidden: hints.append("GET /api/token answers with the token")
    case .preconditionRequired: hints.append("GET /api/check-ins/NUMBER answers with the ETag")
    case .preconditionFailed: hints.append("GET the check-in again, decide again, and send its new ETag as If-Match")
    case .unsupportedMediaType: hints.append("Send Content-Type: application/json")
    case .notFound: hints.append("GET /api/openapi.json describes what there is")
    case .serviceUnavailable: hints.append("Try again")
    default: break
    }
    return hints.isEmpty ? nil : hints.joined(separator: "\n")
  }
}

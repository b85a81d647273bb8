import CheckInJournal
import CheckInLanguage
import HTTPTypes
import Hummingbird
import NIOCore
import PhotoProcessing

/// The response to an error: its status and its messages.
struct ErrorAnswer {
  var status: HTTPResponse.Status
  var messages: [Message]

  init(_ error: any Error) {
    switch error {
    case let error as JournalError: (status, messages) = (error.httpStatus, error.messages.map(\.inCommands))
    case let error as PhotoError: (status, messages) = (.unprocessableContent, [Message(verbatim: error.message)])
    case let error as any HTTPResponseError:
      status = error.status
      // A page's errors are texts of this program, so each is a key. The answers of the API stay English.
      let known = (error as? HTTPError)?.body.map(Message.init(stringLiteral:))
      messages = [known ?? (status == .notFound ? "There is no such page." : Message(verbatim: "\(status)"))]
    default: (status, messages) = (.internalServerError, ["A fault of this software."])
    }
  }
}

extension JournalError {
  var httpStatus: HTTPResponse.Status {
    switch code {
    case .invalidValue, .refusedInput: .unprocessableContent
    case .notFound: .notFound
    case .conflict: .conflict
    case .busy, .cancelled: .serviceUnavailable
    default: .internalServerError
    }
  }
}

extension Response {
  /// A text of lines, for who gets no page.
  static func plainText(
    _ status: HTTPResponse.Status, lines: [String], headers: HTTPFields = [:]
  ) -> Response {
    var headers = headers
    headers[.contentType] = "text/plain; charset=utf-8"
    let text = lines.joined(separator: "\n") + "\n"
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  static func json(
    status: HTTPResponse.Status = .ok, headers: HTTPFields = [:], _ body: (inout JSONWriter) throws -> Void
  ) rethrows -> Response {
    var json = JSONWriter()
    try body(&json)
    return .json(json.bytes, status: status, headers: headers)
  }

  static func jsonObject(
    status: HTTPResponse.Status = .ok, headers: HTTPFields = [:], _ members: (inout JSONWriter) throws -> Void
  ) rethrows -> Response {
    try .json(status: status, headers: headers) { try $0.object(members) }
  }

  static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Response {
    var headers = headers
    headers[.contentType] = "application/json"
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// The object that reports every error to programs.
  ///
  /// - Parameter code: the exit status of the command for such an error.
  static func jsonError(
    _ status: HTTPResponse.Status, messages: [String], hint: String?, code: Int32 = 64, headers: HTTPFields = [:]
  ) -> Response {
    .jsonObject(status: status, headers: headers) { json in
      json["error"] = messages.first ?? ""
      json["messages"] = messages
      json["hint"] = hint
      json["code"] = Int(code)
    }
  }
}

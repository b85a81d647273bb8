import HTTPTypes
import Hummingbird
import NIOCore

/// The answer to who is not let in: as a page, as an object, or as text.
///
/// A page of its own, since style and script may not be shown to them either.
struct RefusalPage {
  var title, heading: String
  /// The authentication scheme in the header `WWW-Authenticate`.
  var scheme: String
  /// For programs: what is wrong, and what they can do.
  var explanation, hint: String
  /// HTML, for people.
  var paragraphs: [String]

  func response(to request: Request) -> Response {
    var response: Response
    if request.uri.path.hasPrefix("/api/") {
      response = .jsonError(.unauthorized, messages: [explanation], hint: hint)
    } else if request.headers[.accept]?.contains("text/html") == true {
      response = Response(
        status: .unauthorized, headers: [.contentType: "text/html; charset=utf-8"],
        body: ResponseBody(byteBuffer: .init(string: page(comesFromElsewhere: Self.isFromElsewhere(request)))))
    } else {
      response = .plainText(.unauthorized, lines: [explanation, hint])
    }
    response.headers[.wwwAuthenticate] = #"\#(scheme) realm="checkin""#
    return response
  }

  private static func isFromElsewhere(_ request: Request) -> Bool {
    guard let site = request.headers[.secFetchSite] else { return false }
    return site != "same-origin" && site != "none"
  }

  /// - Parameter comesFromElsewhere: whether a link on another page led here. A browser then holds back the cookie, and
  ///   sends it when our own page asks again.
  private func page(comesFromElsewhere: Bool) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    \(comesFromElsewhere ? #"<meta http-equiv="refresh" content="0">"# : "")
    <title>\(title) – checkin</title>
    </head>
    <body>
    <main>
    <h1>\(heading)</h1>
    \(paragraphs.map { "<p>\($0)</p>" }.joined(separator: "\n"))
    </main>
    </body>
    </html>

    """
  }
}

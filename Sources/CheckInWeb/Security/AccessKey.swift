import HTTPTypes
import Hummingbird

/// Keeps the other accounts of this machine, which can reach the port too, from the page.
///
/// Whoever has the key gets in: a browser with the address that `checkin serve` prints, which it exchanges for a
/// cookie; a program with the header `Authorization: Bearer`. Both are valid until the process ends.
struct AccessKey: Sendable {
  /// The field of the address that has the key.
  static let fieldName = "key"

  let key = Secret()
  /// The value of the cookie. It is not the key, which would open the page in other browsers too.
  private let session = Secret()

  /// The address that opens the page in a browser.
  func address(port: Int) -> String { "http://127.0.0.1:\(port)/?\(Self.fieldName)=\(key.text)" }

  func admit(_ request: Request, port: Int) -> Admission {
    if let target = target(withoutKeyOf: request) {
      // Again without the key, so that no history keeps it.
      return .refused(Response(status: .seeOther, headers: [.location: target, .setCookie: cookie(port: port)]))
    }
    return isAuthenticated(request, port: port)
      ? .admitted(.owner, cookie: nil) : .refused(Self.refusal.response(to: request))
  }

  private func isAuthenticated(_ request: Request, port: Int) -> Bool {
    if let given = request.headers[.authorization] {
      let words = given.split(separator: " ", maxSplits: 1)
      return words.count == 2 && words[0].lowercased() == "bearer" && key.matches(words[1])
    }
    return request.cookieValues(Self.cookieName(port: port)).contains { session.matches($0) }
  }

  /// The path and query without the key, if the address of the request has the right one.
  private func target(withoutKeyOf request: Request) -> String? {
    guard request.method == .get || request.method == .head, let target = request.head.path else { return nil }
    let parts = target.split(separator: "?", maxSplits: 1)
    // A path of two slashes would lead to another host; browsers read a backslash as one.
    guard parts.count == 2, !target.hasPrefix("//"), !parts[0].contains("\\") else { return nil }
    let fields = parts[1].split(separator: "&")
    let prefix = Self.fieldName + "="
    guard fields.contains(where: { $0.hasPrefix(prefix) && key.matches($0.dropFirst(prefix.count)) }) else {
      return nil
    }
    let others = fields.filter { !$0.hasPrefix(prefix) }
    return parts[0] + (others.isEmpty ? "" : "?" + others.joined(separator: "&"))
  }

  /// A cookie goes to every port of its host, so the name says which port it is for.
  private static func cookieName(port: Int) -> String { "checkin-\(port)" }

  private func cookie(port: Int) -> String {
    "\(Self.cookieName(port: port))=\(session.text); Path=/; HttpOnly; SameSite=Strict"
  }

  /// The header that takes the cookie away.
  static func noCookie(port: Int) -> String {
    "\(cookieName(port: port))=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0"
  }

  // MARK: - The answer to a request without the key

  static let refusal = RefusalPage(
    title: "Key needed", heading: "This page needs its key", scheme: "Bearer",
    explanation:
      "This page is shown only to the person who started it. Open the address that \"checkin serve\" printed, with its "
      + "key.",
    hint:
      "Programs send the header Authorization: Bearer KEY. The key is in the file PORT.key in "
      + "$XDG_RUNTIME_DIR/checkin, or in /tmp/checkin-UID if that variable is not set; only the account that started "
      + "the page can read it.",
    paragraphs: [
      "Your journal is shown to nobody but the person who started <code>checkin serve</code>: open the address that it "
        + "printed, with the key at its end. The key changes with every start.",
      "If the terminal is gone, end the server and start it again with <code>checkin serve --open</code>. Input that "
        + "was not saved yet is restored by the form, in the same tab.",
    ])
}

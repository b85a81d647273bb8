import CheckInJournal
import HTTPTypes
import Hummingbird
import TestSupport
import Testing

@testable import CheckInWeb

@Suite("What the page refuses")
struct GuardTests {
  let client: WebClient

  init() throws { client = try WebClient() }

  @Test(
    "Only the names of this machine are answered, with the right port",
    arguments: [
      nil, "", "evil.example", "evil.example:8427", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:8428", "localhost",
      "localhost.evil.example:8427", "127.0.0.1.nip.io:8427", "127.0.0.1:8427.evil.example", "0.0.0.0:8427",
      "[::]:8427", "2130706433:8427", "127.1:8427", "user@127.0.0.1:8427", "127.0.0.1:08427",
    ])
  func foreignHost(host: String?) async throws {
    for path in ["/", "/api/stats", "/nowhere", "/events"] {
      let answer = try await client.send(.get, path, host: host)
      #expect(answer.status == 421 && !answer.text.contains("<html"))
    }
  }

  @Test("The names of this machine are answered", arguments: ["127.0.0.1:8427", "localhost:8427", "[::1]:8427"])
  func ownHost(host: String) async throws {
    #expect(try await client.send(.get, "/", host: host).status == 200)
    #expect(try await client.send(.get, "/", host: host.uppercased()).status == 200)
  }

  @Test("A closed connection has no port, so no name is right for it", arguments: ["127.0.0.1:0", "127.0.0.1:8427"])
  func closedConnection(host: String) async throws {
    for hasKey in [true, false] {
      await #expect(throws: HTTPError.self) {
        try await client.send(.get, "/stats", host: host, hasKey: hasKey, localPort: nil)
      }
    }
  }

  @Test("Two names are one too many, whatever they are", arguments: ["evil.example", "127.0.0.1:8427", ""])
  func twoHosts(second: String) async throws {
    #expect(try await client.send(.get, "/", headers: ["Host": second]).status == 400)
  }

  @Test("Other sites may lead here by a link, and use nothing", arguments: ["cross-site", "same-site"])
  func otherSites(site: String) async throws {
    let link = ["Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"]
    #expect(try await client.send(.get, "/", headers: link).status == 200)
    #expect(try await client.send(.post, "/undo", headers: link).status == 403)
    for (mode, destination) in [("no-cors", "image"), ("cors", "empty"), ("navigate", "iframe"), ("no-cors", "script")]
    {
      let use = ["Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": destination]
      #expect(try await client.send(.get, "/api/stats", headers: use).status == 403)
    }
  }

  @Test(
    "A change must come from our own page and carry its token",
    arguments: [
      [:], ["Origin": "http://evil.example"], ["Origin": "null"], ["Origin": "http://localhost:8427"],
      ["Origin": "https://127.0.0.1:8427"], ["Origin": "http://127.0.0.1:8427", "Sec-Fetch-Site": "cross-site"],
      ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": "none", "Origin": "http://127.0.0.1:80"],
    ] as [[String: String]])
  func foreignOrigin(headers: [String: String]) async throws {
    let token = try await client.token()
    let fields = [("token", token), ("id", try await client.value(named: "id", in: "/add"))]
    let answer = try await client.submit(
      "/add", fields + [("type", "Run"), ("title", "x"), ("time", "2026-11-20T10:00")], headers: headers)
    #expect(answer.status == 403)
    #expect(try Journal(at: client.journalPath, for: .readOnly).sequence == 0)
  }

  @Test("A missing or wrong token changes nothing", arguments: ["", "x", String(repeating: "0", count: 64)])
  func token(token: String) async throws {
    try await client.add("Run", "Kept")
    for path in ["/add", "/check-ins/1/edit"] {
      #expect(try await client.submit(path, [("token", token), ("title", "x")]).status == 403)
    }
    for path in ["/check-ins/1/discard", "/check-ins/1/restore", "/undo"] {
      #expect(try await client.post(path, "token=\(token)&expect=1").status == 403)
    }
    let headers = ["Content-Type": "application/json", "X-CheckIn-Token": token, "If-Match": "\"1\""]
    #expect(try await client.send(.post, "/api/check-ins", headers: headers).status == 403)
    #expect(try await client.send(.patch, "/api/check-ins/1", headers: headers).status == 403)
    #expect(try await client.send(.post, "/api/check-ins/1/discard", headers: headers).status == 403)
    #expect(try Journal(at: client.journalPath, for: .readOnly).sequence == 1)
  }

  @Test(
    "Every answer carries the protective headers", arguments: ["/", "/nowhere", "/api/stats", Assets.stylePath, "x"])
  func headers(path: String) async throws {
    let answer = try await client.get(path)
    let policy = try #require(answer.headers[.contentSecurityPolicy])
    #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
    #expect(!policy.contains("unsafe") && !policy.contains("*"))
    #expect(answer.headers[.xContentTypeOptions] == "nosniff")
    #expect(answer.headers[.cacheControl] != nil && answer.headers[.accessControlAllowOrigin] == nil)
  }

  @Test(
    "No address leads to a file",
    arguments: [
      "/photos/../../HEAD", "/photos/%2e%2e%2fHEAD", "/photos/..%2f..%2fHEAD", "/assets/../HEAD", "/assets/%2e%2e/HEAD",
      "/thumbnails/%00", "/assets//etc/passwd", "/assets/..%5cHEAD", "/photos/HEAD", "/check-ins/1%2f..",
      "/check-ins/99999999999999999999", "/days/2026-02-30", "/year/0", "/year/+2026", "/?month=2026-13", "/?a=%",
      "/audit?at=99", "/audit?at=-1",
    ])
  func paths(path: String) async throws {
    let answer = try await client.get(path)
    #expect([400, 404].contains(answer.status))
    #expect(!answer.text.contains("root:"))
  }

  @Test("Bodies that are no forms of ours are refused")
  func bodies() async throws {
    let same = ["Sec-Fetch-Site": "same-origin"]
    #expect(try await client.send(.post, "/add", headers: same).status == 415)
    var headers = same
    headers["Content-Type"] = "multipart/form-data; boundary=b"
    #expect(try await client.send(.post, "/add", headers: headers, body: Array("--b\r\n".utf8)).status == 400)
    let huge = [("token", try await client.token()), ("notes", String(repeating: "x", count: 20_000_000))]
    #expect(try await client.submit("/add", huge).status == 413)
    let photo = [UInt8](repeating: 0, count: 50_000_001)
    #expect(try await client.submit("/add", [], photo: photo).status == 403)
    let fields = [("token", try await client.token()), ("id", try await client.value(named: "id", in: "/add"))]
    #expect(try await client.submit("/add", fields, photo: photo).status == 413)
    #expect(try await client.submit("/add", fields, photo: photo + photo + photo + photo).status == 413)
    #expect(try await client.post("/undo", String(repeating: "x", count: 20_000_000)).status == 413)
  }

  @Test(
    "Methods that an address does not know are refused with those that it knows",
    arguments: [.trace, .connect, .put, .delete, .options, .post] as [HTTPRequest.Method])
  func methods(method: HTTPRequest.Method) async throws {
    let answer = try await client.send(method, "/", headers: ["Origin": "http://\(WebClient.host)"])
    #expect(answer.status == 405 && answer.headers[.allow] == "GET, HEAD")
    if method != .post {
      let answer = try await client.send(method, "/add", headers: ["Origin": "http://\(WebClient.host)"])
      #expect(answer.status == 405 && answer.headers[.allow] == "GET, HEAD, POST")
    }
  }

  @Test("A method that nobody knows is refused")
  func unknownMethod() async throws {
    let method = try #require(HTTPRequest.Method("BREW"))
    #expect(try await client.send(method, "/", headers: ["Origin": "http://\(WebClient.host)"]).status == 501)
  }

  @Test("HEAD answers as GET does, without the content", arguments: ["/", "/api/stats", "/days/2026-11-20"])
  func head(path: String) async throws {
    let whole = try await client.send(.get, path)
    let head = try await client.send(.head, path)
    #expect(head.status == 200 && head.text.isEmpty)
    #expect(head.headers[.contentType] == whole.headers[.contentType])
    #expect(head.headers[.contentLength] == String(whole.text.utf8.count))
  }

  @Test("A token is compared whole")
  func tokenComparison() {
    let token = Secret()
    #expect(
      token.matches(token.text) && !token.matches(nil as String?) && !token.matches(String(token.text.dropLast())))
    #expect(!token.matches(token.text.uppercased() + "") || token.text.allSatisfy(\.isNumber))
    #expect(token.text.count == 64 && token.text != Secret().text)
  }
}

import CheckInJournal
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import CheckInWeb

@Suite("The key that lets one in")
struct AccessKeyTests {
  let client: WebClient

  init() throws { client = try WebClient() }

  private func send(
    _ path: String, _ method: HTTPRequest.Method = .get, _ headers: [String: String] = [:]
  ) async throws -> WebClient.Answer {
    try await client.send(method, path, headers: headers, hasKey: false)
  }

  @Test(
    "What browsers fetch without the cookie is served without it, and says nothing", arguments: Assets.publicPaths)
  func publicPaths(path: String) async throws {
    let answer = try await client.send(.get, path, hasKey: false)
    #expect(answer.status == 200 && answer.headers[.setCookie] == nil)
    #expect(answer.headers[.contentSecurityPolicy]?.contains("worker-src 'self'") == true)
  }

  @Test(
    "Without it nothing is served, whatever the address",
    arguments: [
      "/", "/months", "/add", "/check-ins/1", "/events", "/photos/\(String(repeating: "0", count: 64))",
      "/thumbnails/\(String(repeating: "0", count: 64))", Assets.stylePath, Assets.scriptPath, "/nowhere",
      "/api/token", "/api/check-ins", "/api/audit", "/api/openapi.json", "/?key=",
      "/?key=\(String(repeating: "0", count: 64))",
    ])
  func refused(path: String) async throws {
    try await client.add("Run", "Secret title")
    for accept in ["text/html", "*/*"] {
      let answer = try await send(path, .get, ["Accept": accept])
      #expect(answer.status == 401 && !answer.text.contains("Secret title") && !answer.text.contains(client.key))
      #expect(answer.headers[.wwwAuthenticate] == #"Bearer realm="checkin""#)
      #expect(answer.headers[.contentSecurityPolicy] != nil && answer.headers[.setCookie] == nil)
    }
  }

  @Test("What is missing is said in plain words: as a page, as an object, as text")
  func explained() async throws {
    let page = try await send("/months", .get, ["Accept": "text/html,*/*"])
    #expect(page.text.contains("<h1>") && page.text.contains("checkin serve"))
    let object = try await send("/api/stats")
    let json = try #require(try JSONSerialization.jsonObject(with: Data(object.bytes)) as? [String: Any])
    #expect((json["hint"] as? String)?.contains("Authorization: Bearer") == true)
    #expect(try await send("/events", .get, ["Accept": "text/event-stream"]).text.contains("checkin serve"))
  }

  @Test("Nothing is changed without it, not even with the token")
  func writing() async throws {
    try await client.add("Run", "Kept")
    let token = try await client.token()
    let headers = ["Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded"]
    let answer = try await client.send(
      .post, "/check-ins/1/discard", headers: headers, body: Array("token=\(token)".utf8), hasKey: false)
    #expect(answer.status == 401)
    #expect(try await send("/api/check-ins/1/discard", .post, ["X-CheckIn-Token": token]).status == 401)
    #expect(try Journal(at: client.journalPath, for: .readOnly).sequence == 1)
  }

  @Test("The address is exchanged for a cookie, as often as it is opened, and leads on without the key")
  func exchange() async throws {
    for (path, clean) in [
      ("/?key=", "/"), ("/?month=2026-10&key=", "/?month=2026-10"), ("/year/2026?key=", "/year/2026"),
    ] {
      let answer = try await send(path + client.key)
      #expect(answer.status == 303 && answer.headers[.location] == clean)
      let cookie = try #require(answer.headers[.setCookie])
      #expect(cookie.hasPrefix("checkin-8427=") && cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
      #expect(!cookie.contains(client.key))
      let pair = String(cookie.prefix { $0 != ";" })
      #expect(try await send(clean, .get, ["Cookie": "other=1; " + pair]).status == 200)
      #expect(try await send(clean, .get, ["Cookie": pair.replacing("8427", with: "8428")]).status == 401)
      #expect(try await send(clean, .get, ["Cookie": String(pair.dropLast())]).status == 401)
    }
    #expect(try await send("/?key=" + client.key, .post, ["Sec-Fetch-Site": "same-origin"]).status == 401)
    #expect(try await send("//evil.example/?key=" + client.key).status == 401)
    #expect(try await send("/\\evil.example/?key=" + client.key).status == 401)
  }

  @Test("Programs show it in a header")
  func header() async throws {
    #expect(try await send("/api/stats", .get, ["Authorization": "Bearer " + client.key]).status == 200)
    #expect(try await send("/api/stats", .get, ["Authorization": "bearer " + client.key]).status == 200)
    for wrong in ["Bearer", "Bearer ", "Basic \(client.key)", client.key, "Bearer \(client.key)x"] {
      #expect(try await send("/api/stats", .get, ["Authorization": wrong]).status == 401)
    }
  }

  @Test("A foreign name is refused before the key is looked at")
  func foreignHost() async throws {
    #expect(try await client.send(.get, "/?key=\(client.key)", host: "evil.example", hasKey: false).status == 421)
    #expect(try await client.send(.get, "/api/stats", host: "evil.example").status == 421)
  }
}

@Suite("The files with the key")
struct KeyFilesTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("They are their owner's alone, replace what was left, and go with the server")
  func files() throws {
    let key = AccessKey()
    let folder = directory.path + "/checkin"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    try Data("old".utf8).write(to: URL(filePath: folder + "/1.key"))
    let files = try KeyFiles(key, port: 1, environment: ["XDG_RUNTIME_DIR": directory.path])
    #expect(try String(contentsOfFile: folder + "/1.key", encoding: .utf8) == key.key.text + "\n")
    #expect(try String(contentsOfFile: files.page, encoding: .utf8).contains(key.address(port: 1)))
    #expect(try permissions(folder) == 0o700)
    #expect(try permissions(folder + "/1.key") == 0o600 && permissions(files.page) == 0o600)
    files.remove()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test("What somebody has put in the directory's place is not followed")
  func link() throws {
    try FileManager.default.createDirectory(atPath: directory.path + "/elsewhere", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/checkin", withDestinationPath: directory.path + "/elsewhere")
    #expect(throws: JournalError.self) {
      try KeyFiles(AccessKey(), port: 1, environment: ["XDG_RUNTIME_DIR": directory.path])
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path + "/elsewhere").isEmpty)
  }
}

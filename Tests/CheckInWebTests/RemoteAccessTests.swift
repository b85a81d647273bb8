import CheckInJournal
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TestSupport
import Testing

@testable import CheckInWeb

@Suite("Who reaches the page from other devices")
struct RemoteAccessTests {
  static let name = "journal.test:8427"
  static let origin = "https://journal.test:8427"

  let client: WebClient
  let remote: GuardedResponder<RouterResponder<WebContext>>

  init() throws {
    client = try WebClient()
    remote = client.server.remoteResponder(TrustedHosts(scheme: "https", names: ["journal.test"], port: nil))
  }

  private func send(
    _ path: String, _ method: HTTPRequest.Method = .get, host: String = name, _ headers: [String: String] = [:],
    body: String = "", cookie: String? = nil, from address: String = "192.0.2.7"
  ) async throws -> WebClient.Answer {
    var headers = headers
    if let cookie { headers["Cookie"] = "other=1; \(DeviceAccess.cookieName(port: 8427))=\(cookie)" }
    if method == .post, headers["Origin"] == nil { headers["Origin"] = Self.origin }
    return try await client.send(
      method, path, host: host, headers: headers, body: Array(body.utf8), hasKey: false, to: remote, from: address)
  }

  /// The cookie of a device that is paired as a person does it.
  private func pair(_ name: String) async throws -> String {
    let code = try client.server.devices.register.offer()
    #expect(try await send("/pair?code=\(code.text)").text.contains("value=\"\(code.text)\""))
    let answer = try await send("/pair", .post, body: "code=\(code.text)&name=\(name)")
    #expect(answer.status == 303 && answer.headers[.location] == "/")
    let cookie = try #require(answer.headers[.setCookie])
    for attribute in ["HttpOnly", "Secure", "SameSite=Strict", "Path=/"] { #expect(cookie.contains("; " + attribute)) }
    #expect(cookie.hasPrefix("__Host-"))
    return String(cookie.prefix { $0 != ";" }.drop { $0 != "=" }.dropFirst())
  }

  private func token(_ cookie: String) async throws -> String {
    let text = try await send("/add", cookie: cookie).text
    return try #require(text.firstMatch(of: #/name="token" value="([0-9a-f]+)"/#).map { String($0.1) })
  }

  @Test(
    "A stranger sees nothing, whatever the address",
    arguments: [
      "/", "/months", "/add", "/check-ins/1", "/events", "/photos/\(String(repeating: "0", count: 64))", "/devices",
      "/nowhere", "/api/token", "/api/check-ins", "/api/audit", "/api/openapi.json", "/?key=x", "/pair/", "//pair",
      "/pair/../months", "/assets/../months",
    ])
  func stranger(path: String) async throws {
    try await client.add("Run", "Secret title")
    for accept in ["text/html", "*/*"] {
      let answer = try await send(path, .get, ["Accept": accept])
      #expect([401, 404].contains(answer.status) && !answer.text.contains("Secret title"))
      #expect(!answer.text.contains("name=\"token\"") && answer.headers[.setCookie] == nil)
      #expect(answer.headers[.contentSecurityPolicy] != nil)
    }
  }

  @Test("The key of the start is worth nothing there")
  func key() async throws {
    #expect(try await send("/?key=\(client.key)").status == 401)
    #expect(try await send("/api/stats", .get, ["Authorization": "Bearer \(client.key)"]).status == 401)
    let answer = try await client.send(.get, "/?key=\(client.key)", hasKey: false)
    let cookie = try #require(answer.headers[.setCookie])
    #expect(try await send("/", .get, ["Cookie": String(cookie.prefix { $0 != ";" })]).status == 401)
  }

  @Test("A device that was paired sees and changes the journal, and a second one has a cookie of its own")
  func device() async throws {
    try await client.add("Run", "Seen title")
    let (phone, tablet) = (try await pair("Phone"), try await pair("Tablet"))
    #expect(phone != tablet)
    for cookie in [phone, tablet] {
      #expect(try await send("/check-ins/1", cookie: cookie).text.contains("Seen title"))
    }
    let body = "token=\(try await token(phone))"
    #expect(try await send("/check-ins/1/discard", .post, body: body, cookie: phone).status == 303)
    #expect(try await send("/check-ins/1/restore", .post, body: "token=x", cookie: phone).status == 403)
    #expect(try await send("/pair", cookie: phone).headers[.location] == "/")
    // The loopback listener does not know it.
    let header = ["Cookie": "\(DeviceAccess.cookieName(port: 8427))=\(phone)"]
    #expect(try await client.send(.get, "/", headers: header, hasKey: false).status == 401)
  }

  @Test("What a paired device records has its name, and what is recorded here has none")
  func deviceNames() async throws {
    try await client.add("Run", "Here")
    let phone = try await pair("Anna%27s+phone")
    let token = try await token(phone)
    let headers = ["Content-Type": "application/json", "X-CheckIn-Token": token]
    let body = #"{"type":"run","title":"There","duration":2700,"distance":5000}"#
    #expect(try await send("/api/check-ins", .post, headers, body: body, cookie: phone).status == 201)
    #expect(try await send("/check-ins/1/discard", .post, body: "token=\(token)", cookie: phone).status == 303)
    let journal = try Journal(at: client.journalPath, for: .readOnly)
    var devices: [String?] = []
    try journal.audit { devices.append($0.event.device) }
    #expect(devices == [nil, "Anna's phone", "Anna's phone"])
    #expect(try journal.checkIn(2)?.durationSeconds == 2700 && journal.checkIn(2)?.distanceMetres == 5000)
  }

  @Test("A stolen cookie is worth nothing once its device is revoked; the other device stays")
  func revocation() async throws {
    let (phone, tablet) = (try await pair("Phone"), try await pair("Tablet"))
    let form = "token=\(try await token(tablet))"
    #expect(try await send("/devices/1/revoke", .post, body: "token=x", cookie: tablet).status == 403)
    #expect(try await send("/devices/1/revoke", .post, body: form, cookie: tablet).status == 303)
    for address in ["192.0.2.7", "198.51.100.1"] {
      for path in ["/", "/api/stats", "/devices", "/events"] {
        let answer = try await send(path, cookie: phone, from: address)
        #expect(answer.status == 401)
        #expect(answer.headers[DeviceAccess.clearSiteData] == DeviceAccess.onlyCache)
        #expect(answer.headers[.wwwAuthenticate] == #"Pairing realm="checkin", error="revoked""#)
      }
    }
    #expect(try await send("/", cookie: tablet).status == 200)
    #expect(try await send("/devices/1/revoke", .post, body: form, cookie: tablet).status == 404)
    // Another process does it.
    try DeviceRegister(journal: client.journalPath).revoke(2)
    #expect(try await send("/", cookie: tablet).status == 401)
  }

  @Test("Signing out ends the cookie and has the browser forget everything")
  func signingOut() async throws {
    let phone = try await pair("Phone")
    let form = "token=\(try await token(phone))"
    #expect(try await send("/sign-out", .post, body: "token=x", cookie: phone).status == 403)
    let answer = try await send("/sign-out", .post, body: form, cookie: phone)
    #expect(answer.status == 200 && answer.headers[DeviceAccess.clearSiteData] == DeviceAccess.everything)
    #expect(answer.headers[.setCookie]?.contains("Max-Age=0") == true)
    #expect(try await send("/", cookie: phone).status == 401)
    #expect(try client.server.devices.register.devices().isEmpty)
  }

  @Test("A code is used up by its button and not by looking, and then by nobody else")
  func codeTwice() async throws {
    let code = try client.server.devices.register.offer()
    for _ in 0..<3 { #expect(try await send("/pair?code=\(code.text)").status == 200) }
    #expect(try await send("/pair?code=\(code.text)", .head).status == 200)
    #expect(try await send("/pair", .post, body: "code=\(code.text)&name=").status == 303)
    #expect(try await send("/pair", .post, body: "code=\(code.text)&name=").status == 403)
    #expect(try await send("/pair?code=\(code.text)").status == 403)
    #expect(try client.server.devices.register.devices().count == 1)
  }

  @Test("Guessing is slowed, also with the right code; devices and this machine are not")
  func guessing() async throws {
    let phone = try await pair("Phone")
    let code = try client.server.devices.register.offer()
    var statuses: [Int] = []
    for number in 0..<15 {
      statuses.append(
        number % 2 == 0
          ? try await send("/pair?code=\(PairingCode().text)").status
          : try await send("/pair", .post, body: "code=\(PairingCode().text)&name=x").status)
    }
    #expect(statuses == Array(repeating: 403, count: 10) + Array(repeating: 429, count: 5))
    #expect(try await send("/pair", .post, body: "code=\(code.text)&name=x").status == 429)
    #expect(try await send("/api/stats", cookie: Secret().text).status == 429)
    #expect(try await send("/", cookie: phone).status == 200)
    #expect(try await client.get("/").status == 200)
    // Somebody else's guesses do not keep an address from pairing.
    #expect(try await send("/pair", .post, body: "code=\(code.text)&name=x", from: "192.0.2.8").status == 303)
  }

  @Test(
    "Only the trusted name is answered, with its port",
    arguments: [
      "", "evil.example", "journal.test", "journal.test:443", "127.0.0.1:8427", "localhost:8427",
      "journal.test.evil.example:8427", "xjournal.test:8427", "journal.test:8427.evil.example",
      "user@journal.test:8427",
    ])
  func foreignHost(host: String) async throws {
    let phone = try await pair("Phone")
    #expect(try await send("/", host: host, cookie: phone).status == 421)
    #expect(try await send("/pair", host: host).status == 421)
    let forwarded = ["X-Forwarded-Host": Self.name, "Forwarded": "host=\(Self.name)"]
    #expect(try await send("/", host: host, forwarded, cookie: phone).status == 421)
  }

  @Test(
    "A change must come from our own page",
    arguments: [
      "http://journal.test:8427", "https://journal.test", "https://evil.example", "null", "https://x.test:8427",
    ])
  func foreignOrigin(origin: String) async throws {
    let phone = try await pair("Phone")
    let form = "token=\(try await token(phone))"
    let headers = ["Origin": origin]
    #expect(try await send("/sign-out", .post, headers, body: form, cookie: phone).status == 403)
    let code = try client.server.devices.register.offer()
    #expect(try await send("/pair", .post, headers, body: "code=\(code.text)&name=x").status == 403)
    #expect(try client.server.devices.register.isOffered(code))
    let crossSite = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"]
    #expect(try await send("/api/stats", .get, crossSite, cookie: phone).status == 403)
  }

  @Test("A stranger cannot make the server collect much, or learn its token from an error")
  func strangerForms() async throws {
    for body in [String(repeating: "x", count: 5000), "%", "code", "code=x&code=y", "\u{0}"] {
      let answer = try await send("/pair", .post, body: body, from: "192.0.2.\(body.utf8.count % 200)")
      #expect([400, 403, 413].contains(answer.status) && !answer.text.contains("name=\"token\""))
    }
    #expect(
      try await send("/add", .post, ["Content-Type": "multipart/form-data; boundary=b"], body: "--b").status == 401)
    for method in [HTTPRequest.Method.put, .delete, .patch] {
      #expect(try await send("/pair", method, ["Origin": Self.origin]).status == 405)
    }
  }

  @Test("A register that cannot be read lets nobody in")
  func damagedRegister() async throws {
    let phone = try await pair("Phone")
    try Data("x".utf8).write(to: URL(filePath: client.journalPath + "/web/devices.json"), options: .atomic)
    #expect(try await send("/", cookie: phone).status == 500)
    #expect(try await send("/pair").status == 200)
    #expect(try await client.get("/").status == 200)
  }
}

@Suite("Where the page is served to other devices")
struct RemoteListenerTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Makes a certificate for thirty days.
  private func makeCertificate(_ name: String, names: String?) throws {
    let extensions = names.map { "-addext 'subjectAltName=\($0)'" } ?? ""
    let command =
      "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=checkin \(extensions) -days 30 "
      + "-keyout \(name)-key.pem -out \(name).pem"
    let result = try Tool.shell(command, in: directory.path)
    try #require(result.status == 0, "\(result.errorText)")
  }

  private func listener(
    _ listen: String?, _ certificate: String? = nil, key: String? = nil, proxies: [String] = []
  ) throws -> RemoteListener? {
    let path = directory.path + "/"
    return try RemoteListener(
      listen: listen, certificate: certificate.map { path + $0 + ".pem" },
      key: (key ?? certificate.map { $0 + "-key" }).map { path + $0 + ".pem" }, proxies: proxies)
  }

  @Test(
    "Without an address there is none, and an address needs TLS",
    arguments: ["192.0.2.1", "0.0.0.0", "::", "127.0.0.1"])
  func plainText(address: String) throws {
    #expect(try listener(nil) == nil)
    let error = #expect(throws: JournalError.self) { try listener(address) }
    #expect(error?.code == .invalidValue && error?.message.contains("TLS") == true)
  }

  @Test("A certificate, its key, an address and a proxy have to fit together")
  func combinations() throws {
    try makeCertificate("a", names: "DNS:journal.test")
    try makeCertificate("b", names: "DNS:journal.test")
    #expect(throws: JournalError.self) { try listener(nil, "a") }
    #expect(throws: JournalError.self) { try listener("192.0.2.1", "a", proxies: ["https://x.test"]) }
    #expect(throws: JournalError.self) {
      try RemoteListener(listen: "192.0.2.1", certificate: directory.path + "/a.pem", key: nil, proxies: [])
    }
    for (certificate, key, word) in [
      ("a", "b-key", "belong"), ("a", "a", "private key"), ("a-key", "a-key", "certificate"),
      ("missing", "a-key", "no certificate"), ("a", "missing", "no key"),
    ] {
      let error = #expect(throws: JournalError.self) { try listener("192.0.2.1", certificate, key: key) }
      #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
    }
  }

  @Test("A certificate outside of its time is refused, and one that soon will be is warned of")
  func validity() throws {
    try makeCertificate("a", names: "DNS:journal.test")
    func certificate(_ days: Int64) throws -> ServerCertificate {
      try ServerCertificate(
        certificate: directory.path + "/a.pem", key: directory.path + "/a-key.pem",
        now: Journal.systemMilliseconds() + days * 86_400_000)
    }
    #expect(try certificate(1).warning == nil)
    #expect(try certificate(20).warning?.contains("expires on") == true)
    for (days, word) in [(31, "expired"), (-1, "not valid before")] as [(Int64, String)] {
      let error = #expect(throws: JournalError.self) { try certificate(days) }
      #expect(error?.code == .refusedInput && error?.message.contains(word) == true)
    }
  }

  @Test("The certificate's names are those that are answered, and the first is what a device opens")
  func names() throws {
    try makeCertificate("a", names: "DNS:Journal.test,DNS:*.wild.test,IP:192.0.2.1,IP:fd00::1")
    let everywhere = try #require(try listener("0.0.0.0:9000", "a"))
    #expect(everywhere.hosts.address(localPort: 9000) == "https://journal.test:9000")
    for host in ["journal.test:9000", "JOURNAL.TEST:9000", "x.wild.test:9000", "192.0.2.1:9000", "[fd00::1]:9000"] {
      #expect(everywhere.hosts.contains(host, localPort: 9000))
    }
    for host in ["wild.test:9000", ".wild.test:9000", "a.b.wild.test:9000", "*.wild.test:9001", "192.0.2.2:9000"] {
      #expect(!everywhere.hosts.contains(host, localPort: 9000))
    }
    let atAddress = try #require(try listener("[fd00:0::1]:443", "a"))
    #expect(atAddress.hosts.address(localPort: 443) == "https://[fd00::1]")
    #expect(atAddress.hosts.contains("journal.test", localPort: 443))
    #expect(atAddress.hosts.isSame(origin: "https://journal.test", authority: "journal.test:443"))
    try makeCertificate("nameless", names: nil)
    #expect(throws: JournalError.self) { try listener("0.0.0.0", "nameless") }
    #expect(try listener("192.0.2.1", "nameless")?.hosts.names == ["192.0.2.1"])
  }

  @Test("Behind a proxy, its names are answered; nothing is encrypted on the way")
  func proxy() throws {
    let listener = try #require(try listener(nil, proxies: ["https://Journal.test/", "https://j.test"]))
    #expect(listener.address.host == "127.0.0.1" && listener.certificate == nil && listener.warnings.isEmpty)
    #expect(listener.hosts.address(localPort: 8428) == "https://journal.test")
    #expect(
      listener.hosts.contains("j.test", localPort: 8428) && !listener.hosts.contains("j.test:8428", localPort: 8428))
    #expect(try self.listener("192.0.2.1", proxies: ["https://x.test:8443"])?.warnings.count == 1)
    for wrong in [
      "http://x.test", "x.test", "https://", "https://x.test/path", "https://x.test:0", "https://a b", "https://-x",
    ] {
      #expect(throws: JournalError.self) { try self.listener(nil, proxies: [wrong]) }
    }
    #expect(throws: JournalError.self) { try self.listener(nil, proxies: ["https://x.test", "https://y.test:1"]) }
  }

  @Test("Addresses are read in digits, and written as browsers do")
  func addresses() throws {
    for (text, host, port) in [
      ("192.0.2.1", "192.0.2.1", 8428), ("192.0.2.1:0", "192.0.2.1", 0), ("::", "[::]", 8428),
      ("[FD00:0:0::1]", "[fd00::1]", 8428), ("fd00::1", "[fd00::1]", 8428), ("[::1]:99", "[::1]", 99),
    ] {
      let address = try ListenAddress(text)
      #expect(address.urlHost == host && address.port == port)
    }
    for wrong in ["", "localhost", "192.0.2", "192.0.2.1:", "192.0.2.1:65536", "[::1", "[::1]x", "1.2.3.4:+5", "eth0"] {
      #expect(throws: JournalError.self) { try ListenAddress(wrong) }
    }
  }
}

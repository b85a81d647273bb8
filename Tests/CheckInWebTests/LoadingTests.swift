import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import CheckInWeb

/// The number and the size of the answers that a page takes.
@Suite("Loading a page")
struct LoadingTests {
  let client: WebClient

  init() throws { client = try WebClient() }

  @Test("The scripts of the page are one file, each once and after those that it imports")
  func bundle() throws {
    let bundle = ScriptBundle("page.js", of: Assets.scripts)
    #expect(Set(bundle.names).count == bundle.names.count && bundle.names.last == "page.js")
    let worker = ScriptBundle("worker.js", of: Assets.scripts)
    #expect(Set(bundle.names + worker.names) == Set(Assets.scripts.keys), "no script is left out")
    for one in [bundle, worker] {
      #expect(one.text.matches(of: /(?m)^(import|export)\b/).isEmpty)
      for (index, name) in one.names.enumerated() {
        let source = String(decoding: try #require(Assets.scripts[name]), as: UTF8.self)
        for match in source.matches(of: /from "\.\/([^"]+)"/) {
          let imported = try #require(one.names.firstIndex(of: String(match.output.1)))
          #expect(imported < index, "\(name) imports \(match.output.1)")
        }
      }
    }
    #expect(bundle.text.contains("const {  } = $") == false)
    // A service worker must not wait at its top level.
    #expect(!worker.text.contains("await (async"))
    #expect(bundle.text.contains("const $kept_form = await (async () => {"))
    #expect(bundle.text.components(separatedBy: "await (async").count == 2)
  }

  @Test("A script has what it imports, and gives what it exports")
  func scopes() {
    let bundle = ScriptBundle(
      "b-c.js",
      of: [
        "a.js": Array("export const one = 1;\nexport async function two() {\n}\nconst three = 3;\n".utf8),
        "b-c.js": Array("import {\n  one, two,\n} from \"./a.js\";\nimport \"./a.js\";\none();\n".utf8),
      ])
    #expect(
      bundle.text == """
        const $a = (() => {
        const one = 1;
        async function two() {
        }
        const three = 3;
        return { one, two };
        })();
        const $b_c = (() => {
        const {
          one, two,
        } = $a;
        one();
        return {  };
        })();

        """)
  }

  @Test("The first page needs a style, a script, icons and a manifest, and no address changes its content")
  func assets() async throws {
    let page = try await client.get("/").text
    let assets = page.matches(of: /(?:href|src)="(\/assets\/[^"]+)"/).map { String($0.output.1) }
    #expect(assets.count <= 5, "\(assets)")
    for path in assets where path != Assets.manifestPath {
      let answer = try await client.get(path)
      #expect(answer.status == 200 && answer.headers[.cacheControl] == "max-age=31536000, immutable", "\(path)")
      #expect(path.contains("/\(Assets.version)/"))
    }
    #expect(!page.contains("modulepreload"))
  }

  @Test("Text is compressed for who accepts it, and unpacks to what others get")
  func compression() async throws {
    for number in 1...20 { try await client.add("Run", "Number \(number)") }
    for path in ["/", "/api/check-ins", Assets.stylePath, Assets.scriptPath, Assets.workerPath, "/api/audit"] {
      let plain = try await client.get(path)
      #expect(plain.headers[.contentEncoding] == nil && plain.headers[.vary]?.contains("Accept-Encoding") == true)
      let packed = try await client.send(.get, path, headers: ["Accept-Encoding": "br, gzip;q=0.8"])
      #expect(packed.headers[.contentEncoding] == "gzip" && packed.headers[.contentLength] == nil, "\(path)")
      #expect(packed.bytes.count < plain.bytes.count / 2, "\(path)")
      let unpacked = try Tool.shell("gzip -dc", in: client.directory.path, input: packed.bytes)
      #expect(unpacked.status == 0 && unpacked.output == plain.bytes, "\(path)")
    }
  }

  @Test("Compression is left to who accepts it, and to pages that no other site leads to")
  func uncompressed() async throws {
    for headers in [
      [:], ["Accept-Encoding": "br"], ["Accept-Encoding": "gzip;q=0"], ["Accept-Encoding": "identity"],
      [
        "Accept-Encoding": "gzip", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-Dest": "document",
      ],
    ] {
      let answer = try await client.send(.get, "/stats", headers: headers)
      #expect(answer.status == 200 && answer.headers[.contentEncoding] == nil, "\(headers)")
    }
    let photo = try await client.send(.get, Assets.path("icon-192.png"), headers: ["Accept-Encoding": "gzip"])
    #expect(photo.status == 200 && photo.headers[.contentEncoding] == nil)
  }
}

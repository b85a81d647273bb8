import Foundation
import TestSupport
import Testing

@testable import CheckInWeb

@Suite("Reading multipart forms")
struct MultipartReaderTests {
  private static let body = Array(
    """
    --b\r
    Content-Disposition: form-data; name="title"\r
    \r
    Morning\r\n--c\r
    --b\r
    content-disposition: form-data; name="photo"; filename="a.jpg"\r
    Content-Type: image/jpeg\r
    \r
    \r
    \r
    --b--\r\n
    """.utf8)

  /// Names with their content.
  private func parts(_ chunks: [ArraySlice<UInt8>], boundary: String = "b") throws -> [[String]]? {
    var reader = try MultipartReader(boundary: boundary)
    var parts: [(String, String?, [UInt8])] = []
    for chunk in chunks {
      try reader.read(chunk) { piece in
        switch piece {
        case .part(let name, let fileName): parts.append((name, fileName, []))
        case .content(let bytes): parts[parts.count - 1].2 += bytes
        }
      }
    }
    guard reader.isFinished else { return nil }
    return parts.map { [$0.0, $0.1 ?? "no file", String(decoding: $0.2, as: UTF8.self)] }
  }

  private static let expected = [["title", "no file", "Morning\r\n--c"], ["photo", "a.jpg", "\r\n"]]

  @Test("However it is cut, it says the same")
  func everyCut() throws {
    for cut in 0...Self.body.count {
      #expect(try parts([Self.body[..<cut], Self.body[cut...]]) == Self.expected)
    }
    #expect(try parts(Self.body.indices.map { Self.body[$0...$0] }) == Self.expected)
  }

  @Test("Cut off anywhere, it is not finished")
  func everyTruncation() throws {
    let end = Self.body.count - 2
    for count in 0..<end { #expect(try parts([Self.body[..<count]]) == nil) }
  }

  @Test(
    "Anything else than a form is refused",
    arguments: [
      // A line of a header that is none, a parameter without quotation marks, text after the last delimiter.
      "--b\r\nContent-Disposition: form-data; name=\"x\"\r\nMorning\r\n\r\nx\r\n--b--",
      "--b\r\nContent-Disposition: form-data; name=\"x\"; filename=a\r\n\r\nx\r\n--b--",
      "--b\r\nContent-Disposition: form-data; name=\"x\" y\r\n\r\nx\r\n--b--",
      "--b\r\nContent-Disposition: attachment; name=\"x\"\r\n\r\nx\r\n--b--",
      "--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\nx\r\n--b--y",
      "", "x", "--c\r\n", "--bx\r\n", "--b\r\n\r\n\r\n", "--b\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--",
      "--b\r\nContent-Disposition: form-data; name=title\r\n\r\nx\r\n--b--",
      "--b\r\nContent-Disposition: form-data; filename=\"x\"\r\n\r\nx\r\n--b--", "--b\r\n\u{0}: x\r\n\r\nx\r\n--b--",
    ])
  func malformed(text: String) throws {
    let outcome = try? parts([Array(text.utf8)[...]])
    #expect(outcome == nil || outcome == .some(nil))
  }

  @Test(
    "A file's name may have anything in it, and none where no file was chosen",
    arguments: ["", "a;b.jpg", "name=c", "ä"])
  func fileNames(name: String) throws {
    let text = "--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"\(name)\"\r\n\r\n\r\n--b--\r\n"
    #expect(try parts([Array(text.utf8)[...]]) == [["photo", name, ""]])
  }

  @Test("A part without content can end with the line of its header")
  func emptyContent() throws {
    let text = "--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n--b--"
    #expect(try parts(text.utf8.map { [$0][...] }) == [["x", "no file", ""]])
  }

  @Test("A part's header, the parts and the boundary are bounded")
  func bounds() throws {
    let long = Array("--b\r\nX: ".utf8) + [UInt8](repeating: 65, count: 100_000)
    #expect(throws: MultipartReader.Fault.headerTooLong) { try parts([long[...]]) }
    let one = Array("--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\nx\r\n".utf8)
    let many = Array(repeating: one, count: 33).joined() + Array("--b--".utf8)
    #expect(throws: MultipartReader.Fault.tooManyParts) { try parts([Array(many)[...]]) }
    #expect(throws: MultipartReader.Fault.malformed) { try MultipartReader(boundary: "") }
    #expect(throws: MultipartReader.Fault.malformed) {
      try MultipartReader(boundary: String(repeating: "b", count: 71))
    }
  }

  @Test("Random changes of a form never stop the program")
  func randomChanges() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<3000 {
      var bytes = Self.body
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = [13, 10, 45, 98, 0, 255, 34, 59].randomElement() ?? 0
      }
      let cut = Int.random(in: 0...bytes.count, using: &generator)
      _ = try? parts([bytes[..<cut], bytes[cut...]])
    }
  }

  @Test("A form that is accepted has the parts that Python's email package finds in it")
  func reference() throws {
    let original = Self.body
    var generator = RandomSource(seed: 7)
    let directory = try TemporaryDirectory()
    let alphabet = Array("\r\n-b\"; =:xa".utf8)
    var inputs = [original]
    while inputs.count < TestSettings.runs("REFERENCE_INPUTS", default: 300) {
      var changed = original
      let start = generator.number(0...changed.count - 1)
      let range = start..<min(changed.count, start + generator.number(1...40))
      switch generator.number(0...4) {
      case 0: changed[start] = generator.element(of: alphabet)
      case 1: changed.insert(generator.element(of: alphabet), at: start)
      case 2: changed.removeSubrange(range)
      case 3: changed.insert(contentsOf: changed[range], at: generator.number(0...changed.count - 1))
      default: changed.remove(at: start)
      }
      // The reference takes a line feed alone for the end of a line, which the specification does not.
      let lineEnds = changed.indices.filter { changed[$0] == 10 || changed[$0] == 13 }
      let areWhole = lineEnds.allSatisfy {
        changed[$0] == 13 ? changed.dropFirst($0 + 1).first == 10 : $0 > 0 && changed[$0 - 1] == 13
      }
      if areWhole { inputs.append(changed) }
    }
    for (index, input) in inputs.enumerated() { try directory.write(input, to: "\(index)") }
    let program = """
      import email, email.policy, json, sys
      forms = []
      for index in range(int(sys.argv[2])):
          head = b"Content-Type: multipart/form-data; boundary=b\\r\\n\\r\\n"
          form = email.message_from_bytes(head + open(f"{sys.argv[1]}/{index}", "rb").read(), policy=email.policy.HTTP)
          parts = form.get_payload()
          forms.append(None if isinstance(parts, str) else [
              [str(part.get_param("name", header="content-disposition")),
               str(part.get_param("filename", "no file", "content-disposition")),
               (part.get_payload(decode=True) or b"").decode("latin-1")] for part in parts])
      print(json.dumps(forms))
      """
    let words = ["python3", "-c", program, directory.path, "\(inputs.count)"].map(Tool.quoted)
    let output = try Tool.require(words.joined(separator: " "), in: "/")
    let references = try JSONDecoder().decode([[[String]]?].self, from: Data(output))
    var accepted = 0
    for (index, reference) in references.enumerated() {
      guard let parts = (try? parts([inputs[index][...]])) ?? nil else { continue }
      accepted += 1
      #expect(parts == reference, "\(String(decoding: inputs[index], as: UTF8.self).debugDescription)")
    }
    #expect(accepted > inputs.count / 10)
  }

  @Test("Encoded fields: plus is a space, percent a byte, and each field stands once")
  func encodedFields() {
    #expect(FormFields(encoded: "a=b+c%20d&e=".utf8)?["a"] == "b c d")
    #expect(FormFields(encoded: "a=b+c%20d&e=".utf8)?["e"] == "")
    #expect(FormFields(encoded: "a=%C3%A4".utf8)?["a"] == "ä")
    for text in ["a=1&a=2", "a=%", "a=%1", "a=%zz", "a=%ff", "a=%00"] {
      #expect(FormFields(encoded: text.utf8) == nil)
    }
    // A byte that is sent as it is must be UTF-8, too.
    #expect(FormFields(encoded: Array("a=ä".utf8))?["a"] == "ä")
    #expect(FormFields(encoded: Array("a=".utf8) + [0xE4]) == nil)
  }
}

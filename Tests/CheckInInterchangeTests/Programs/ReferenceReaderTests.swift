import Foundation
import TestSupport
import Testing

@testable import CheckInInterchange
@testable import CheckInJournal
@testable import CheckInModel

/// The readers of archives, of compressed bytes and of XML, compared with those of Python on changed input: whatever
/// they accept, they read as the reference does.
///
/// `CHECKIN_RUNS_REFERENCE_INPUTS` sets the number of changed inputs of each kind.
@Suite("Readers compared with reference readers")
struct ReferenceReaderTests {
  private let scratch: ScratchDirectory
  private let count = TestSettings.runs("REFERENCE_INPUTS", default: 300)

  init() throws { scratch = try ScratchDirectory() }

  /// Changed forms of some bytes: a byte replaced, a range removed, doubled or moved, the end cut off.
  private func changedInputs(_ bytes: [UInt8], alphabet: [UInt8], seed: UInt64) -> [[UInt8]] {
    var generator = RandomSource(seed: seed)
    return [bytes]
      + (0..<count).map { _ in
        var changed = bytes
        for _ in 0..<generator.number(1...2) {
          let start = generator.number(0...changed.count - 1)
          let range = start..<min(changed.count, start + generator.number(1...60))
          switch generator.number(0...5) {
          case 0: changed[start] = UInt8(generator.number(0...255))
          case 1: changed[start] = generator.element(of: alphabet)
          case 2: changed.insert(generator.element(of: alphabet), at: start)
          case 3: changed.removeSubrange(range)
          case 4: changed.insert(contentsOf: changed[range], at: generator.number(0...changed.count - 1))
          default: if generator.oneIn(4) { changed.removeSubrange(start...) } else { changed.remove(at: start) }
          }
          if changed.isEmpty { changed = bytes }
        }
        return changed
      }
  }

  /// Runs a Python function `read(path)` on each input, and returns the values, `nil` where it threw.
  private func reference<Value: Decodable>(
    _ function: String, _ inputs: [[UInt8]], as type: Value.Type
  ) throws -> [Value?] {
    for (index, input) in inputs.enumerated() { _ = try scratch.write(input, to: "\(index)") }
    let program =
      function + """

        import json, sys
        values = []
        for index in range(int(sys.argv[2])):
            try:
                values.append(read(f"{sys.argv[1]}/{index}"))
            except Exception:
                values.append(None)
        print(json.dumps(values))
        """
    return try JSONDecoder().decode([Value?].self, from: python(program, [scratch.path, "\(inputs.count)"]))
  }

  // MARK: Archives

  private static let readArchive = """
    import zipfile
    def read(path):
        with zipfile.ZipFile(path) as archive:
            files = {}
            for entry in archive.infolist():
                if entry.is_dir():
                    continue
                try:
                    files[entry.filename] = archive.read(entry).hex()
                except Exception:
                    files[entry.filename] = None
            return files
    """

  /// The files of an archive by their names, with `nil` for a file that cannot be read.
  private static func files(at path: String) -> [String: String?]? {
    guard let archive = try? ZipArchive(path) else { return nil }
    var files: [String: String?] = [:]
    for entry in archive.entries {
      var bytes: [UInt8] = []
      let isRead = (try? archive.unpack(entry) { bytes += $0 }) != nil
      files[entry.name] = .some(isRead ? hexadecimal(bytes) : nil)
    }
    return files
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test("An archive has the files that Python's zipfile finds in it, or is rejected", arguments: [1, 2])
  func archives(seed: UInt64) throws {
    let original = try [UInt8](Data(contentsOf: URL(filePath: ProgramImport.fixtures + "/loop/Loop Habits CSV.zip")))
    let inputs = changedInputs(original, alphabet: [0, 1, 0x50, 0x4B, 0xFF], seed: seed)
    let references = try reference(Self.readArchive, inputs, as: [String: String?].self)
    let whole = try #require(references[0])
    var accepted = 0
    for (index, reference) in references.enumerated() {
      guard let files = Self.files(at: "\(scratch.path)/\(index)") else { continue }
      accepted += 1
      // An archive that only the reference rejects has its original files.
      let expected = reference ?? whole
      #expect(Set(files.keys) == Set(expected.keys), "input \(index)")
      for (name, content) in files {
        guard let content else { continue }
        #expect(content == (expected[name] ?? nil) ?? whole[name] ?? nil, "input \(index): \(name)")
      }
    }
    #expect(accepted > 1)
  }

  // MARK: Compressed bytes

  private static let readDeflate = """
    import zlib
    def read(path):
        decompressor = zlib.decompressobj(-15)
        data = decompressor.decompress(open(path, "rb").read())
        if not decompressor.eof:
            raise ValueError
        return data.hex()
    """

  @Test("Compressed bytes become those that Python's zlib makes of them, in pieces of any size")
  func deflate() throws {
    let original = try python(
      """
      import sys, zlib
      c = zlib.compressobj(6, zlib.DEFLATED, -15)
      sys.stdout.buffer.write(c.compress(b"".join(b"%d,run\\n" % (i * i) for i in range(300))) + c.flush())
      """)
    let inputs = changedInputs([UInt8](original), alphabet: [0, 1, 0xFF], seed: 3)
    var generator = RandomSource(seed: 4)
    for (index, reference) in try reference(Self.readDeflate, inputs, as: String.self).enumerated() {
      var rest = inputs[index][...]
      var bytes: [UInt8] = []
      let inflater = Inflater(
        source: {
          let piece = rest.prefix(generator.number(1...64))
          rest = rest.dropFirst(piece.count)
          return Array(piece)
        }, sink: { bytes += $0 })
      let isRead = (try? inflater.run()) != nil
      #expect((isRead ? Self.hexadecimal(bytes) : nil) == reference, "input \(index)")
    }
  }

  // MARK: XML

  /// The elements with their attributes, and the texts of some: what the importers read.
  private static let readXML = """
    import xml.parsers.expat
    ATTRIBUTES = ["lat", "lon", "workoutActivityType", "startDate", "duration", "key", "value", "unit", "sum"]
    TEXTS = ["name", "type", "time", "desc", "cmt"]
    def read(path):
        events, depth, text = [], 0, None
        def start(name, attributes):
            nonlocal depth, text
            depth += 1
            if text is not None:
                return
            name = name.split(":")[-1]
            events.append(["start", name] + [attributes.get(key, "-") for key in ATTRIBUTES])
            if name in TEXTS:
                text = (depth, [])
        def end(name):
            nonlocal depth, text
            if text is not None and text[0] == depth:
                events.append(["text", "".join(text[1])])
                text = None
            elif text is None:
                events.append(["end", name.split(":")[-1]])
            depth -= 1
        def data(characters):
            if text is not None:
                text[1].append(characters)
        parser = xml.parsers.expat.ParserCreate()
        parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, data
        parser.Parse(open(path, "rb").read(), True)
        return events
    """

  private static func events(at path: String, chunkByteCount: Int) throws -> [[String]] {
    var reader = XMLReader(try InputFile.open(path, chunkByteCount: chunkByteCount))
    var events: [[String]] = []
    while let token = try reader.next() {
      guard token == .start else {
        events.append(["end", reader.name])
        continue
      }
      let name = reader.name
      events.append(
        ["start", name] + [
          try reader.attribute("lat") ?? "-", try reader.attribute("lon") ?? "-",
          try reader.attribute("workoutActivityType") ?? "-", try reader.attribute("startDate") ?? "-",
          try reader.attribute("duration") ?? "-", try reader.attribute("key") ?? "-",
          try reader.attribute("value") ?? "-", try reader.attribute("unit") ?? "-", try reader.attribute("sum") ?? "-",
        ])
      if ["name", "type", "time", "desc", "cmt"].contains(name) { events.append(["text", try reader.text()]) }
    }
    return events
  }

  @Test(
    "XML has the elements, attributes and texts that expat finds in it, or is rejected",
    arguments: ["tracks/run.gpx", "tracks/history.tcx", "applehealth/export.xml"])
  func xml(fixture: String) throws {
    let original = try [UInt8](Data(contentsOf: URL(filePath: "\(ProgramImport.fixtures)/\(fixture)")))
    let inputs = changedInputs(original, alphabet: Array("<>/=\"'&;!-[]? \r\nx".utf8), seed: 5)
    let references = try reference(Self.readXML, inputs, as: [[String]].self)
    #expect(references[0] != nil)
    var accepted = 0
    var generator = RandomSource(seed: 6)
    for (index, reference) in references.enumerated() {
      let chunk = generator.element(of: [7, 64, 1000, 1 << 20])
      guard let events = try? Self.events(at: "\(scratch.path)/\(index)", chunkByteCount: chunk) else { continue }
      accepted += 1
      guard let reference else { continue }
      let expected = reference.map { $0[0] == "text" ? ["text", Validation.trimmed($0[1])] : $0 }
      #expect(events == expected, "input \(index)")
    }
    #expect(accepted > count / 10)
  }

  @Test(
    "XML that hides elements is rejected",
    arguments: [
      // A quote that is not closed takes in the next element.
      "<a><b c=\"1/><d e=\"2\"/></a>", "<a><b c=1/></a>", "<a><b c\"1\"/></a>", "<a><b c=\"1\"d=\"2\"/></a>",
      // A comment that does not end takes in everything up to the next one.
      "<a><!-- b -><c/><!-- d --></a>", "<a><!x -- b ><c/></a>", "<a/><a><b/></a>", "<a/>b", "b<a/>", "<a></a b=\"1\">",
      "<a><b c=\"1\" c=\"2\"/></a>", "<a>&#0;</a>", "<a>&#xFFFE;</a>", "<a>&#+65;</a>", "<a/ >", "<a><</a>",
    ])
  func rejectsXML(text: String) throws {
    let path = try scratch.write(text, to: "a.xml")
    #expect(try reference(Self.readXML, [Array(text.utf8)], as: [[String]].self) == [nil])
    func read() throws {
      var reader = XMLReader(try InputFile.open(path))
      while let token = try reader.next() {
        if token == .start { _ = (try reader.attribute("c"), reader.name == "a" ? nil : try reader.text()) }
      }
    }
    func readText() throws {
      var reader = XMLReader(try InputFile.open(path))
      _ = try reader.next()
      _ = try reader.text()
    }
    let error = #expect(throws: JournalError.self) {
      try read()
      try readText()
    }
    #expect(error?.code == .refusedInput && error?.message.contains("line 1") == true)
  }

  @Test("Line ends and white space in XML are those of the specification")
  func whiteSpace() throws {
    let text = "<gpx><trkpt lat='1\r\n2\t3&#10;4' lon=' 5 '/><name>a\r\nb\rc\td<![CDATA[\r\n&amp;]]>&#13;e</name></gpx>"
    let path = try scratch.write(text, to: "0")
    let events = try Self.events(at: path, chunkByteCount: 1)
    #expect(events[1][2] == "1 2 3\n4" && events[1][3] == " 5 ")
    #expect(events.contains(["text", "a\nb\nc\td\n&amp;\re"]))
    #expect([events] == (try reference(Self.readXML, [Array(text.utf8)], as: [[String]].self)))
  }
}

import Foundation
import TestSupport
import Testing

/// Journals that are damaged in every way or hold what no writer writes, and what was said of them when they were made.
/// The answers may only change on purpose: `Tools/make-damaged-logs --answers` writes them again.
///
/// `CHECKIN_RUNS_DAMAGED_STEP=1` asks every journal everything. Otherwise each is verified, and gets a sixth of the
/// other questions, so each question is asked of a sixth of the journals.
@Suite("Damaged logs")
struct DamagedLogTests {
  private static let fixtures = URL(filePath: #filePath).appending(path: "../../../Fixtures").standardized
  private static let logs = fixtures.appending(path: "damaged-logs")
  private static let copies = fixtures.appending(path: "copies")

  /// The name of every damaged journal.
  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: logs.path)) ?? [])
    .filter { $0.hasSuffix(".json") && !["sentences.json", "texts.json"].contains($0) }.map { String($0.dropLast(5)) }
    .sorted()

  private static let step = TestSettings.runs("DAMAGED_STEP", default: 6)

  /// Long texts, by their names in the answers.
  private static let texts = Result { try table("texts.json") }
  /// The keys of the messages in the answers, by their names. A better sentence is changed there, and nowhere else.
  private static let sentences = Result { try table("sentences.json") }

  private static func table(_ name: String) throws -> [String: String] {
    try JSONDecoder().decode([String: String].self, from: Data(contentsOf: logs.appending(path: name)))
  }

  /// A text in which `⟦name|value|value⟧` stands for a message: the name of its key, and its values, which can be
  /// messages, too.
  private static func text(_ frozen: String) throws -> String {
    var text = try texts.get()[frozen] ?? frozen
    let isJSON = text.hasPrefix("{") || text.hasPrefix("[")
    while let match = text.firstMatch(of: /⟦([^⟦⟧|]+)((?:\|[^⟦⟧|]*)*)⟧/) {
      let key = try #require(try sentences.get()[String(match.1)], "\(match.1)")
      let values = match.2.split(separator: "|", omittingEmptySubsequences: false).dropFirst()
      let sentence = values.enumerated().reduce(isJSON ? key.replacing("\"", with: "\\\"") : key) {
        $0.replacing("{\($1.offset + 1)}", with: $1.element)
      }
      text.replaceSubrange(match.range, with: sentence)
    }
    return text
  }

  /// What a command said. A text may be the name of one in `texts.json`.
  private struct Answer: Decodable {
    var command: String
    var status: Int32
    var output: String
    var errors: String
  }

  private struct Answers: Decodable {
    /// Commands that only read, one after the other.
    var reading: [Answer]
    /// Commands that may write; each group on a fresh copy.
    var changing: [[Answer]]
  }

  private func copy(of name: String) throws -> CheckInProcess {
    let checkin = try CheckInProcess()
    try FileManager.default.copyItem(atPath: Self.logs.appending(path: name).path, toPath: checkin.journal)
    return checkin
  }

  /// Runs the command, and compares all that it said, but for paths and speeds.
  private func expect(_ answer: Answer, of checkin: CheckInProcess, _ name: String) throws {
    let words = answer.command.replacing("DIRECTORY", with: checkin.directory).split(separator: " ").map(String.init)
    // Times of recording were frozen in UTC.
    let isOfEvents = words.contains { ["audit", "history"].contains($0) }
    let outcome = try checkin.run(words, environment: isOfEvents ? ["TZ": "UTC"] : [:])
    func plain(_ text: String) -> String {
      text.replacing(checkin.directory, with: "DIRECTORY").replacing(/\d+ events\/s/, with: "RATE")
    }
    #expect(outcome.status == answer.status, "\(name): \(answer.command)")
    #expect(try plain(outcome.output) == Self.text(answer.output), "\(name): \(answer.command)")
    #expect(try plain(outcome.errors) == Self.text(answer.errors), "\(name): \(answer.command)")
  }

  /// The digest changes only if somebody adds a journal, or writes one again, which nobody may.
  @Test func noJournalHasChanged() throws {
    let sums = try Tool.shell(
      "find copies damaged-logs -type f ! -path 'damaged-logs/*.json' | LC_ALL=C sort | xargs sha256sum | sha256sum",
      in: Self.fixtures.path)
    #expect(sums.text.prefix(64) == "46f4eb9725e7ed79860b81254f0cf33638cbb241869ada95ea2396fd628e7935")
    #expect(Self.names.count == 163)
  }

  @Test(arguments: names)
  func everyAnswerIsThatOfItsTime(_ name: String) throws {
    let answers = try JSONDecoder().decode(
      Answers.self, from: Data(contentsOf: Self.logs.appending(path: name + ".json")))
    let index = try #require(Self.names.firstIndex(of: name))
    /// The part of the questions that is asked of this journal.
    func asked<Question>(_ questions: [Question]) -> [Question] {
      questions.indices.filter { (index + $0) % Self.step == 0 }.map { questions[$0] }
    }
    let reader = try copy(of: name)
    let before = reader.journalFiles()
    for answer in answers.reading.prefix(1) + asked(Array(answers.reading.dropFirst())) {
      try expect(answer, of: reader, name)
    }
    let isUnchanged = reader.journalFiles() == before
    #expect(isUnchanged, "\(name): reading changed it")
    for group in asked(answers.changing) {
      let writer = try copy(of: name)
      for answer in group { try expect(answer, of: writer, name) }
      // Of what is damaged, or of a newer version, nothing changes where a command is refused.
      let isRefused = [65, 76].contains(group[0].status)
      let isUnchanged = writer.journalFiles() == before
      #expect(!isRefused || isUnchanged, "\(name): \(group[0].command)")
    }
  }

  @Test func everyReceiptHolds() throws {
    let receipts = try String(contentsOf: Self.copies.appending(path: "receipts.txt"), encoding: .utf8)
      .split(separator: "\n").map(String.init)
    #expect(receipts.count == 20)
    let sound = try copy(of: "sound")
    let compacted = try copy(of: "compacted-first-segment")
    let altered = try copy(of: "frame-of-another-journal")
    for receipt in receipts {
      #expect(try sound.run("verify", "--against", receipt).status == 0, "\(receipt)")
      #expect(try compacted.run("verify", "--against", receipt).status == 0, "\(receipt)")
      #expect(try altered.run("verify", "--against", receipt).status != 0, "\(receipt)")
    }
    let json = try sound.run("verify", "--json").object()
    #expect(json["receipt"] as? String == receipts.last)
  }

  @Test func aBackupIsAJournalAndGoesOn() throws {
    let sound = try copy(of: "sound")
    let backup = sound.directory + "/backup"
    try FileManager.default.copyItem(atPath: Self.copies.appending(path: "backup").path, toPath: backup)
    for command in [["verify", "--json"], ["list", "--json"], ["audit", "--json"]] {
      let original = try sound.run(command)
      #expect(original.status == 0)
      #expect(try sound.run(["--journal", backup] + command).output == original.output)
    }
    // With nothing new in the journal nothing is written; with an event, the log of the copy is that of the journal.
    let log = try Tool.shell("sha256sum log/*", in: backup).text
    #expect(try sound.run("backup", backup).status == 0)
    #expect(try Tool.shell("sha256sum log/*", in: backup).text == log)
    #expect(try sound.run("add", "run", "Later").status == 0)
    #expect(try sound.run("backup", backup).status == 0)
    let content = "cat log/*.lz4 | lz4 -dc | sha256sum"
    #expect(try Tool.shell(content, in: backup).text == Tool.shell(content, in: sound.journal).text)
  }

  @Test func aFileOfEventsIsTheJournal() throws {
    let sound = try copy(of: "sound")
    let events = Self.copies.appending(path: "events.jsonl")
    let exported = sound.directory + "/events.jsonl"
    #expect(try sound.run("export", exported, "--format", "events").status == 0)
    #expect(try String(contentsOfFile: exported, encoding: .utf8) == String(contentsOf: events, encoding: .utf8))

    // In two parts, as an import that was cut off is completed.
    let copy = try CheckInProcess()
    #expect(try copy.run("import", Self.copies.appending(path: "events-1-to-12.jsonl").path).status == 0)
    #expect(try copy.run("import", events.path).status == 0)
    for command in [["list", "--json"], ["list", "--discarded", "--json"], ["audit", "--json"]] {
      #expect(try copy.run(command + ["-q"]).output == sound.run(command + ["-q"]).output)
    }
    #expect(try copy.run("verify").status == 0)
  }
}

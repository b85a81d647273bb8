import ArgumentParser
import CheckInJournal
import CheckInLanguage
import CheckInMaintenance

struct LintCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", _superCommandName: "checkin",
    abstract: "Find legacy records and likely mistakes",
    discussion: """
      Reads the log as every older version wrote it, and says what stands in for values that were not \
      recorded then. What today's rules would not accept is odd; it is not changed. Of workouts it also tells what is \
      hardly meant, such as a session that was never finished or a set of ten times the usual weight, and what can be \
      done about it.
      """)

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try session.answering { journal in
      let lint = try session.withProgress("Reading") { try journal.journal?.lint(progress: $0) } ?? Lint()
      if global.json { return try session.output.document { lint.write(to: &$0) } }
      try session.output.write(lint.text(session.style.localization))
    }
  }
}

extension Lint {
  /// The report as text.
  func text(_ localization: Localization) -> String {
    let words = localization.words
    var rows: [(label: String, text: String)] = []
    for content in generations {
      rows.append((words("Feature {name}", ["name": content.generation.rawValue]), content.text(words)))
      for upcast in content.generation.upcasts { rows.append(("", words(upcast))) }
    }
    let versions = formatVersions.map { String($0) }.joined(separator: ", ")
    if !formatVersions.isEmpty { rows.append((words("Format"), versions)) }
    let terms = AuditTerms(localization)
    let byAction = actions.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { action, count in
      words("{n} {action}", ["n": String(count), "action": terms[action]])
    }
    rows.append((words("Events"), "\(events)" + (byAction.isEmpty ? "" : ": " + byAction.joined(separator: ", "))))
    if notUnderstood > 0 {
      rows.append(
        (
          words("Newer", in: "events"),
          words.count(
            notUnderstood, "{n} record this version does not understand",
            "{n} records this version does not understand")
        ))
    }
    var lines = rows.map { DisplayWidth.padded($0.label, to: 11) + "  " + $0.text }
    lines += RepeatedMessages.groups(of: findings, by: \.repeatedText).map { group in
      group.count == 1 ? group[0].line(words) : Self.line(group, in: words)
    }
    lines.append(
      findings.isEmpty ? words("Nothing odd.") : words.count(findings.count, "{n} odd in all.", "{n} odd in all."))
    return lines.joined(separator: "\n") + "\n"
  }

  /// `Events 5-2484, check-ins 1-2480: Please select an exercise type`.
  private static func line(_ group: [Finding], in words: Words) -> String {
    var values = [
      "events": words.list(ofNumbers: group.map { Int(clamping: $0.sequence) }),
      "message": Escaping.escaped(words(group[0].advice.inCommands)),
    ]
    let checkIns = group.compactMap(\.checkIn).sorted()
    guard !checkIns.isEmpty else { return words("Events {events}: {message}", values) }
    values["checkIns"] = words.list(ofNumbers: checkIns)
    return words("Events {events}, check-ins {checkIns}: {message}", values)
  }

  /// Writes the report's object.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json["events"] = events
      json["formatVersions"] = formatVersions
      json.object("actions") { json in
        for (name, count) in actions.sorted(by: { $0.key < $1.key }) { json[name] = count }
      }
      json["generations"] = generations
      json["notUnderstood"] = notUnderstood
      json["findings"] = findings
    }
  }
}

extension Lint.Content: JSONValue {
  /// `3 check-ins created, events 1 to 5`.
  fileprivate func text(_ words: Words) -> String {
    let (first, last) = (String(firstSequence), String(lastSequence))
    let events =
      first == last
      ? words("event {event}", ["event": first])
      : words("events {first} to {last}", ["first": first, "last": last])
    return words.count(
      checkIns, "{n} check-in created, {events}", "{n} check-ins created, {events}", ["events": events])
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json["generation"] = generation.rawValue
      json["checkIns"] = checkIns
      json["firstSequence"] = firstSequence
      json["lastSequence"] = lastSequence
      json["upcasts"] = generation.upcasts.map(\.text)
    }
  }
}

extension Lint.Finding: JSONValue {
  /// The text by which findings are told together.
  fileprivate var repeatedText: [Message] { [advice, checkIn == nil ? "" : "check-in"] }

  fileprivate func line(_ words: Words) -> String {
    var values = ["event": String(sequence), "message": Escaping.escaped(words(advice.inCommands))]
    guard let checkIn else { return words("Event {event}: {message}", values) }
    values["checkIn"] = String(checkIn)
    return words("Event {event}, check-in {checkIn}: {message}", values)
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json["sequence"] = sequence
      json["checkIn"] = checkIn
      json["message"] = advice.inCommands.text
    }
  }
}

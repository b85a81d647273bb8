import ArgumentParser
import CheckInJournal
import CheckInLanguage

struct LintCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", _superCommandName: "checkin",
    abstract: "Show what each generation of events holds, and what is odd.",
    discussion: """
      Reads the log as every older version wrote it, and says what stands in for values that were not \
      recorded then. What today's rules would not accept is odd; it is not changed. Of workouts it also tells what is \
      hardly meant, such as a session that was never finished or a set of ten times the usual weight, and what can be \
      done about it.
      """)

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try session.reading { journal in
      let lint = try session.withProgress("Reading") { try journal.journal?.lint(progress: $0) } ?? Lint()
      if global.json { return try session.output.document { lint.write(to: &$0) } }
      try session.output.write(lint.text)
    }
  }
}

extension Lint {
  /// The report as text.
  var text: String {
    var lines: [String] = []
    for content in generations {
      lines.append(
        "Feature \(content.generation.rawValue)  \(pluralized(content.checkIns, "check-in")) created, "
          + (content.firstSequence == content.lastSequence
            ? "event \(content.firstSequence)" : "events \(content.firstSequence) to \(content.lastSequence)"))
      lines += content.generation.upcasts.map { "             \($0)" }
    }
    let versions = formatVersions.map { String($0) }.joined(separator: ", ")
    if !formatVersions.isEmpty { lines.append("Format       \(versions)") }
    let byAction = actions.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key)" }
    lines.append(
      "Events       \(events)" + (byAction.isEmpty ? "" : ": " + byAction.joined(separator: ", ")))
    if notUnderstood > 0 {
      lines.append("Newer        \(pluralized(notUnderstood, "record")) this version does not understand")
    }
    lines += findings.map { finding in
      let checkIn = finding.checkIn.map { ", check-in \($0)" } ?? ""
      return "Event \(finding.sequence)\(checkIn): \(Escaping.escaped(finding.advice.inCommands))"
    }
    lines.append(findings.isEmpty ? "Nothing odd." : "\(findings.count) odd in all.")
    return lines.joined(separator: "\n") + "\n"
  }

  /// Writes the report's object.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("events")
      json.integer(events)
      json.key("formatVersions")
      json.array { json in for version in formatVersions { json.integer(version) } }
      json.key("actions")
      json.object { json in
        for (name, count) in actions.sorted(by: { $0.key < $1.key }) {
          json.key(name)
          json.integer(count)
        }
      }
      json.key("generations")
      json.array { json in for content in generations { content.write(to: &json) } }
      json.key("notUnderstood")
      json.integer(notUnderstood)
      json.key("findings")
      json.array { json in for finding in findings { finding.write(to: &json) } }
    }
  }
}

extension Lint.Content {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("generation")
      json.string(generation.rawValue)
      json.key("checkIns")
      json.integer(checkIns)
      json.key("firstSequence")
      json.integer(firstSequence)
      json.key("lastSequence")
      json.integer(lastSequence)
      json.key("upcasts")
      json.strings(generation.upcasts)
    }
  }
}

extension Lint.Finding {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("sequence")
      json.integer(sequence)
      json.key("checkIn")
      json.integer(orNull: checkIn)
      json.key("message")
      json.string(advice.inCommands)
    }
  }
}

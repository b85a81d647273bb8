import ArgumentParser
import CheckInInterchange
import CheckInJournal
import CheckInLanguage

struct DiffCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", _superCommandName: "checkin",
    abstract: "Compare check-ins at two points in time",
    usage: "checkin diff <from> [<to>] [<options>]",
    discussion: """
      checkin diff 120 140; checkin diff yesterday; checkin diff 2026-11-01 now. A moment is the number of an event, \
      or a time of recording; a day alone is its beginning for the first and its end for the second, which is now if \
      it is left out. What was changed and changed back, or created and discarded, is left out.
      """)
  @Argument(help: ArgumentHelp("The two moments.", valueName: "moments"))
  var moments: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try session.answering { try answer(from: $0, in: session) }
  }

  private func answer(from journal: ReadableJournal, in session: Session) throws {
    let (first, last) = try bounds(in: session)
    guard let journal = journal.journal else { return try write([], of: nil, from: 0, to: 0, session) }
    let from = try journal.sequence(of: first)
    let to = try last.map { try journal.sequence(of: $0) } ?? journal.sequence
    guard from <= to else {
      throw CommandFailure.usage(
        "Event \(journal.shown(event: from)) comes after event \(journal.shown(event: to))",
        hint: "Give the earlier moment first.")
    }
    let differences = try session.withProgress("Replaying") { progress in
      try journal.differencesOfGroup(from: first, to: last)
        ?? journal.differences(from: from, to: to, progress: progress)
    }
    try write(differences, of: journal, from: from, to: to, session)
  }

  /// The moments; the second is `nil` for now.
  private func bounds(in session: Session) throws -> (Journal.PointInTime, Journal.PointInTime?) {
    // As git writes two: 120..140.
    var words = moments.flatMap { $0.split(separator: "..").map(String.init) }[...]
    var found: [PastOptions.Spoken] = []
    while let word = words.first {
      let time = TimeExpression.prefix(of: words) ?? [word]
      words = words.dropFirst(time.count)
      let edge = found.isEmpty ? PastOptions.EdgeOfDay.beginning : .end
      found.append(try PastOptions.moment(time.joined(separator: " "), ofDay: edge, in: session))
    }
    guard let first = found.first, found.count <= 2 else {
      throw CommandFailure.usage(
        found.isEmpty ? "Since when? Give one or two moments" : "Give one or two moments, and not \(found.count)",
        hint: "As in: checkin diff yesterday; checkin diff 120 140")
    }
    guard found.count == 2 else { return (first.moment, nil) }
    // The beginning of a day is the end of the one before.
    if let day = first.day, let last = found[1].day, day > last {
      throw CommandFailure.usage("\(day) comes after \(last)", hint: "Give the earlier moment first.")
    }
    return (first.moment, found[1].moment)
  }

  private func write(
    _ differences: [CheckInDifference], of journal: Journal?, from: UInt64, to: UInt64, _ session: Session
  ) throws {
    let (first, last) = (journal?.shown(event: from) ?? "0", journal?.shown(event: to) ?? "0")
    if global.json {
      return try session.output.object { json in
        json["from"] = from
        json["to"] = to
        json["changes"] = differences
      }
    }
    guard !differences.isEmpty else {
      return session.messages.note("No check-in differs between event \(first) and event \(last).")
    }
    let terms = AuditTerms(session.style.localization)
    for difference in differences { try session.output.line(difference.line(session.style, in: terms)) }
    session.messages.note { words in
      let counts = CheckInDifference.Kind.allCases.compactMap { kind in
        let count = differences.count { $0.kind == kind }
        return count > 0 ? kind.text(count, in: words) : nil
      }
      return words(
        "{changes}; after event {from}, up to event {to}.",
        ["changes": counts.joined(separator: ", "), "from": first, "to": last])
    }
  }
}

extension CheckInDifference.Kind {
  /// `3 edited`.
  fileprivate func text(_ count: Int, in words: Words) -> String {
    switch self {
    case .created: words.count(count, "{n} created", "{n} created")
    case .edited: words.count(count, "{n} edited", "{n} edited")
    case .discarded: words.count(count, "{n} discarded", "{n} discarded")
    case .restored: words.count(count, "{n} restored", "{n} restored")
    }
  }
}

extension CheckInDifference: JSONValue {
  /// `edited     17  title "Run" → "Race", calories – → 320`.
  fileprivate func line(_ style: Style, in terms: AuditTerms) -> String {
    let width = Kind.allCases.map { DisplayWidth.of(terms[$0.rawValue]) }.max() ?? 0
    let heading = DisplayWidth.padded(style.bold(terms[kind.rawValue]), to: width) + "  "
    guard kind != .created else { return heading + after.line(style) }
    let changes = self.changes.map { change in
      let from = change.from.text(of: change.field, style, terms)
      let to = change.to.text(of: change.field, style, terms)
      return "\(terms[change.field.rawValue]) \(from) \(style.arrow) \(to)"
    }
    let name = "\(after.shownNumber)  \(Escaping.escaped(after.title))"
    return heading + ([name] + (changes.isEmpty ? [] : [changes.joined(separator: ", ")])).joined(separator: "  ")
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json["checkIn", qualified: after.name] = after.number
      json["change"] = kind.rawValue
      json.key("changes")
      AuditEntry.write(changes, to: &json)
      json["after"] = after
    }
  }
}

extension AuditEntry.Value {
  fileprivate func text(of field: AuditEntry.Field, _ style: Style, _ terms: AuditTerms) -> String {
    switch self {
    case .none: style.dash
    case .text(let text): "\"\(Escaping.escaped(field == .type ? terms[text] : text))\""
    case .number(let number): String(number)
    case .photo(let photo): photo.title(style)
    }
  }
}

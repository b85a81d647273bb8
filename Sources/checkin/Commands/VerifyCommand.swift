import ArgumentParser
import CheckInJournal
import CheckInLanguage
import CheckInMaintenance
import EventLog

struct VerifyCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", _superCommandName: "checkin",
    abstract: "Check the journal for damage",
    discussion: """
      It reads every byte of the journal, changes nothing, and prints a receipt. Keep it elsewhere: only then does \
      --against prove, even against somebody who can rewrite the journal's directory, that today's log extends the one \
      of the receipt.
      """)

  @Option(help: ArgumentHelp("Prove that the log extends the one of this receipt.", valueName: "receipt"))
  var against: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let receipt = try against.map { text in
      guard let receipt = Receipt(text) else { throw CommandFailure.usage("\"\(text)\" is not a receipt") }
      return receipt
    }
    let verification: Verification?
    do {
      verification = try session.withProgress("Verifying") { progress in
        try Journal.verify(at: session.location.path, against: receipt, progress: progress)
      }
    } catch let error as JournalError where error.code == .notFound && !session.location.isNamed && receipt == nil {
      verification = nil
    }
    if global.json {
      try session.output.document { Verification.write(verification, to: &$0) }
    } else if let verification {
      try session.output.write(verification.text(against: receipt, session.style.words))
    } else {
      try session.output.line(session.style.words("There is no journal yet. No problems found."))
    }
    if let failure = verification?.failure { throw failure }
  }
}

extension Verification {
  /// The report as text.
  ///
  /// - Parameter receipt: the receipt that the log was compared with, if any.
  func text(against receipt: Receipt?, _ words: Words) -> String {
    var lines: [String] = []
    for segment in segments {
      let events = words.count(
        segment.events, "{n} event from {first}", "{n} events from {first}", ["first": String(segment.firstSequence)])
      lines.append("\(segment.file)  \(events)  \(words.count(segment.contentBytes, "{n} byte", "{n} bytes"))")
      lines.append("  sha256 \(segment.digest)")
    }
    lines.append(
      words.count(
        segments.count, "{events} in {n} segment", "{events} in {n} segments",
        ["events": words.count(events, "{n} event", "{n} events")]))
    lines.append(photos.line(words))
    lines.append(words("Snapshot: {state}", ["state": snapshot.name(words)]))
    if let torn {
      lines.append(
        words.count(
          torn.bytes, "Torn tail: {n} byte at {offset} of {segment}, which HEAD does not acknowledge",
          "Torn tail: {n} bytes at {offset} of {segment}, which HEAD does not acknowledge",
          ["offset": String(torn.offset), "segment": torn.segment]))
    }
    if let ownReceipt = self.receipt { lines.append(words("Receipt: {receipt}", ["receipt": ownReceipt.description])) }
    func shown(_ message: Message) -> [String: String] {
      ["message": Escaping.escaped(words(message.inCommands))]
    }
    lines += warningAdvice.map { words("Warning: {message}", shown($0)) }
    lines += problemAdvice.map { words("Problem: {message}", shown($0)) }
    if isSound {
      if let receipt {
        lines.append(
          words(
            "The log extends the one of the receipt, up to event {event}.", ["event": String(receipt.sequence)]))
      }
      lines.append(words("No problems found."))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Verification.Photos {
  fileprivate func line(_ words: Words) -> String {
    let numbers = [
      "present": String(present), "missing": String(missing), "damaged": String(damaged), "purged": String(purged),
    ]
    let line =
      purged > 0
      ? words("Photos: {present} present, {missing} missing, {damaged} damaged, {purged} purged", numbers)
      : words("Photos: {present} present, {missing} missing, {damaged} damaged", numbers)
    guard awaited > 0 else { return line }
    return line + "\n"
      + words.count(
        awaited, "{n} photo of another device has not come yet; sync to fetch it",
        "{n} photos of other devices have not come yet; sync to fetch them")
  }
}

extension Verification.Snapshot {
  fileprivate func name(_ words: Words) -> String {
    switch self {
    case .matches: words("matches", in: "snapshot")
    case .behind: words("behind", in: "snapshot")
    case .absent: words("absent", in: "snapshot")
    case .invalid: words("invalid", in: "snapshot")
    case .differs: words("differs", in: "snapshot")
    }
  }
}

extension Verification {
  /// Writes the verification's object; `nil` is for a journal that does not exist yet.
  static func write(_ verification: Verification?, to json: inout JSONWriter) {
    json.object { json in
      json["ok"] = verification?.isSound ?? true
      json["events"] = verification?.events ?? 0
      json["segments"] = verification?.segments ?? []
      json["receipt"] = verification?.receipt?.description
      json.object("photos") { json in
        json["present"] = verification?.photos.present ?? 0
        json["missing"] = verification?.photos.missing ?? 0
        json["damaged"] = verification?.photos.damaged ?? 0
        json["purged"] = verification?.photos.purged ?? 0
        if let awaited = verification?.photos.awaited, awaited > 0 { json["awaited"] = awaited }
      }
      json["snapshot"] = (verification?.snapshot ?? .absent).rawValue
      json["torn"] = verification?.torn
      json["problems"] = verification?.problemAdvice.map(\.inCommands.text) ?? []
      json["warnings"] = verification?.warningAdvice.map(\.inCommands.text) ?? []
    }
  }
}

extension Verification.Segment: JSONValue {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json["file"] = file
      json["firstSequence"] = firstSequence
      json["events"] = events
      json["contentBytes"] = contentBytes
      json["sha256"] = digest
    }
  }
}

extension Verification.Torn: JSONValue {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json["segment"] = segment
      json["offset"] = offset
      json["bytes"] = bytes
    }
  }
}

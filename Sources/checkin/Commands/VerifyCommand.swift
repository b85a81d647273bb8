import ArgumentParser
import CheckInJournal
import CheckInLanguage
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
      lines.append("  sha256 \(segment.digest.hexadecimal)")
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
    func shown(_ message: JournalMessage) -> [String: String] {
      ["message": Escaping.escaped(words.sentence(message.inCommands))]
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
      json.key("ok")
      json.boolean(verification?.isSound ?? true)
      json.key("events")
      json.integer(verification?.events ?? 0)
      json.key("segments")
      json.array { json in
        for segment in verification?.segments ?? [] { segment.write(to: &json) }
      }
      json.key("receipt")
      json.string(orNull: verification?.receipt?.description)
      json.key("photos")
      json.object { json in
        json.key("present")
        json.integer(verification?.photos.present ?? 0)
        json.key("missing")
        json.integer(verification?.photos.missing ?? 0)
        json.key("damaged")
        json.integer(verification?.photos.damaged ?? 0)
        json.key("purged")
        json.integer(verification?.photos.purged ?? 0)
        if let awaited = verification?.photos.awaited, awaited > 0 {
          json.key("awaited")
          json.integer(awaited)
        }
      }
      json.key("snapshot")
      json.string((verification?.snapshot ?? .absent).rawValue)
      json.key("torn")
      Torn.write(verification?.torn, to: &json)
      json.key("problems")
      json.strings(verification?.problemAdvice.map(\.inCommands) ?? [])
      json.key("warnings")
      json.strings(verification?.warningAdvice.map(\.inCommands) ?? [])
    }
  }
}

extension Verification.Segment {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("file")
      json.string(file)
      json.key("firstSequence")
      json.integer(firstSequence)
      json.key("events")
      json.integer(events)
      json.key("contentBytes")
      json.integer(contentBytes)
      json.key("sha256")
      json.string(digest.hexadecimal)
    }
  }
}

extension Verification.Torn {
  static func write(_ torn: Self?, to json: inout JSONWriter) {
    guard let torn else { return json.null() }
    json.object { json in
      json.key("segment")
      json.string(torn.segment)
      json.key("offset")
      json.integer(torn.offset)
      json.key("bytes")
      json.integer(torn.bytes)
    }
  }
}

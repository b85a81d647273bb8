import ArgumentParser
import CheckInInterchange
import CheckInJournal
import CheckInLanguage
import EventLog

struct PurgeCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "purge", abstract: "Erase the photos of check-ins forever",
    usage: "checkin photo purge <id> ... [--photo <sha256>] [--shared] [--yes]",
    discussion: """
      It erases the photos that the check-ins have or had, and asks first. A check-in that shows such a photo is \
      cleared first. Only the bytes are erased: the log goes on saying that \
      there was a photo, and "checkin verify" counts it as purged. No undo brings it back; attaching the same file \
      again does. Copies elsewhere, such as backups and exports, keep theirs.
      """)

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The check-ins: numbers, ranges such as 10-12, last, or UUIDs.", valueName: "id"))
  var ids: [String] = []

  @Option(help: ArgumentHelp("Only this photo of theirs, by its SHA-256 or the beginning of it.", valueName: "sha256"))
  var photo: String?

  @Flag(help: "Also photos that are or were those of other check-ins as well.")
  var shared = false

  @Flag(help: "Do not ask.")
  var yes = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let references = try CheckInReference.all(ids)
    let (numbers, candidates) = try session.reading { journal in
      let checkIns = try CheckInReference.find(references, in: journal)
      let numbers = checkIns.map(\.number)
      let which = checkIns.map(\.shownNumber).joined(separator: ", ")
      return (numbers, try wanted(try journal.journal?.purgeCandidates(of: numbers) ?? [], of: which))
    }
    try PurgeCandidate.refuseShared(candidates, of: shared ? nil : numbers)
    if !yes {
      guard session.isConversation, !global.noInput else {
        throw CommandFailure.usage("Purging erases photos forever; to go ahead, say --yes")
      }
      for candidate in candidates { Messages.put(candidate.line(session.style) + "\n") }
      let isWanted = session.asks { words in
        words.count(candidates.count, "Erase this photo forever?", "Erase these {n} photos forever?")
      }
      guard isWanted else { return session.messages.note("Nothing was purged.") }
    }
    let (purge, cleared, sequence) = try session.writing(creating: false) { journal in
      let purge = try journal.purge(candidates, of: numbers, includingShared: shared)
      return (purge, try purge.cleared.map { try journal.existingCheckIn($0).shownNumber }, journal.sequence)
    }
    session.output.isOfSavedCommand = true
    try report(purge, cleared, sequence, session)
  }

  /// The photos that are meant, without those already purged. Throws a `CommandFailure` if there are none.
  ///
  /// - Parameter which: what the check-ins are called.
  private func wanted(_ all: [PurgeCandidate], of which: String) throws -> [PurgeCandidate] {
    var candidates = all
    if let photo {
      let digits = photo.lowercased()
      guard digits.utf8.count >= 4, digits.utf8.count <= 64, digits.allSatisfy(\.isHexDigit) else {
        throw CommandFailure.usage("\"\(photo)\" is not a SHA-256: give at least its first four digits")
      }
      candidates = all.filter { $0.photo.digest.hexadecimal.hasPrefix(digits) }
      guard candidates.count <= 1 else {
        throw CommandFailure.usage("\"\(photo)\" begins \(candidates.count) of these photos: give more digits")
      }
      guard !candidates.isEmpty else { throw CommandFailure.notFound("No such photo: \"\(photo)\" is none of theirs") }
    }
    guard !candidates.isEmpty else { throw CommandFailure.usage("Check-in \(which) has no photo, and never had one") }
    candidates.removeAll { $0.condition == .purged }
    guard !candidates.isEmpty else { throw CommandFailure.usage("There is nothing to purge: that was done already") }
    return candidates
  }

  /// - Parameter cleared: what the check-ins are called whose photos were cleared.
  private func report(_ purge: PhotoPurge, _ cleared: [String], _ sequence: UInt64, _ session: Session) throws {
    guard !global.json else {
      return try session.output.object { json in
        json["purged"] = purge.purged
        json.array("cleared", of: purge.cleared) { json, number in
          json.number(number, qualified: purge.purged.name(of: number))
        }
        json["sequence"] = sequence
      }
    }
    let words = session.style.words
    for name in cleared {
      try session.output.line(words("Cleared the photo of check-in {checkIn}", ["checkIn": name]))
    }
    for candidate in purge.purged {
      try session.output.line(words("Purged {photo}", ["photo": candidate.line(session.style)]))
    }
    try session.output.line(words("Copies elsewhere, such as backups and exports, are not touched."))
  }
}

extension [PurgeCandidate] {
  /// Returns the qualified ID of another device's check-in; `nil` for one of this journal's own.
  fileprivate func name(of number: Int) -> String? { lazy.compactMap { $0.names[number] }.first }
}

extension PurgeCandidate: JSONValue {
  /// Throws a `CommandFailure` with status 64 if a photo is or was also that of a check-in that was not named.
  ///
  /// - Parameter numbers: the check-ins that were named; `nil` if others are allowed.
  fileprivate static func refuseShared(_ candidates: [PurgeCandidate], of numbers: [Int]?) throws {
    guard let numbers else { return }
    let messages = candidates.compactMap { candidate -> Message? in
      let others = candidate.checkIns.filter { !numbers.contains($0) }
      guard !others.isEmpty else { return nil }
      return """
        Photo \(candidate.photo.digest.hexadecimal.prefix(12)) is or was also that of \
        \(others.count == 1 ? "check-in" : "check-ins") \(candidate.qualifiedIDs(others))
        """
    }
    guard messages.isEmpty else {
      throw CommandFailure(
        status: JournalError.Code.invalidValue.exitStatus, messages: messages,
        hint: "Name these check-ins too, or say --shared.")
    }
  }

  /// `ab12cd34ef56  962 KB, 4032 × 3024  of check-in 17, 18`
  fileprivate func line(_ style: Style) -> String {
    let note = condition == .present ? "" : " (\(condition.name(style.words)))"
    let numbers = ["checkIns": qualifiedIDs(checkIns)]
    return "\(photo.digest.hexadecimal.prefix(12))  \(photo.title(style))\(note)  "
      + style.words("of check-in {checkIns}", numbers)
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json["photo"] = photo
      json.array("checkIns", of: checkIns) { json, number in json.number(number, qualified: names[number]) }
    }
  }
}

import ArgumentParser
import CheckInJournal
import CheckInLanguage
import CheckInMaintenance

struct RepairCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair", _superCommandName: "checkin",
    abstract: "Repair a damaged journal",
    discussion: """
      It reports what is wrong with the journal, and asks before it changes anything. Every byte that is set aside is \
      kept. A HEAD that is missing, damaged or older than the log is rewritten from the log. A log that is damaged in \
      the middle, or gone, is not touched: what can be read, and what the snapshot still shows of the rest, is written \
      into a new journal beside it. Each check-in keeps its number; those of which nothing is left are named, and \
      their numbers are not given again. Photos that are missing or damaged have to come from a backup.
      """)

  @Flag(help: "Do not ask.")
  var yes = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    guard session.location.isOccupied || session.location.isNamed else {
      return try report(Repair(findings: [], remedy: .nothing), done: [], session)
    }
    let repair = try session.withProgress("Looking") { progress in
      try Journal.diagnose(at: session.location.path, progress: progress)
    }
    guard repair.remedy != .nothing else { return try report(repair, done: [], session) }
    if repair.remedy == .useNewerVersion {
      throw JournalError(.newerVersion, repair.findingAdvice.joined(separator: " "))
    }
    if repair.remedy == .restoreBackup {
      throw JournalError(.damaged, (repair.findingAdvice + [repair.remedy.sentence]).joined(separator: " "))
    }
    if !yes {
      guard session.isConversation, !global.noInput else {
        try report(repair, done: [], session)
        throw CommandFailure.usage("Nothing was changed. To go ahead, say --yes")
      }
      for finding in repair.findingAdvice { session.messages.note(finding) }
      let isWanted = session.asks { words in
        words("{remedy} Go on?", ["remedy": words(repair.remedy.sentence)])
      }
      guard isWanted else { return try report(repair, done: [], session) }
    }
    let done = try Journal.repair(at: session.location.path, repair)
    session.output.isOfSavedCommand = true
    try report(repair, done: done.actionAdvice, session)
  }

  private func report(_ repair: Repair, done: [Message], _ session: Session) throws {
    if global.json {
      return try session.output.object { json in
        json["found"] = repair.findingAdvice.map(\.inCommands.text)
        json["remedy"] = repair.remedy.sentence.text
        json["done"] = done.map(\.inCommands.text)
        json["lost"] = repair.lostCheckIns
        json["recovered"] = repair.recoveredCheckIns
      }
    }
    let words = session.style.words
    for sentence in repair.findingAdvice + (done.isEmpty ? [repair.remedy.sentence] : done) {
      try session.output.line(Escaping.escaped(words(sentence.inCommands)))
    }
  }
}

extension Repair.Remedy {
  /// Returns a sentence that describes what the repair would do.
  var sentence: Message {
    switch self {
    case .nothing: "Nothing needs repair."
    case .quarantineTornTail: "The bytes would be copied to a file beside the log, and cut off."
    case .rewriteHead: "HEAD would be rewritten from the log; the old one is kept."
    case .salvage(let path):
      """
      What can be saved would be written into a new journal at \(path), each check-in under its number; this one stays \
      as it is.
      """
    case .restoreBackup: "Nothing can be repaired here. Restore a backup: copy it to this place as it is."
    case .useNewerVersion: "Use the newer version."
    }
  }
}

import ArgumentParser
import CheckInJournal

struct VerifyCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Read every byte of the journal again, and change nothing.",
    discussion: """
      It prints a receipt. Keep it elsewhere: only then does --against prove, even against somebody who can rewrite \
      the journal's directory, that today's log extends the one of the receipt.
      """)

  @Option(help: ArgumentHelp("Prove that the log extends the one of this receipt.", valueName: "receipt"))
  var against: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let receipt = try against.map { text in
      guard let receipt = Receipt(text) else { throw CommandFailure.usage("\"\(text)\" is no receipt") }
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
      try session.output.write(verification.text(against: receipt))
    } else {
      try session.output.line("There is no journal yet. No problems found.")
    }
    if let failure = verification?.failure { throw failure }
  }
}

struct RebuildCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "rebuild", abstract: "Replay the whole log and save the snapshot anew.",
    discussion: """
      The small pictures of photos are kept; those that are missing are made anew.

      --check exits with status 65 where the snapshot differs from the log. Without a snapshot, or with one that \
      cannot be used, there is nothing to compare: it says so, and exits with status 0.
      """)

  @Flag(help: "Compare the snapshot with a replay, and change nothing.")
  var check = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    guard session.location.isOccupied || session.location.isNamed else {
      return try report(nil, session)
    }
    let rebuild =
      if check {
        try session.reading { journal in
          try session.withProgress("Comparing") { try journal.journal?.checkSnapshot(progress: $0) }
        }
      } else {
        try session.writing(creating: false) { journal in
          let rebuild = try session.withProgress("Replaying") { try journal.rebuild(progress: $0) }
          try session.makeThumbnails(in: journal)
          return rebuild
        }
      }
    try report(rebuild, session)
    if check, rebuild?.differences.isEmpty == false {
      throw JournalError(.damaged, "The snapshot differs from the log; \"checkin rebuild\" makes it anew.")
    }
  }

  private func report(_ rebuild: Rebuild?, _ session: Session) throws {
    if global.json { return try session.output.document { Rebuild.write(rebuild, to: &$0) } }
    guard let rebuild else { return try session.output.line("There is no journal yet.") }
    if check, !rebuild.isCompared {
      return try session.output.line(
        "Nothing was compared: \(Escaping.escaped(rebuild.reason)). \"checkin rebuild\" saves a snapshot.")
    }
    let work = check ? "Compared the snapshot with" : "Rebuilt from"
    let rate = rebuild.eventsPerSecond > 0 ? " (\(rebuild.eventsPerSecond) events/s)" : ""
    try session.output.line("\(work) \(counted(rebuild.events, "event"))\(rate)")
    for difference in rebuild.differences { try session.output.line("Difference: " + Escaping.escaped(difference)) }
    if check, rebuild.differences.isEmpty { try session.output.line("No differences.") }
  }
}

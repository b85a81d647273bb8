import CheckInInterchange
import CheckInJournal
import FoundationEssentials
import Glibc

/// One run of the command: what the person asked for, and the way to the journal, the clock and the terminal.
struct Session {
  let global: GlobalOptions
  let environment: [String: String]
  let output: OutputBuffer
  let messages: Messages
  let style: Style
  let clock: Clock
  let location: JournalLocation
  /// What is done once the answer is out.
  let afterAnswer = DeferredWork()
  let isInputTerminal = Descriptor.isTerminal(0)
  let isOutputTerminal = Descriptor.isTerminal(1)
  let isErrorTerminal = Descriptor.isTerminal(2)

  /// Throws a `CommandFailure` with status 64 where a global option or an environment variable is wrong.
  init(global: GlobalOptions, environment: [String: String], output: OutputBuffer, messages: Messages) throws {
    self.global = global
    self.environment = environment
    self.output = output
    self.messages = messages
    clock = try Clock(environment: environment)
    location = try JournalLocation(option: global.journal)
    style = Style(
      mode: global.color, isASCII: global.ascii, isTerminal: isOutputTerminal, environment: environment)
  }

  /// The zone that times are read in. Throws a ``JournalError`` where `TZ` is wrong.
  var zone: LocalTimeZone {
    get throws { try LocalTimeZone.system(environment: environment) }
  }

  /// The day that questions are asked on. Throws a ``JournalError`` where `TZ` is wrong.
  var today: CivilDay {
    get throws { clock.today(in: try zone) }
  }

  /// Where the words for a time are read.
  var timeSetting: SpokenTime.Setting {
    get throws { SpokenTime.Setting(now: clock.wholeSecond, today: try today, zone: try zone) }
  }

  /// The day that weeks start with.
  var firstWeekday: Weekday { .firstOfWeek(environment: environment) }

  private var configuration: Journal.Configuration {
    Journal.Configuration(origin: .cli, now: { [clock] in clock.milliseconds })
  }

  /// Opens the journal for questions, answers them, and closes it. Nothing is written.
  ///
  /// - Parameter moment: the moment that is asked about; `nil` stands for now.
  ///
  /// Throws a ``JournalError`` where the journal was named and is not there, or cannot be read; and, after the answer,
  /// where the answer is of what could be read of a damaged journal, or of one that a newer version wrote.
  func reading<Answer>(
    asOf moment: Journal.Moment? = nil, _ body: (ReadableJournal) throws -> Answer
  ) throws -> Answer {
    let journal: Journal
    do {
      journal = try moment.map { try opened(asOf: $0) } ?? opened(for: .readOnly)
    } catch let error as JournalError where error.code == .notFound && !location.isNamed {
      if case .sequence(let sequence) = moment, sequence > 0 {
        throw CommandFailure.usage("The journal has no event \(sequence) yet; it is empty")
      }
      return try body(ReadableJournal(journal: nil))
    }
    let answer: Answer
    do {
      answer = try body(ReadableJournal(journal: journal))
    } catch let error as JournalError where error.code == .notFound {
      // What is not there may be what cannot be read.
      throw journal.readOnlyReason ?? error
    } catch let failure as CommandFailure where failure.status == JournalError.Code.notFound.exitStatus {
      if let reason = journal.readOnlyReason { throw reason }
      throw failure
    }
    try journal.close()
    if let reason = journal.readOnlyReason { throw reason }
    return answer
  }

  /// As ``reading(_:)``, and a journal that is not there answers as an empty one even where it was named: for the trial
  /// of a command that would create it.
  func readingIfPresent<Answer>(_ body: (ReadableJournal) throws -> Answer) throws -> Answer {
    location.isOccupied ? try reading(body) : try body(ReadableJournal(journal: nil))
  }

  /// Opens the journal for commands, runs them, and closes it, so that what they did is durable.
  ///
  /// - Parameter isCreated: whether a journal that is not there is created; else it is an error with status 66.
  func writing<Answer>(creating isCreated: Bool, _ body: (Journal) throws -> Answer) throws -> Answer {
    guard isCreated || location.isOccupied else {
      throw CommandFailure.notFound("There is no journal at \(location.path)")
    }
    let journal = try opened(for: .readWrite)
    let sequence = journal.sequence
    let answer: Answer
    do {
      answer = try body(journal)
    } catch {
      // The first error is the one that tells what happened; but what is not there may be what cannot be read.
      try? journal.close()
      throw journal.readOnlyReason ?? error
    }
    try finish(journal)
    if journal.sequence > sequence { output.isOfSavedCommand = true }
    return answer
  }

  /// Closes a journal after a command, so that what it did is durable; what can wait is done after the answer.
  func finish(_ journal: Journal) throws {
    try journal.close()
    for warning in journal.closingMessages { messages.note("Warning: " + warning) }
    afterAnswer.add { [messages] in
      // The command is done and stays so; the next one is refused.
      if let damage = journal.scrub() { messages.note("Warning: " + damage.message) }
    }
  }

  /// The file that an answer goes to; `nil`, for `-` as well, is standard output.
  ///
  /// Throws a ``JournalError`` for a file in the journal's own directory.
  func outputPath(_ word: String?) throws -> String? {
    guard let word, word != "-" else { return nil }
    try OutputFile.require(word, outsideJournal: location.path)
    return word
  }

  /// Whether somebody is there to be asked.
  var isConversation: Bool { isInputTerminal && isErrorTerminal && !global.json }

  /// Asks a question; everything but yes is no.
  func asks(_ question: String) -> Bool {
    Messages.put(Escaping.escaped(question) + " [y/N] ")
    return ["y", "yes"].contains((readLine() ?? "").collapsed.lowercased())
  }

  /// Runs work that shows how far it has come, where somebody watches.
  ///
  /// - Parameter unit: what is counted.
  func withProgress<Answer>(
    _ label: String, unit: String = "events", _ body: (Journal.Progress?) throws -> Answer
  ) rethrows -> Answer {
    guard isErrorTerminal, !global.quiet, !global.json, environment["TERM"] != "dumb" else { return try body(nil) }
    let bar = ProgressBar(
      label: label, unit: unit, style: style, width: Style.columnCount(of: STDERR_FILENO, environment: environment))
    defer { bar.finish() }
    return try body { done, total in bar.report(done: done, total: total) }
  }

  /// The journal, opened; what was found on the way is told.
  ///
  /// - Parameter newID: the identity that a journal gets where it has to be created.
  func opened(for access: Journal.Access, newID: UUID? = nil) throws -> Journal {
    var configuration = configuration
    configuration.journalID = newID
    let journal = try withProgress("Opening") { progress in
      try Journal(at: location.path, for: access, configuration: configuration, progress: progress)
    }
    for message in journal.openingMessages { messages.note(message) }
    return journal
  }

  /// The journal as it was at a moment; which event that was after is told.
  private func opened(asOf moment: Journal.Moment) throws -> Journal {
    let journal = try withProgress("Replaying") { progress in
      try Journal(at: location.path, asOf: moment, configuration: configuration, progress: progress)
    }
    messages.note(journal.sequence == 0 ? "As of before the first event." : "As of event \(journal.sequence).")
    return journal
  }
}

import CheckInInterchange
import CheckInJournal
import CheckInLanguage
import CheckInMaintenance
import FoundationEssentials
import Glibc

/// One run of the command: its options, and access to the journal, the clock and the terminal.
struct Session {
  let global: GlobalOptions
  let preferences: Preferences
  let output: OutputBuffer
  let messages: Messages
  let style: Style
  let clock: Clock
  let location: JournalLocation
  /// Work that is done once the answer has been written.
  let afterAnswer = DeferredWork()
  let isInputTerminal = Descriptor.isTerminal(0)
  let isOutputTerminal = Descriptor.isTerminal(1)
  let isErrorTerminal = Descriptor.isTerminal(2)

  /// Throws a `CommandFailure` with status 64 if a global option or an environment variable is wrong.
  init(global: GlobalOptions, preferences: Preferences, output: OutputBuffer, messages: Messages) throws {
    self.global = global
    self.preferences = preferences
    self.output = output
    self.messages = messages
    let environment = preferences.environment
    clock = try Clock(environment: environment)
    location = try JournalLocation(option: global.journal, name: global.journalName, preferences)
    style = Style(
      mode: global.color ?? preferences.color, isASCII: global.ascii, isTerminal: isOutputTerminal,
      environment: environment)
  }

  /// The variables of the process, with what the configuration file sets in place of those that are not set.
  var environment: [String: String] { preferences.environment }

  /// Lets an answer that is longer than the screen go through the user's pager.
  func allowPager() {
    guard isOutputTerminal, !global.noPager, environment["TERM"] != "dumb" else { return }
    output.pager = Pager(environment: environment)
  }

  /// The zone that times are read in. Throws a ``JournalError`` if `TZ` is wrong.
  var zone: LocalTimeZone {
    get throws { try LocalTimeZone.system(environment: environment) }
  }

  /// The current day. Throws a ``JournalError`` if `TZ` is wrong.
  var today: CivilDay {
    get throws { clock.today(in: try zone) }
  }

  /// The point of reference for times in words.
  var timeSetting: TimeExpression.Setting {
    get throws { TimeExpression.Setting(now: clock.wholeSecond, today: try today, zone: try zone) }
  }

  /// The day that weeks start with.
  var firstWeekday: Weekday { style.localization.firstWeekday }

  private var configuration: Journal.Configuration {
    Journal.Configuration(
      origin: .cli, device: DeviceName.preferred(environment: environment), now: { [clock] in clock.milliseconds })
  }

  /// Opens the journal for reading, and lets `body` write an answer from it. Nothing is written to the journal.
  ///
  /// Every command that shows the content of the journal runs here, so that an incomplete answer says so. It is marked
  /// as ``OutputBuffer/mark(incompleteBecause:words:isJSON:)`` describes, and the reasons are thrown after it.
  ///
  /// - Parameters:
  ///   - moment: the past moment to show the journal at; `nil` for now.
  ///   - defersReplay: whether the replay up to that moment waits for a question that needs it.
  ///   - isAnsweredWithoutJournal: `true` to answer as of an empty journal before a missing one that the user
  ///     specified is reported.
  ///
  /// Throws a ``JournalError`` if the journal was named and does not exist, or cannot be read; and, after the answer, a
  /// `CommandFailure` if logs are damaged, or a newer version wrote them.
  func answering<Answer>(
    asOf moment: Journal.PointInTime? = nil, defersReplay: Bool = false,
    withoutJournal isAnsweredWithoutJournal: Bool = false, _ body: (ReadableJournal) throws -> Answer
  ) throws -> Answer {
    do {
      return try reading(asOf: moment, defersReplay: defersReplay, isAnswer: true, body)
    } catch let error as JournalError
      where error.code == .notFound && isAnsweredWithoutJournal && !location.isOccupied
    {
      _ = try body(ReadableJournal(journal: nil))
      throw error
    }
  }

  /// Opens the journal for reading, and lets `body` look something up for a command that writes, or does something else
  /// than showing it.
  ///
  /// Throws a ``JournalError`` as ``answering(asOf:defersReplay:_:)`` does. It only warns of damaged peer logs, because
  /// a command can write without them.
  func reading<Answer>(_ body: (ReadableJournal) throws -> Answer) throws -> Answer {
    try reading(asOf: nil, defersReplay: false, isAnswer: false, body)
  }

  private func reading<Answer>(
    asOf moment: Journal.PointInTime?, defersReplay: Bool, isAnswer: Bool, _ body: (ReadableJournal) throws -> Answer
  ) throws -> Answer {
    let journal: Journal
    do {
      journal = try moment.map { try opened(asOf: $0, defersReplay: defersReplay) } ?? opened(for: .readOnly)
    } catch let error as JournalError where error.code == .notFound && !location.isNamed {
      if case .sequence(let sequence) = moment, sequence > 0 {
        throw CommandFailure.usage("The journal has no event \(sequence) yet; it is empty")
      }
      return try body(ReadableJournal(journal: nil))
    }
    func mark(_ reasons: [JournalError]) {
      if isAnswer { output.mark(incompleteBecause: reasons, words: style.words, isJSON: global.json) }
    }
    func requireCompleteness() throws {
      let reasons = isAnswer ? journal.incompleteReasons : [journal.readOnlyReason].compactMap(\.self)
      if let failure = CommandFailure(reasons) { throw failure }
    }
    if isAnswer { mark(journal.incompleteReasons) } else { warnOfPeerLogs(of: journal) }
    let answer: Answer
    do {
      answer = try body(ReadableJournal(journal: journal))
    } catch let closed as OutputClosed {
      try requireCompleteness()
      throw closed
    } catch let error as JournalError {
      // What was not found may be in the part that cannot be read.
      if error.code == .notFound { try requireCompleteness() }
      // Damage that a snapshot had hidden ends the answer.
      if error.code == .damaged { mark(journal.incompleteReasons + [error]) }
      throw error
    } catch let failure as CommandFailure where failure.status == JournalError.Code.notFound.exitStatus {
      try requireCompleteness()
      throw failure
    }
    try journal.close()
    if isAnswer { output.isAnswered = true }
    try requireCompleteness()
    return answer
  }

  /// Warns of peer logs that can't be read completely.
  private func warnOfPeerLogs(of journal: Journal) {
    for problem in journal.peerProblems { messages.warn(problem.error.advice) }
  }

  /// Looks something up as ``reading(_:)`` does, for a dry run of a command that would create the journal: a missing
  /// journal answers as an empty one, even if it was named.
  func readingIfPresent<Answer>(_ body: (ReadableJournal) throws -> Answer) throws -> Answer {
    location.isOccupied ? try reading(body) : try body(ReadableJournal(journal: nil))
  }

  /// Opens the journal for writing, calls `body`, and closes it, so that what it did is durable.
  ///
  /// - Parameters:
  ///   - isCreated: whether a missing journal is created; otherwise it is an error with status 66.
  ///   - isAsking: whether the answer is what was asked for, so that `--quiet` leaves it; otherwise it only confirms.
  func writing<Answer>(
    creating isCreated: Bool, isAsking: Bool = false, _ body: (Journal) throws -> Answer
  ) throws -> Answer {
    guard isCreated || location.isOccupied else {
      throw CommandFailure.notFound("There is no journal at \(location.path)")
    }
    let journal = try opened(for: .readWrite)
    let sequence = journal.sequence
    let answer: Answer
    do {
      answer = try body(journal)
    } catch {
      // The first error says what happened; but what was not found may be in the part that cannot be read.
      try? journal.close()
      throw journal.readOnlyReason ?? error
    }
    try finish(journal)
    if journal.sequence > sequence { output.isOfSavedCommand = true }
    if !isAsking { onlyConfirms() }
    return answer
  }

  /// Notes that the work is done and saved: the command has succeeded, whatever becomes of its answer.
  func confirmsWork() {
    output.isOfSavedCommand = true
    output.purpose = .report
    onlyConfirms()
  }

  /// Says that what is added to the answer from here on only confirms what was done, so that `--quiet` leaves it out.
  private func onlyConfirms() {
    output.isSilent = global.quiet && !global.json
  }

  /// Closes a journal after a command, so that what it did is durable; what can wait is done once the answer is out.
  func finish(_ journal: Journal) throws {
    try journal.close()
    for warning in journal.closingMessages { messages.warn(warning) }
    afterAnswer.add { [messages] in
      // The command has succeeded all the same; the next one is refused.
      if let damage = journal.scrub() { messages.warn(damage.advice) }
    }
  }

  /// Makes the index for searching, or brings it up to date, once the answer is out: for a command that needs it, or
  /// that changed so much that the next search would be slow without it.
  func indexAfterAnswer(_ journal: Journal) {
    afterAnswer.add {
      guard journal.isSearchIndexDue else { return }
      withProgress("Indexing", unit: Phrase("check-ins")) { journal.updateSearchIndex(progress: $0) }
    }
  }

  /// The file that an answer goes to; `nil` for standard output, which `-` also means.
  ///
  /// Throws a ``JournalError`` for a file in the journal's own directory.
  func outputPath(_ word: String?) throws -> String? {
    guard let word, word != "-" else { return nil }
    try OutputFile.require(word, outsideJournal: location.path)
    return word
  }

  /// `true` if the command can ask the user questions.
  var isConversation: Bool { isInputTerminal && isErrorTerminal && !global.json }

  /// Returns `true` if a command must ask for confirmation.
  ///
  /// Throws a `CommandFailure` with status 64 if it must ask, but the user forbids questions.
  ///
  /// - Parameter yes: `true` if the user has answered with `--yes`.
  func mustAsk(yes: Bool) throws -> Bool {
    guard isConversation, !yes else { return false }
    guard !global.noInput else {
      throw CommandFailure.usage("Cannot ask for confirmation because of --no-input. Pass --yes to go ahead.")
    }
    return true
  }

  /// Asks a question; every answer but yes means no.
  func asks(_ question: Message) -> Bool { asks { $0(question) } }

  /// As ``asks(_:)``, of a question that is looked up where it is written, such as one that counts something.
  func asks(_ question: (Words) -> String) -> Bool {
    ["y", "yes"].contains(answer { question($0) + " [y/N]" }.lowercased())
  }

  /// Reports doubtful values, and asks on a terminal whether they are meant.
  ///
  /// - Parameter yes: `true` if the user has answered with `--yes`.
  /// - Returns: `false` if the user doesn't want to record them.
  func accepts(_ doubts: [Message], yes: Bool) -> Bool {
    for doubt in doubts { messages.note(doubt) }
    guard !doubts.isEmpty, isConversation, !global.noInput, !yes else { return true }
    return asks("Record it?")
  }

  /// Asks for a word. Returns the line that the user typed, without white space around it.
  func answer(_ question: (Words) -> String) -> String {
    Messages.put(Escaping.escaped(question(style.words)) + " ")
    return (readLine() ?? "").collapsed
  }

  /// Returns the existing files that an output to `path` may replace: any file if `force` is set or the user agrees,
  /// otherwise `files`. Returns `nil`, and reports it, if the user declines.
  ///
  /// Throws a `CommandFailure` with status 64 if the user cannot be asked.
  func replaceable(_ files: ReplaceableFiles, at path: String?, force: Bool) throws -> ReplaceableFiles? {
    guard let path, !force else { return .all }
    if try files.allowWriting(to: path) { return files }
    guard isConversation, !global.noInput else {
      throw CommandFailure.usage("\"\(path)\" already exists with different content. Pass --force to replace it.")
    }
    if asks("Replace \(path)?") { return .all }
    messages.note("Nothing was written.")
    return nil
  }

  /// The protocol for drawing pictures; `nil` if the terminal has none or the user doesn't want pictures.
  var graphics: TerminalGraphics? {
    guard isOutputTerminal, !global.json, !global.ascii else { return nil }
    return TerminalGraphics(environment: environment)
  }

  /// Runs work with a progress bar, if the user can see it.
  ///
  /// - Parameters:
  ///   - label: what is done.
  ///   - unit: what the progress counts.
  func withProgress<Answer>(
    _ label: Message, unit: Phrase = Phrase("events"), _ body: (Journal.Progress?) throws -> Answer
  ) rethrows -> Answer {
    guard isErrorTerminal, !global.quiet, !global.json, environment["TERM"] != "dumb" else { return try body(nil) }
    let bar = ProgressBar(
      label: style.words(label), unit: style.words(unit), style: style,
      width: Style.columnCount(of: STDERR_FILENO, environment: environment))
    defer { bar.finish() }
    return try body { done, total in bar.report(done: done, total: total) }
  }

  /// Opens the journal, and reports what was found while opening it.
  ///
  /// - Parameter newID: the identity of the journal if it has to be created.
  func opened(for access: Journal.Access, newID: UUID? = nil) throws -> Journal {
    var configuration = configuration
    configuration.journalID = newID
    let journal = try withProgress("Opening") { progress in
      try Journal(at: location.path, for: access, configuration: configuration, progress: progress)
    }
    if journal.isNew { messages.note("Created a journal in \(location.shownPath(home: environment["HOME"]))") }
    for note in journal.openingNotes { messages.note(note) }
    if access == .readWrite { warnOfPeerLogs(of: journal) }
    return keptToTheEnd(journal)
  }

  /// Opens the journal as it was at a moment, and reports which event that was after.
  private func opened(asOf moment: Journal.PointInTime, defersReplay: Bool) throws -> Journal {
    let journal = try withProgress("Replaying") { progress in
      try Journal(
        at: location.path, asOf: moment, configuration: configuration, defersReplay: defersReplay, progress: progress)
    }
    for note in journal.openingNotes { messages.note(note) }
    messages.note(journal.sequence == 0 ? "As of before the first event." : "As of event \(journal.sequence).")
    return keptToTheEnd(journal)
  }

  /// The process ends soon after a journal is closed, and its memory with it: to take apart what was read would only
  /// take time.
  private func keptToTheEnd(_ journal: Journal) -> Journal {
    _ = Unmanaged.passRetained(journal)
    return journal
  }
}

/// Work that nobody waits for: it is done after the answer has been written, before the process ends.
final class DeferredWork {
  private var steps: [() -> Void] = []

  func add(_ step: @escaping () -> Void) {
    steps.append(step)
  }

  func run() {
    for step in steps { step() }
    steps = []
  }
}

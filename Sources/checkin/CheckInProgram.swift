import ArgumentParser
import CLibrary
import CheckInJournal
import CheckInLanguage
import EventLog
import Foundation
import Glibc
import PhotoProcessing
import SQLite

/// The process: arguments in, exit status out.
///
/// ArgumentParser's own entry point would report errors in its own words and with its own exit codes.
@main
enum CheckInProgram {
  static func main() {
    signal(SIGPIPE, SIG_IGN)
    // A limit on file sizes is then an error like a full disk: it is reported, and what was begun is rolled back.
    signal(SIGXFSZ, SIG_IGN)
    Descriptor.occupyStandardOnes()
    // A command is short, and a fresh page of memory costs more than most of what is done with it: what was freed is
    // kept, and shared by all threads.
    mallopt(M_MMAP_THRESHOLD, 32 << 20)
    mallopt(M_TRIM_THRESHOLD, 1 << 30)
    mallopt(M_ARENA_MAX, 1)
    let output = OutputBuffer()
    var isJSON = CommandLine.arguments.askForJSON
    var status: Int32 = 0
    var ordered: [String] = []
    do {
      let arguments = try ArgumentOrder.processArguments()
      isJSON = arguments.askForJSON
      try run(arguments, ordered: &ordered, output: output)
      try output.finish()
    } catch is OutputClosed {
      output.pager?.finish()
      status = 0
    } catch {
      var failure = explain(error)
      if failure.status == ExitCode.validationFailure.rawValue {
        failure = OptionGuess.explained(failure, of: ordered, root: CheckInCommand.self)
      }
      if failure.status == 0 {
        status = finish(failure.summary.text, output: output)
      } else {
        // What was answered before the failure is still written; a report of damage is such an answer.
        try? output.finish()
        // A status alone is an answer, and no error.
        if !failure.messages.isEmpty { Messages.put(isJSON ? failure.json : failure.text(in: words)) }
        status = failure.status
      }
    }
    exit(status)
  }

  /// - Parameter ordered: The arguments in the order that the parser reads.
  private static func run(_ arguments: [String], ordered: inout [String], output: OutputBuffer) throws {
    guard !ArgumentOrder.asksForVersions(arguments) else {
      for line in VersionText.lines { try output.line(line) }
      return
    }
    let preferences = try Preferences(environment: ProcessInfo.processInfo.environment) {
      ArgumentOrder.isCommand($0, of: CheckInCommand.self)
    }
    ordered = try ArgumentOrder.normalized(arguments, root: CheckInCommand.self) { preferences.words(ofAlias: $0) }
    if let scope = ArgumentOrder.helpScope(of: ordered) {
      allowPager(for: output, unless: arguments, preferences)
      let terminalWidth = Style.columnCount(of: STDOUT_FILENO, environment: preferences.environment)
      return try output.write(CheckInCommand.help(scope, in: words, width: min(80, terminalWidth)))
    }
    var command = try CheckInCommand.parsed(ordered)
    guard let journalCommand = command as? any JournalCommand else {
      // It is the parser's own command for help, which throws the text.
      allowPager(for: output, unless: arguments, preferences)
      return try command.run()
    }
    let messages = Messages(isQuiet: journalCommand.global.quiet, isJSON: journalCommand.global.json) { words }
    if !(command is ConfigCommand) { try preferences.check() }
    for warning in preferences.warnings { messages.note("Warning: \(warning)") }
    let session = try Session(
      global: journalCommand.global, preferences: preferences, output: output, messages: messages)
    try journalCommand.run(in: session)
    messages.release()
    try output.finish()
    session.afterAnswer.run()
    messages.release()
  }

  /// Shows help that is longer than the screen in the user's pager.
  private static func allowPager(
    for output: OutputBuffer, unless arguments: [String], _ preferences: Preferences
  ) {
    let environment = preferences.environment
    guard Descriptor.isTerminal(STDOUT_FILENO), environment["TERM"] != "dumb", !arguments.contains("--no-pager") else {
      return
    }
    output.pager = Pager(environment: environment)
  }

  /// Those for messages.
  private static var words: Words {
    if CommandLine.arguments.contains("--ascii") { return Words(.english) }
    return Localization.ofProcess.words
  }

  /// Any error as one failure; one with status 0 is help that was asked for.
  private static func explain(_ error: any Error) -> CommandFailure {
    switch error {
    case let failure as CommandFailure: return failure
    case let error as JournalError: return CommandFailure(error)
    case let code as ExitCode: return CommandFailure(status: code.rawValue, messages: [])
    default: break
    }
    let status = CheckInCommand.exitCode(for: error).rawValue
    let message = CheckInCommand.message(for: error)
    guard status != 0 else {
      let text = ParserText.completed(CheckInCommand.fullMessage(for: error))
      return CommandFailure(status: 0, summary: Message(verbatim: text), messages: [])
    }
    guard status == ExitCode.validationFailure.rawValue else {
      return CommandFailure(
        status: JournalError.Code.internalFault.exitStatus, messages: ["A fault of checkin itself: \(message)"])
    }
    // The message can have several lines.
    let usage = CheckInCommand.fullMessage(for: error).replacing("Error: \(message)", with: "")
      // This command does not appear in the help: it runs if none is named.
      .replacing("checkin \(DashboardCommand.name) ", with: "checkin ")
    return CommandFailure(
      status: status, messages: [ParserMessage.error(message)], hint: ParserMessage.usage(usage))
  }

  private static func finish(_ text: String, output: OutputBuffer) -> Int32 {
    do {
      try output.line(text)
      try output.finish()
      return 0
    } catch {
      guard let failure = error as? CommandFailure else { return 0 }
      Messages.put(failure.text(in: words))
      return failure.status
    }
  }
}

/// The answer to `checkin --version --verbose`.
private enum VersionText {
  /// The program, its libraries, and how the worker for photos is confined on this machine.
  static var lines: [String] {
    let own = [
      ("checkin", SoftwareVersion.text), ("LZ4", EventLog.lz4Version), ("SQLite", SQLite.libraryVersion),
    ]
    let rows = own + workerRows
    let width = rows.map { DisplayWidth.of($0.0) }.max() ?? 0
    return rows.map { DisplayWidth.padded($0, to: width) + "  " + $1 }
  }

  /// The worker's report about itself, or the reason why it can't be run.
  ///
  /// A missing worker isn't an error, because nothing else here needs it.
  private static var workerRows: [(String, String)] {
    do {
      return try WorkerDetails.ask().items.map { ($0.name, $0.value) }
    } catch {
      let isMissing = error.code == .workerUnavailable
      return [("Photo worker", isMissing ? error.message : "it does not say; it may be of another version")]
    }
  }
}

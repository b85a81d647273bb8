import ArgumentParser
import CheckInJournal
import Foundation
import Glibc

/// The process: arguments in, exit status out.
///
/// ArgumentParser's own entry point would tell errors in its words and with its exit codes only.
@main
enum CheckInProgram {
  static func main() {
    signal(SIGPIPE, SIG_IGN)
    // A limit on file sizes is then an error like a full disk, which is told, and what was begun is taken back.
    signal(SIGXFSZ, SIG_IGN)
    Descriptor.occupyStandardOnes()
    let output = OutputBuffer()
    var isJSON = ArgumentOrder.asksForJSON(CommandLine.arguments)
    var status: Int32 = 0
    do {
      let arguments = try ArgumentBytes.arguments()
      isJSON = ArgumentOrder.asksForJSON(arguments)
      try run(arguments, output: output)
      try output.flush()
    } catch is OutputClosed {
      status = 0
    } catch {
      let failure = explain(error)
      // What was answered before the failure stands; a report of damage is such an answer.
      try? output.flush()
      if failure.status == 0 {
        status = finish(failure.summary, output: output)
      } else {
        Messages.put(isJSON ? failure.json : failure.text)
        status = failure.status
      }
    }
    exit(status)
  }

  private static func run(_ arguments: [String], output: OutputBuffer) throws {
    guard !ArgumentOrder.asksForVersions(arguments) else {
      for line in VersionText.lines { try output.line(line) }
      return
    }
    let ordered = try ArgumentOrder.normalized(arguments, commands: CheckInCommand.names)
    var command = try CheckInCommand.parseAsRoot(ordered)
    guard let journalCommand = command as? any JournalCommand else { return try command.run() }
    let messages = Messages(isQuiet: journalCommand.global.quiet, isJSON: journalCommand.global.json)
    let session = try Session(
      global: journalCommand.global, environment: ProcessInfo.processInfo.environment, output: output,
      messages: messages)
    try journalCommand.run(in: session)
    messages.release()
    try output.flush()
    session.afterAnswer.run()
    messages.release()
  }

  /// Any error as one failure; status 0 stands for help that was asked for.
  private static func explain(_ error: any Error) -> CommandFailure {
    switch error {
    case let failure as CommandFailure: return failure
    case let error as JournalError: return CommandFailure(error)
    default: break
    }
    let status = CheckInCommand.exitCode(for: error).rawValue
    let message = CheckInCommand.message(for: error)
    guard status != 0 else {
      return CommandFailure(status: 0, summary: CheckInCommand.fullMessage(for: error), messages: [])
    }
    guard status == ExitCode.validationFailure.rawValue else {
      return CommandFailure(
        status: JournalError.Code.internalFault.exitStatus, messages: ["A fault of checkin itself: \(message)"])
    }
    let usage = CheckInCommand.fullMessage(for: error).split(separator: "\n").filter { !$0.hasPrefix("Error: ") }
    // The help knows of no such command: it is what happens without one.
    let hint = usage.joined(separator: "\n").replacing("checkin \(DashboardCommand.name) ", with: "checkin ")
    return CommandFailure(status: status, messages: [message], hint: hint)
  }

  private static func finish(_ text: String, output: OutputBuffer) -> Int32 {
    do {
      try output.line(text)
      try output.flush()
      return 0
    } catch {
      guard let failure = error as? CommandFailure else { return 0 }
      Messages.put(failure.text)
      return failure.status
    }
  }
}

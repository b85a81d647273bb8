package import EventLog
public import FoundationEssentials

/// An error with a message for the user and a code for the program.
///
/// ```swift
/// do {
///   try journal.edit(17, with: CheckInChanges(calories: .set(340)))
/// } catch let error where error.code == .notFound {
///   print(error.message)
/// }
/// ```
public struct JournalError: Error, Hashable, Sendable {
  /// The kind of an error. New kinds may be added: compare with the known ones and treat the rest as ``internalFault``.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    fileprivate enum Name: String {
      case invalidValue, damaged, refusedInput, notFound, readOnly, internalFault, inputOutput, busy, conflict
      case cancelled, newerVersion
    }

    fileprivate let name: Name

    /// A value that cannot be accepted, or an action that does not apply.
    public static let invalidValue = Code(name: .invalidValue)
    /// The journal is damaged: bytes that were acknowledged cannot be read.
    public static let damaged = Code(name: .damaged)
    /// Data that was offered is not what its format says, or contains rejected rows.
    public static let refusedInput = Code(name: .refusedInput)
    /// No such check-in, file or journal.
    public static let notFound = Code(name: .notFound)
    /// A command for a journal that was opened for reading only, or as of the past.
    public static let readOnly = Code(name: .readOnly)
    /// A fault of this software.
    public static let internalFault = Code(name: .internalFault)
    /// The system could not read or write.
    public static let inputOutput = Code(name: .inputOutput)
    /// Somebody else holds the journal's lock.
    public static let busy = Code(name: .busy)
    /// The check-in has changed since the sequence number that the command was based on.
    public static let conflict = Code(name: .conflict)
    /// The task in which it ran was cancelled.
    public static let cancelled = Code(name: .cancelled)
    /// A newer version wrote something that this one does not understand.
    public static let newerVersion = Code(name: .newerVersion)

    /// The name of the kind, such as `notFound`.
    public var description: String { name.rawValue }
  }

  /// The kind of the error, for the program to decide by.
  public var code: Code
  /// The fault, its position and the fix, as English text without the names that one program has for remedies.
  public var message: String { advice.text }
  /// ``message``, which a program can translate, and put its own names for remedies into.
  package var advice: Message
  /// Everything that is wrong with a form, in the specification's words; otherwise ``message`` alone.
  public var messages: [Message]
  /// The reason why a timeline could not go on; `nil` for every other error.
  package private(set) var fault: TimelineFault?

  /// - Parameter messages: everything that is wrong; `nil` for the message alone.
  public init(_ code: Code, _ message: Message, messages: [Message]? = nil) {
    self.code = code
    advice = message
    self.messages = messages ?? [message]
  }

  fileprivate init(_ code: Code, _ message: Message, _ fault: TimelineFault) {
    self.init(code, message)
    self.fault = fault
  }

  /// The recovery suggestions, in the order in which ``message`` mentions them.
  ///
  /// Empty if the error can't be resolved, or not by anything that a program could offer.
  public var remedies: [JournalRemedy] { advice.remedies }
}

/// The reason why a timeline cannot go on, for code that can do something about it.
package indirect enum TimelineFault: Hashable, Sendable {
  /// A record is not an event, or not the one that is due.
  case malformed(Message)
  /// An event contradicts the ones before it.
  case inconsistent(Message)
  /// A part of the snapshot cannot be read: the history has to be replayed.
  case partUnreadable(Message)
}

extension JournalError {
  /// A form with mistakes.
  package static func invalid(_ messages: [Message]) -> JournalError {
    JournalError(.invalidValue, messages.joined(separator: "\n"), messages: messages)
  }

  /// An error that stops a timeline; see ``TimelineFault/malformed(_:)``.
  package static func malformed(_ reason: Message) -> JournalError {
    JournalError(.damaged, "An event cannot be read: \(reason).", .malformed(reason))
  }

  /// An error that stops a timeline; see ``TimelineFault/inconsistent(_:)``.
  package static func inconsistent(_ reason: Message) -> JournalError {
    JournalError(.damaged, "The log contradicts itself: \(reason).", .inconsistent(reason))
  }

  /// An error that stops a timeline; see ``TimelineFault/partUnreadable(_:)``.
  package static func partUnreadable(_ reason: Message) -> JournalError {
    JournalError(
      .internalFault,
      "The snapshot cannot be read: \(reason). \(run: .rebuildSnapshot, or: "rebuild it").",
      .partUnreadable(reason))
  }

  /// The error of the log, which names the same place and remedy.
  package init(_ error: LogError) {
    guard let advice = error.advice else {
      self.init(Code(error.code), Message(verbatim: error.message))
      return
    }
    let remedy: JournalRemedy = advice.remedy == .verification ? .verify : .repair
    self.init(Code(error.code), "\(advice.before)\(remedy, or: Message(verbatim: advice.words))\(advice.after)")
  }

  /// The error of a file operation, in words.
  package init(_ error: FileError) {
    self.init(LogError(error))
  }

  /// Any error that code of this library meets, as one of its own.
  package init(_ error: any Error) {
    switch error {
    case let error as JournalError: self = error
    default: self.init(LogError(error))
    }
  }
}

extension JournalError.Code {
  fileprivate init(_ code: LogError.Code) {
    self =
      switch code {
      case .invalidValue: .invalidValue
      case .damaged: .damaged
      case .newerVersion: .newerVersion
      case .busy: .busy
      case .conflict: .conflict
      case .inputOutput: .inputOutput
      case .internalFault: .internalFault
      }
  }
}

/// Runs work that meets errors of files, of the log and of the journal.
package func withJournalErrors<Result>(_ body: () throws -> Result) throws(JournalError) -> Result {
  do {
    return try body()
  } catch {
    throw JournalError(error)
  }
}

extension JournalError: CustomStringConvertible, LocalizedError {
  /// ``message``, for an error that is printed.
  public var description: String { message }
  /// ``message``, for `localizedDescription`.
  public var errorDescription: String? { message }
}

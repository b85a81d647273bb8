package import EventLog

/// What went wrong, in words for the person who asked, and as a code for the program that did.
///
/// ```swift
/// do {
///   try journal.edit(17, CheckInChanges(calories: .set(340)))
/// } catch let error where error.code == .notFound {
///   print(error.message)
/// }
/// ```
public struct JournalError: Error, Hashable, Sendable {
  /// The kind of an error. New kinds may be added: compare with the known ones and treat the rest as ``internalFault``.
  public struct Code: Hashable, Sendable {
    /// The exit status of the command for this kind, from `sysexits.h`.
    public let exitStatus: Int32
    let name: String

    /// A value that cannot be accepted, or an action that does not apply.
    public static let invalidValue = Code(exitStatus: 64, name: "invalidValue")
    /// The journal is damaged: bytes that were acknowledged cannot be read.
    public static let damaged = Code(exitStatus: 65, name: "damaged")
    /// Data that was offered is not what its format says, or contains rejected rows.
    public static let refusedInput = Code(exitStatus: 65, name: "refusedInput")
    /// No such check-in, file or journal.
    public static let notFound = Code(exitStatus: 66, name: "notFound")
    /// A command for a journal that was opened for reading only, or as of the past.
    public static let readOnly = Code(exitStatus: 64, name: "readOnly")
    /// A fault of this software.
    public static let internalFault = Code(exitStatus: 70, name: "internalFault")
    /// The system could not read or write.
    public static let inputOutput = Code(exitStatus: 74, name: "inputOutput")
    /// Somebody else holds the journal's lock.
    public static let busy = Code(exitStatus: 75, name: "busy")
    /// The check-in has changed since the sequence number that the command was based on.
    public static let conflict = Code(exitStatus: 75, name: "conflict")
    /// The task in which it ran was cancelled.
    public static let cancelled = Code(exitStatus: 75, name: "cancelled")
    /// A newer version wrote something that this one does not understand.
    public static let newerVersion = Code(exitStatus: 76, name: "newerVersion")
  }

  public var code: Code
  /// One sentence that names the place and, where there is one, the remedy.
  public var message: String
  /// Everything that is wrong with a form, in the specification's words; otherwise ``message`` alone.
  public var messages: [String]

  public init(_ code: Code, _ message: String, messages: [String]? = nil) {
    self.code = code
    self.message = message
    self.messages = messages ?? [message]
  }

}

extension JournalError {
  /// The error of the log, which names the same place and remedy.
  package init(_ error: LogError) {
    self.init(Code(error.code), error.message)
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

extension JournalError: CustomStringConvertible {
  public var description: String { message }
}

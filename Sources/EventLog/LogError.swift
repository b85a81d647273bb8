public import FoundationEssentials
internal import Platform

/// An error that a log throws if it can't be read or written.
///
/// ```swift
/// do {
///   try log.append(record)
/// } catch {
///   guard error.code == .busy else { throw error }
///   print(error.message)  // The journal is being written by process 4711; try again in a moment.
/// }
/// ```
public struct LogError: Error, Hashable, Sendable {
  /// The kind of an error.
  public enum Code: Hashable, Sendable {
    /// A value that cannot be accepted.
    case invalidValue
    /// Bytes that were acknowledged cannot be read, or contradict each other.
    case damaged
    /// A newer version wrote something that this one does not understand.
    case newerVersion
    /// Somebody else holds the log's lock.
    case busy
    /// The log was changed by somebody who does not heed its lock, or goes on after the record that an append expected
    /// to be the last.
    case conflict
    /// The system could not read or write.
    case inputOutput
    /// A fault of this software.
    case internalFault
  }

  /// The kind of the error, for the program to decide by.
  public var code: Code
  /// One sentence that names the place and, if there is one, the remedy.
  public var message: String
  /// The position of the damage in the log, if it is known.
  public var place: Place?

  /// The recovery suggestion, if ``message`` contains one.
  package internal(set) var advice: Advice?

  /// The recovery suggestion of an error, with the words for it in the message.
  package struct Advice: Hashable, Sendable {
    /// Something that the program of the log can do.
    package enum Remedy: Hashable, Sendable {
      case verification, repair
    }

    package var remedy: Remedy
    /// The message in three parts, of which the program's vocabulary has the second.
    package var before: String, words: String, after: String
  }

  /// A place in the log's files.
  public struct Place: Hashable, Sendable {
    /// The name of the file in the directory `log`: `00000000000000000001.lz4`
    public var segment: String
    /// Bytes of the file before it.
    public var offset: Int

    /// A byte of a segment.
    public init(segment: String, offset: Int) {
      self.segment = segment
      self.offset = offset
    }
  }

  /// An error in words.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Bytes of a segment that break a rule of the format.
  ///
  /// - Parameters:
  ///   - segment: the file's name.
  ///   - offset: of the first such byte in the file.
  package static func damaged(segment: String, offset: Int, reason: String) -> LogError {
    var error = LogError(.damaged, "Segment \(segment) is damaged at byte \(offset): \(reason).")
    error.place = Place(segment: segment, offset: offset)
    return error
  }

  /// The error of a file operation, in words.
  package init(_ error: FileError) {
    self.init(.inputOutput, error.message + (error.isOfFullDisk ? " Make room on the disk and try again." : ""))
  }

  /// Any error that code of this library meets, as one of its own.
  package init(_ error: any Error) {
    switch error {
    case let error as LogError: self = error
    case let error as FileError: self.init(error)
    default: self.init(.internalFault, "An error that was not expected: \(type(of: error)).")
    }
  }
}

extension FileError {
  /// The failed operation, the reason and the remedy, as readable text.
  var message: String {
    switch (operation, number) {
    case ("open", ELOOP): "Cannot open \(path): it is a symbolic link, not a file. Put the file itself in its place."
    case ("open", ESPIPE):
      "Cannot open \(path): it is a pipe, a socket or a device, not a file. Move it away, and put the file in its "
        + "place."
    case ("open", EISDIR):
      "Cannot open \(path): it is a directory, not a file. Move it away, and put the file in its place."
    default: "Cannot \(operation) \(path): \(String(cString: strerror(number)))."
    }
  }

  /// `true` if more room on the disk would help.
  var isOfFullDisk: Bool { [ENOSPC, EDQUOT, EFBIG].contains(number) }
}

extension LogError: CustomStringConvertible, LocalizedError {
  /// ``message``, for an error that is printed.
  public var description: String { message }
  /// ``message``, for `localizedDescription`.
  public var errorDescription: String? { message }
}

/// Runs work that meets both file errors and the log's own.
func withLogErrors<Result>(_ body: () throws -> Result) throws(LogError) -> Result {
  do {
    return try body()
  } catch {
    throw LogError(error)
  }
}

import CheckInJournal
import Dispatch
import Glibc

/// The three standard descriptors.
enum Descriptor {
  /// Opens those that the caller closed, so that no file of the journal takes their number and receives the answer.
  /// Standard input and output remain unusable: missing input is an error, and so is an answer that nobody can read.
  static func occupyStandardOnes() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_WRONLY)
    }
  }

  /// Writes all bytes; returns the error number if that fails.
  static func write(_ bytes: RawSpan, to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { buffer -> Int32? in
      var offset = 0
      while offset < buffer.count {
        let count = Glibc.write(descriptor, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
        if count >= 0 {
          offset += count
        } else if errno != EINTR {
          return errno
        }
      }
      return nil
    }
  }

  /// Reads standard input to its end, or to `limit` bytes. Throws a `CommandFailure` with status 74.
  static func readStandardInput(limit: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < limit {
      let count = read(STDIN_FILENO, &buffer, min(buffer.count, limit - bytes.count))
      if count == 0 { break }
      if count > 0 {
        bytes.append(contentsOf: buffer[..<count])
      } else if errno != EINTR {
        throw CommandFailure.inputOutput("Standard input could not be read: \(reason(errno)).")
      }
    }
    return bytes
  }

  /// `true` if the reader of standard output has closed it.
  static var isOutputClosed: Bool {
    var request = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, 0) == 1 && request.revents & Int16(POLLERR) != 0
  }

  /// Calls `body` on another thread once the reader of standard output has gone; never where that cannot be known.
  static func whenOutputCloses(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "reader").async {
      if waitUntilOutputCloses() { body() }
    }
  }

  /// Returns once the reader of standard output has gone: `true`; or at once where that cannot be known.
  private static func waitUntilOutputCloses() -> Bool {
    var request = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    while poll(&request, 1, -1) == -1 {
      guard errno == EINTR else { return false }
    }
    return request.revents & Int16(POLLERR) != 0
  }

  /// The system's message for an error number.
  static func reason(_ errorNumber: Int32) -> String {
    // The caller closed a standard descriptor.
    if errorNumber == EBADF { return "it is closed" }
    return strerror(errorNumber).map { String(cString: $0) } ?? "error \(errorNumber)"
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}

import CheckInJournal
import Glibc

/// The answer on its way to standard output.
///
/// Text is gathered and written in large pieces. Every failed write is told, since a script takes an answer that was
/// cut short by a full disk for the whole one.
final class OutputBuffer {
  /// Whether the command has saved something. It has succeeded then, whatever becomes of its answer, and is not to be
  /// repeated.
  var isOfSavedCommand = false
  private var bytes: [UInt8] = []
  private static let flushByteCount = 65_536

  /// Adds text. Throws `OutputClosed`, or a `CommandFailure` with status 74.
  func write(_ text: String) throws {
    bytes.append(contentsOf: text.utf8)
    if bytes.count >= Self.flushByteCount { try flush() }
  }

  /// Adds bytes as they are. Throws as ``write(_:)``.
  func write(bytes: [UInt8]) throws {
    self.bytes.append(contentsOf: bytes)
    if self.bytes.count >= Self.flushByteCount { try flush() }
  }

  /// Adds a line.
  func line(_ text: String = "") throws {
    try write(text + "\n")
  }

  /// Adds one JSON document and the newline that ends it.
  func document(_ body: (inout JSONWriter) throws -> Void) throws {
    var json = JSONWriter()
    try body(&json)
    bytes.append(contentsOf: json.bytes)
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count >= Self.flushByteCount { try flush() }
  }

  /// Adds one JSON array and the newline that ends it.
  func array<Element>(_ elements: [Element], _ write: (Element, inout JSONWriter) -> Void) throws {
    try document { json in
      json.array { json in
        for element in elements { write(element, &json) }
      }
    }
  }

  /// Writes what was gathered.
  func flush() throws {
    defer { bytes.removeAll(keepingCapacity: true) }
    guard let errorNumber = Descriptor.write(bytes, to: STDOUT_FILENO) else { return }
    if errorNumber == EPIPE { throw OutputClosed() }
    let message = "The answer could not be written to standard output: \(Descriptor.reason(errorNumber))."
    guard isOfSavedCommand else { throw CommandFailure.inputOutput(message) }
    Messages.put("\(message) What the command did is saved.\n")
  }
}

/// The three standard descriptors.
enum Descriptor {
  /// Opens those that the caller closed, so that no file of the journal takes their number and receives the answer.
  /// Standard input and output stay useless: an answer that nobody can get is an error, and so is input that there is
  /// not.
  static func occupyStandardOnes() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_WRONLY)
    }
  }

  /// Writes all bytes; the error number where that failed.
  static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Int32? {
    let bytes = Array(bytes)
    return bytes.withUnsafeBytes { buffer -> Int32? in
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
    try readAll(STDIN_FILENO, "Standard input", limit: limit)
  }

  /// Reads a file, a pipe or a device to its end, or to `limit` bytes. Throws a `CommandFailure`: with status 66 where
  /// there is no such file, or it is a directory, else 74.
  static func readFile(_ path: String, limit: Int) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { throw CommandFailure.notFound("There is no file \"\(path)\"") }
      throw CommandFailure.inputOutput("\"\(path)\" could not be opened: \(reason(errno)).")
    }
    defer { close(descriptor) }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw CommandFailure.notFound("\"\(path)\" is a directory, and not a file")
    }
    return try readAll(descriptor, "\"\(path)\"", limit: limit)
  }

  private static func readAll(_ descriptor: Int32, _ name: String, limit: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < limit {
      let count = read(descriptor, &buffer, min(buffer.count, limit - bytes.count))
      if count == 0 { break }
      if count > 0 {
        bytes.append(contentsOf: buffer[..<count])
      } else if errno != EINTR {
        throw CommandFailure.inputOutput("\(name) could not be read: \(reason(errno)).")
      }
    }
    return bytes
  }

  /// Whether whoever read standard output went away.
  static var isOutputClosed: Bool {
    var request = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, 0) == 1 && request.revents & Int16(POLLERR) != 0
  }

  /// The system's words for an error number.
  static func reason(_ errorNumber: Int32) -> String {
    // What a standard descriptor says that the caller closed.
    if errorNumber == EBADF { return "it is closed" }
    return strerror(errorNumber).map { String(cString: $0) } ?? "error \(errorNumber)"
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}

internal import Glibc

/// One run of the worker, which is ended and reaped in every case.
enum WorkerProcess {
  /// Runs the worker, and returns all that it wrote.
  static func run(
    _ path: String, arguments: [String], input: [UInt8], timeLimit: Duration
  ) throws(PhotoError) -> [UInt8] {
    var ends: [Int32] = [-1, -1]
    // A socket rather than pipes: writing to it raises no SIGPIPE, and one descriptor serves both directions.
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw .unavailable("The program for photos cannot be started: \(reason(errno)).")
    }
    let deadline = ContinuousClock.now + timeLimit
    let started = start(path, arguments: arguments, socket: ends[1])
    close(ends[1])
    defer { close(ends[0]) }
    let process: pid_t
    switch started {
    case .success(let identifier): process = identifier
    case .failure(let error): throw error
    }

    let answer: [UInt8]
    do throws(PhotoError) {
      answer = try WorkerExchange.exchange(input, over: ends[0], deadline: deadline)
      try waitForEnd(of: process, deadline: deadline)
    } catch {
      end(process)
      throw error
    }
    try validate(end(process))
    return answer
  }

  private static func start(_ path: String, arguments: [String], socket: Int32) -> Result<pid_t, PhotoError> {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, socket, 0)
    posix_spawn_file_actions_adddup2(&actions, socket, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)

    // The worker gets no blocked or ignored signals, and a process group of its own, which is ended as a whole.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETPGROUP)
    posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))

    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = environment().map { strdup($0) } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var process = pid_t()
    let failure = posix_spawn(&process, path, &actions, &attributes, words, variables)
    guard failure == 0 else {
      return .failure(.unavailable("The program for photos, \(path), cannot be started: \(reason(failure))."))
    }
    return .success(process)
  }

  /// Nothing of the caller's environment but the path of the Swift runtime's libraries, if it is set.
  private static func environment() -> [String] {
    let quiet = "SWIFT_BACKTRACE=enable=no"
    guard let libraries = getenv("LD_LIBRARY_PATH") else { return [quiet] }
    return [quiet, "LD_LIBRARY_PATH=" + String(cString: libraries)]
  }

  private static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }

  /// Waits until the worker has ended. It has closed its output by now, so it is about to.
  private static func waitForEnd(of process: pid_t, deadline: ContinuousClock.Instant) throws(PhotoError) {
    while true {
      var ended = siginfo_t()
      // Without reaping it: until then its number can only mean its group.
      let outcome = waitid(P_PID, id_t(process), &ended, WEXITED | WNOHANG | WNOWAIT)
      if outcome == 0, ended.si_signo == SIGCHLD { return }
      if outcome == -1, errno != EINTR { throw .badAnswer("how it ended is unknown") }
      guard ContinuousClock.now < deadline else { throw .tookTooLong }
      usleep(500)
    }
  }

  /// Ends the worker, if it is still running, with everything it started. Returns its status as `waitpid` reports it.
  @discardableResult private static func end(_ process: pid_t) -> Int32 {
    kill(-process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    return status
  }

  private static func validate(_ status: Int32) throws(PhotoError) {
    switch status & 0x7F {
    case 0: break
    // The limit on processor time sends the first, or the second after it.
    case SIGXCPU, SIGKILL: throw .tookTooLong
    case let signal: throw .crashed(signal: signal)
    }
    let exit = status >> 8 & 0xFF
    guard exit == 0 else { throw .badAnswer("exit status \(exit)") }
  }
}

/// Sends the photo and receives the answer at the same time, so that neither side waits for the other forever.
private enum WorkerExchange {
  private static let pieceCount = 1 << 16

  /// Returns everything received until the other side closed, bounded in size by ``PhotoReply/byteLimit`` and in time.
  static func exchange(
    _ input: [UInt8], over socket: Int32, deadline: ContinuousClock.Instant
  ) throws(PhotoError) -> [UInt8] {
    var answer: [UInt8] = []
    var sent = 0
    if input.isEmpty { shutdown(socket, Int32(SHUT_WR)) }
    while true {
      let events = try wait(for: sent < input.count ? POLLIN | POLLOUT : POLLIN, on: socket, deadline: deadline)
      if events & POLLOUT != 0, sent < input.count {
        // A worker that reads no more may still have said why.
        sent = try send(input, from: sent, over: socket) ?? input.count
        if sent == input.count { shutdown(socket, Int32(SHUT_WR)) }
      }
      if events & ~POLLOUT != 0 {
        guard let piece = try receive(from: socket) else { return answer }
        answer += piece
        guard answer.count <= PhotoReply.byteLimit else { throw .badAnswer("it does not end") }
      }
    }
  }

  private static func wait(
    for events: Int32, on socket: Int32, deadline: ContinuousClock.Instant
  ) throws(PhotoError) -> Int32 {
    var item = pollfd(fd: socket, events: Int16(truncatingIfNeeded: events), revents: 0)
    while true {
      let remaining = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      guard remaining > 0 else { throw .tookTooLong }
      let count = poll(&item, 1, Int32(min(remaining.rounded(.up), 1_000_000)))
      if count > 0 { return Int32(item.revents) }
      if count < 0, errno != EINTR { throw .badAnswer(String(cString: strerror(errno))) }
    }
  }

  /// Returns the number of bytes sent so far, or `nil` if the other side has closed.
  private static func send(_ input: [UInt8], from offset: Int, over socket: Int32) throws(PhotoError) -> Int? {
    let count = input.withUnsafeBytes { bytes in
      Glibc.send(
        socket, bytes.baseAddress.map { $0 + offset }, min(bytes.count - offset, pieceCount),
        Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
    if count >= 0 { return offset + count }
    switch errno {
    case EAGAIN, EINTR: return offset
    case EPIPE, ECONNRESET: return nil
    default: throw .badAnswer(String(cString: strerror(errno)))
    }
  }

  /// Returns what has arrived, or `nil` if the other side has closed.
  private static func receive(from socket: Int32) throws(PhotoError) -> [UInt8]? {
    var count = 0
    let piece = [UInt8](unsafeUninitializedCapacity: pieceCount) { buffer, initialized in
      count = recv(socket, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      initialized = max(count, 0)
    }
    if count > 0 { return piece }
    if count == 0 { return nil }
    switch errno {
    case EAGAIN, EINTR: return []
    // It ended before it had read everything.
    case ECONNRESET: return nil
    default: throw .badAnswer(String(cString: strerror(errno)))
    }
  }
}

public import CheckInJournal
public import EventLog
public import FoundationEssentials
internal import Glibc

/// A place that a program of its own keeps, so that this one need not link what that takes: `checkin-sync` for
/// PostgreSQL. It is asked over a socket that is its standard input and output; see ``RemoteServer``.
public final class RemoteProcess: Remote {
  public let name: String
  private let program: String
  private let process: pid_t
  private let socket: Int32

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - program: its path.
  ///   - address: what it is to keep; it goes over the socket, since arguments are seen by everybody on the machine.
  ///   - name: the address without what is secret.
  public init(program: String, address: String, name: String) throws(JournalError) {
    self.program = program
    self.name = name
    (process, socket) = try Self.start(program)
    var request = RemoteMessage(.open)
    request.add(Array(address.utf8), field: 2)
    _ = try ask(request)
  }

  deinit {
    close(socket)
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
  }

  private static func start(_ program: String) throws(JournalError) -> (pid_t, Int32) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw JournalError(.inputOutput, "\(program) cannot be started: \(String(cString: strerror(errno))).")
    }
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    let words = [strdup(program), strdup("serve"), nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    let failure = posix_spawn(&process, program, &actions, nil, words, environ)
    guard failure == 0 else {
      close(ends[0])
      throw JournalError(.inputOutput, "\(program) cannot be started: \(String(cString: strerror(failure))).")
    }
    return (process, ends[0])
  }

  /// The answer to a request; `nil` for nothing.
  private func ask(_ request: RemoteMessage) throws(JournalError) -> RemoteMessage? {
    guard request.write(to: socket), let answer = RemoteMessage.read(from: socket), let outcome = answer.outcome else {
      throw JournalError(
        .inputOutput, "\(program) ended without an answer: whether it was done is not known. Sync again.")
    }
    switch outcome {
    case .done: return answer
    case .nothing: return nil
    case .failed: throw answer.error
    }
  }

  private func ask(
    _ kind: RemoteMessage.Kind, fill: (inout RemoteMessage) -> Void = { _ in }
  ) throws(JournalError) -> RemoteMessage? {
    var request = RemoteMessage(kind)
    fill(&request)
    return try ask(request)
  }

  public func create(_ descriptor: [UInt8], of group: UUID) throws(JournalError) {
    _ = try ask(.create) {
      $0.add(group.bytes, field: 2)
      $0.add(descriptor, field: 3)
    }
  }

  public func state(of replica: UUID?) throws(JournalError) -> RemoteState? {
    try ask(.state) { if let replica { $0.add(replica.bytes, field: 2) } }?.state
  }

  public func replicas(besides me: UUID?, first known: Set<UUID>) throws(JournalError) -> RemoteReplicas {
    let answer = try ask(.replicas) {
      if let me { $0.add(me.bytes, field: 2) }
      for replica in known { $0.add(replica.bytes, field: 3) }
    }
    guard let answer else { throw JournalError(.internalFault, "\(program) did not say which devices there are.") }
    return answer.replicas
  }

  public func push(_ chunk: RemoteChunk, after head: RemoteHead?) throws(JournalError) {
    _ = try ask(.push) {
      $0.chunk = chunk
      if let head {
        var before = RemoteMessage(.done)
        before.head = head
        $0.add(before, field: 7)
      }
    }
  }

  public func confirm(_ head: RemoteHead, after acknowledged: UInt64, of replica: UUID) throws(JournalError) {
    _ = try ask(.confirm) {
      $0.add(replica.bytes, field: 2)
      $0.head = head
    }
  }

  public func chunks(
    of replica: UUID, after sequence: UInt64, byteCount: Int
  ) throws(JournalError) -> [RemoteChunk] {
    try ask(.chunks) {
      $0.add(replica.bytes, field: 2)
      $0[3] = sequence
      $0[4] = UInt64(byteCount)
    }?.messages(2).compactMap(\.chunk) ?? []
  }

  public func write(manifest: [UInt8], of replica: UUID) throws(JournalError) {
    _ = try ask(.manifest) {
      $0.add(replica.bytes, field: 2)
      $0.add(manifest, field: 3)
    }
  }

  public func photoNames() throws(JournalError) -> Set<Digest> {
    Set(try ask(.photoNames)?.parts[2]?.compactMap { Digest($0) } ?? [])
  }

  public func push(photo: [UInt8], named name: Digest, from replica: UUID) throws(JournalError) {
    _ = try ask(.pushPhoto) {
      $0.add(replica.bytes, field: 2)
      $0.add(photo, field: 3)
      $0.add(name.bytes, field: 5)
    }
  }

  public func remove(photo name: Digest, from replica: UUID) throws(JournalError) -> Bool {
    try ask(.removePhoto) {
      $0.add(replica.bytes, field: 2)
      $0.add(name.bytes, field: 5)
    } != nil
  }

  public func photo(named name: Digest, where isWhole: ([UInt8]) -> Bool) throws(JournalError) -> [UInt8]? {
    // One copy at a time: they are large, and the first is nearly always whole.
    for number: UInt64 in 0... {
      let answer = try ask(.photo) {
        $0[4] = number
        $0.add(name.bytes, field: 5)
      }
      guard let copy = answer?.bytes(3) else { break }
      if isWhole(copy) { return copy }
    }
    return nil
  }
}

internal import Glibc

/// Sends the photo and receives the answer at the same time, so that neither side waits for the other for ever.
enum WorkerExchange {
  private static let pieceCount = 1 << 16

  /// Returns what came until the other side closed. Bounded in size by ``PhotoReply/byteLimit`` and in time.
  static func exchange(
    _ input: [UInt8], over socket: Int32, deadline: ContinuousClock.Instant
  ) throws(PhotoError) -> [UInt8] {
    var answer: [UInt8] = []
    var sent = 0
    if input.isEmpty { shutdown(socket, Int32(SHUT_WR)) }
    while true {
      let events = try wait(for: sent < input.count ? POLLIN | POLLOUT : POLLIN, on: socket, deadline: deadline)
      if events & POLLOUT != 0, sent < input.count {
        // A worker that takes no more may still have said why.
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

  /// Returns how much is sent now, or `nil` where the other side has closed.
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

  /// Returns what is there now, or `nil` where the other side has closed.
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

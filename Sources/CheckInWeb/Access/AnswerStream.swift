import Dispatch
import Hummingbird
import NIOCore
import Synchronization

/// Bytes on their way from a thread that finds them to the answer that they belong to. A thread that is ahead by a few
/// pieces waits, so that a long answer takes little memory.
final class AnswerStream: Sendable {
  private static let piecesAhead = 4

  private let pieces: AsyncThrowingStream<ByteBuffer, any Error>
  private let continuation: AsyncThrowingStream<ByteBuffer, any Error>.Continuation
  /// Begins at 0 and not with its room: a semaphore must not end below the value that it began with.
  private let room = DispatchSemaphore(value: 0)
  private let isClosed = Mutex(false)

  init() {
    (pieces, continuation) = AsyncThrowingStream.makeStream(of: ByteBuffer.self)
    for _ in 0..<Self.piecesAhead { room.signal() }
  }

  /// Hands a piece on. Blocks its thread while the reader is behind.
  ///
  /// - Throws: `CancellationError` where nobody reads any more.
  func send(_ bytes: [UInt8]) throws {
    room.wait()
    if isClosed.withLock({ $0 }) { throw CancellationError() }
    continuation.yield(ByteBuffer(bytes: bytes))
  }

  /// Ends the answer, or breaks it off.
  func finish(throwing error: (any Error)? = nil) { continuation.finish(throwing: error) }

  /// The answer's body, once its first piece is there: what goes wrong before it can still be told by a status.
  ///
  /// - Throws: what ended the answer before its first piece.
  func body() async throws -> ResponseBody {
    let reader = Reader(stream: self)
    let first = try await reader.next()
    return ResponseBody { writer in
      var piece = first
      while let bytes = piece {
        try await writer.write(bytes)
        piece = try await reader.next()
      }
      try await writer.finish(nil)
    }
  }

  /// Lets the sender go when the answer is done, broken off, or never wanted.
  private final class Reader: Sendable {
    private let stream: AnswerStream

    init(stream: AnswerStream) {
      self.stream = stream
    }

    deinit {
      stream.isClosed.withLock { $0 = true }
      stream.room.signal()
    }

    func next() async throws -> ByteBuffer? {
      var iterator = stream.pieces.makeAsyncIterator()
      let piece = try await iterator.next()
      stream.room.signal()
      return piece
    }
  }
}

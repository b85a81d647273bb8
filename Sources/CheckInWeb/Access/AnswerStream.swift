import Dispatch
import Hummingbird
import NIOCore
import Synchronization

/// Passes bytes from the thread that produces them to the answer that they belong to. The thread waits while it is a
/// few pieces ahead, so that a long answer takes little memory.
final class AnswerStream: Sendable {
  private static let piecesAhead = 4

  private let pieces: AsyncThrowingStream<ByteBuffer, any Error>
  private let continuation: AsyncThrowingStream<ByteBuffer, any Error>.Continuation
  /// Begins at 0 and is raised afterwards: a semaphore must not end below the value that it began with.
  private let room = DispatchSemaphore(value: 0)
  private let isClosed = Mutex(false)

  init() {
    (pieces, continuation) = AsyncThrowingStream.makeStream(of: ByteBuffer.self)
    for _ in 0..<Self.piecesAhead { room.signal() }
  }

  /// Sends a piece. Blocks its thread while the reader is behind.
  ///
  /// - Throws: `CancellationError` if nobody reads any more.
  func send(_ bytes: [UInt8]) throws {
    room.wait()
    if isClosed.withLock({ $0 }) { throw CancellationError() }
    continuation.yield(ByteBuffer(bytes: bytes))
  }

  /// Ends the answer, or aborts it.
  func finish(throwing error: (any Error)? = nil) { continuation.finish(throwing: error) }

  /// The answer's body, once its first piece is there: errors before that can still be reported by a status.
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

  /// Releases the sender when the answer is complete, aborted, or never read.
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

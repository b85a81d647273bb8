internal import Dispatch
internal import Synchronization

/// The batches of a segment, decompressed ahead of the reader on another thread where there is much to read.
final class FrameBatches {
  private typealias Step = Result<(FrameBatch, SegmentReader.Stop?), FileError>

  /// From this size on a second thread is worth its start.
  private static let parallelByteCount = 4 << 20

  private let reader: SegmentReader
  private let pipe: Pipe?
  private var spare = FrameBatch()

  init(_ file: any File, from offset: Int) throws(JournalError) {
    do throws(FileError) {
      reader = try SegmentReader(file, from: offset)
      pipe = try file.size() - offset >= Self.parallelByteCount ? Pipe() : nil
    } catch {
      throw JournalError(error)
    }
    pipe?.start(reader)
  }

  deinit {
    pipe?.cancel()
  }

  /// The next frames; with a stop, the last ones.
  func next() throws(JournalError) -> (FrameBatch, SegmentReader.Stop?) {
    do throws(FileError) {
      if let pipe { return try pipe.next().get() }
      var batch = spare
      spare = FrameBatch()
      let stop = try reader.read(into: &batch)
      return (batch, stop)
    } catch {
      throw JournalError(error)
    }
  }

  /// Gives a batch's memory back for a later one.
  func recycle(_ batch: consuming FrameBatch) {
    if let pipe { pipe.recycle(batch) } else { spare = batch }
  }

  /// Hands batches from the decompressing thread to the reading one, a few at a time.
  private final class Pipe: Sendable {
    private struct State {
      var ready: [Step] = []
      var spare: [FrameBatch] = []
      var isCancelled = false
    }

    private static let depth = 3

    private let state = Mutex(State())
    private let filled = DispatchSemaphore(value: 0)
    // A semaphore may not be released below the value it was made with, and a cancelled pipe is: so it begins at zero.
    private let vacant = DispatchSemaphore(value: 0)

    func start(_ reader: SegmentReader) {
      for _ in 0..<Self.depth { vacant.signal() }
      // The reader is used by nobody else from here on.
      nonisolated(unsafe) let reader = reader
      DispatchQueue.global(qos: .userInitiated).async {
        while true {
          self.vacant.wait()
          var batch = self.state.withLock { $0.spare.popLast() } ?? FrameBatch()
          let step: Step
          do throws(FileError) {
            let stop = try reader.read(into: &batch)
            step = .success((batch, stop))
          } catch {
            step = .failure(error)
          }
          batch = FrameBatch()
          let isCancelled = self.state.withLock { state in
            state.ready.append(step)
            return state.isCancelled
          }
          self.filled.signal()
          guard case .success((_, nil)) = step, !isCancelled else { return }
        }
      }
    }

    func next() -> Step {
      filled.wait()
      return state.withLock { $0.ready.removeFirst() }
    }

    func recycle(_ batch: consuming FrameBatch) {
      let batch = batch
      state.withLock { $0.spare.append(batch) }
      vacant.signal()
    }

    func cancel() {
      state.withLock { $0.isCancelled = true }
      for _ in 0..<Self.depth { vacant.signal() }
    }
  }
}

internal import Dispatch
internal import Synchronization

/// Tells when a file in a directory is written or replaced, by whatever process on this machine. Neither asks again and
/// again nor keeps a thread.
///
/// Linux tells by inotify, of which all watches of a process share one instance; Apple's systems by kqueue. On file
/// systems that other machines write to, neither hears of them.
///
/// ```swift
/// let watch = try FileWatch(of: "HEAD", in: "/srv/journal") { print("written") }
/// ```
public final class FileWatch: Sendable {
  /// An error that is thrown if a file can't be watched.
  public struct Failure: Error {
    /// As `errno` has it; `EMFILE` where the system has no more watches.
    public let number: Int32
  }

  private nonisolated(unsafe) let source: any DispatchSourceProtocol
  #if !canImport(Darwin)
    private let listener: DirectoryEvents.Listener
  #endif

  /// Watches from now on, until the watch is gone.
  ///
  /// - Parameter body: is called after the file was written or replaced, once for several writes that follow each
  ///   other; on a queue of its own, one call at a time.
  public init(of name: String, in directory: String, _ body: @escaping @Sendable () -> Void) throws(Failure) {
    let queue = DispatchQueue(label: "file watch")
    #if canImport(Darwin)
      let descriptor = open(directory + "/" + name, O_EVTONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw Failure(number: errno) }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: [.write, .extend, .rename, .delete], queue: queue)
      source.setCancelHandler { close(descriptor) }
    #else
      let source = DispatchSource.makeUserDataOrSource(queue: queue)
      nonisolated(unsafe) let wake = source
      listener = try DirectoryEvents.shared.listen(to: name, in: directory) { wake.or(data: 1) }
    #endif
    source.setEventHandler(handler: body)
    source.activate()
    self.source = source
  }

  deinit {
    #if !canImport(Darwin)
      DirectoryEvents.shared.remove(listener)
    #endif
    source.cancel()
  }
}

#if !canImport(Darwin)
  /// The one inotify instance of the process, since a system has few of them. It is opened when it is first needed.
  private final class DirectoryEvents: Sendable {
    static let shared = DirectoryEvents()

    struct Listener: Hashable, Sendable {
      fileprivate let watch: Int32
      fileprivate let number: UInt64
    }

    private struct State {
      /// Of the inotify instance; `nil` as long as there is none.
      var descriptor: Int32?
      var source: (any DispatchSourceRead)?
      var lastNumber: UInt64 = 0
      /// By the directory's watch, which all that listen there share.
      var listeners: [Int32: [UInt64: (name: String, body: @Sendable () -> Void)]] = [:]
    }

    private let state = Mutex(State())

    /// - Parameter body: is called on the queue that all share, and must not take long.
    func listen(
      to name: String, in directory: String, _ body: @escaping @Sendable () -> Void
    ) throws(FileWatch.Failure) -> Listener {
      try state.withLock { state throws(FileWatch.Failure) in
        let descriptor = if let open = state.descriptor { open } else { try open(&state) }
        let events = UInt32(IN_MODIFY) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE)
        let watch = inotify_add_watch(descriptor, directory, events)
        // ENOSPC speaks of watches, not of room on the disk.
        guard watch >= 0 else { throw FileWatch.Failure(number: errno == ENOSPC ? EMFILE : errno) }
        state.lastNumber += 1
        state.listeners[watch, default: [:]][state.lastNumber] = (name, body)
        return Listener(watch: watch, number: state.lastNumber)
      }
    }

    func remove(_ listener: Listener) {
      state.withLock { state in
        // Where the directory has gone, so has its watch.
        guard let descriptor = state.descriptor, var others = state.listeners[listener.watch] else { return }
        others[listener.number] = nil
        state.listeners[listener.watch] = others.isEmpty ? nil : others
        if others.isEmpty { inotify_rm_watch(descriptor, listener.watch) }
      }
    }

    private func open(_ state: inout State) throws(FileWatch.Failure) -> Int32 {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { throw FileWatch.Failure(number: errno) }
      let source = DispatchSource.makeReadSource(
        fileDescriptor: descriptor, queue: DispatchQueue(label: "directory events"))
      source.setEventHandler { [self] in readAll(descriptor) }
      source.activate()
      state.descriptor = descriptor
      state.source = source
      return descriptor
    }

    /// Reads all events that wait, and calls those whom they concern.
    private func readAll(_ descriptor: Int32) {
      let capacity = 4096
      withUnsafeTemporaryAllocation(byteCount: capacity, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
        while true {
          let count = read(descriptor, buffer.baseAddress, capacity)
          guard count > 0 else {
            if count < 0, errno == EINTR { continue }
            return
          }
          var offset = 0
          while offset + MemoryLayout<inotify_event>.size <= count {
            let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            offset += MemoryLayout<inotify_event>.size
            let end = min(count, offset + Int(event.len))
            tell(event, name: String(decoding: buffer[offset..<end].prefix { $0 != 0 }, as: UTF8.self))
            offset = end
          }
        }
      }
    }

    private func tell(_ event: inotify_event, name: String) {
      let concerned = state.withLock { state in
        // Where events were lost, each may have been anybody's.
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return state.listeners.values.flatMap(\.values) }
        let listeners = state.listeners[event.wd].map { Array($0.values) } ?? []
        // The directory has gone.
        if event.mask & UInt32(IN_IGNORED) != 0 {
          state.listeners[event.wd] = nil
          return listeners
        }
        return listeners.filter { $0.name == name }
      }
      for listener in concerned { listener.body() }
    }
  }
#endif

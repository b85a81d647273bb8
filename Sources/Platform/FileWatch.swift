internal import Dispatch

/// Tells when a file in a directory is written or replaced, by whatever process on this machine. Neither asks again and
/// again nor keeps a thread.
///
/// Linux tells by inotify, Apple's systems by kqueue. On file systems that other machines write to, neither hears of
/// them.
///
/// ```swift
/// let watch = FileWatch(of: "HEAD", in: "/srv/journal") { print("written") }
/// ```
public final class FileWatch: Sendable {
  private nonisolated(unsafe) let source: any DispatchSourceProtocol

  /// - Parameter body: is called after the file was written or replaced, once for several writes that follow each
  ///   other; on a queue of its own, one call at a time, until the watch is gone.
  /// - Returns: `nil` where the system cannot watch: it has no more watches, or there is no such directory.
  public init?(of name: String, in directory: String, _ body: @escaping @Sendable () -> Void) {
    let queue = DispatchQueue(label: "file watch")
    #if canImport(Darwin)
      let descriptor = open(directory + "/" + name, O_EVTONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: [.write, .extend, .rename, .delete], queue: queue)
      source.setEventHandler(handler: body)
    #else
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      let events = UInt32(IN_MODIFY) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE)
      guard inotify_add_watch(descriptor, directory, events) >= 0 else {
        close(descriptor)
        return nil
      }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler { if FileWatch.readEvents(descriptor, name: name) { body() } }
    #endif
    source.setCancelHandler { close(descriptor) }
    source.activate()
    self.source = source
  }

  deinit {
    source.cancel()
  }

  #if !canImport(Darwin)
    /// Reads all events that wait.
    ///
    /// - Returns: whether one is of a file with the name, or some were lost.
    private static func readEvents(_ descriptor: Int32, name: String) -> Bool {
      var isWanted = false
      let capacity = 4096
      withUnsafeTemporaryAllocation(byteCount: capacity, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
        while true {
          let count = read(descriptor, buffer.baseAddress, capacity)
          guard count > 0 else {
            if count < 0, errno == EINTR { continue }
            return
          }
          var offset = 0
          let headerByteCount = MemoryLayout<inotify_event>.size
          while offset + headerByteCount <= count {
            let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            offset += headerByteCount
            let end = min(count, offset + Int(event.len))
            let bytes = buffer[offset..<end].prefix { $0 != 0 }
            if event.mask & UInt32(IN_Q_OVERFLOW) != 0 || bytes.elementsEqual(name.utf8) { isWanted = true }
            offset = end
          }
        }
      }
      return isWanted
    }
  #endif
}

import ServiceLifecycle

/// Does what can wait while the page is served: saves the snapshot where that is due, keeps new thumbnails, and rereads
/// the log round and round, so that damage to it is noticed and shown on the page.
struct Upkeep: Service {
  /// About how many bytes of decompressed log are reread each time: eleven gigabytes a day.
  static let byteCount = 8 << 20

  let access: JournalAccess
  var pause = Duration.seconds(60)

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while true {
        try await Task.sleep(for: pause)
        // What fails here fails again for whoever asks, and is told there.
        try? await access.maintain(scrubbing: Self.byteCount)
      }
    }
  }
}

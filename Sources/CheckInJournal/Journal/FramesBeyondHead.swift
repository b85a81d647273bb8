internal import EventLog

/// Frames that were read after the place that HEAD named.
///
/// They may be acknowledged already, so they count. But they may also be what a writer is about to take back, because
/// the rest of them did not fit on the disk: other frames can come to stand there. So they are known by their content.
struct FramesBeyondHead {
  let start: LogPosition
  var hasher: SHA256Hasher? = SHA256Hasher()

  init(start: LogPosition) {
    self.start = start
  }

  /// Returns `true` if the log still has the same content from ``start`` to `end`.
  ///
  /// Reads that part of the log again.
  ///
  /// - Throws: `inputOutput`.
  func isUnchanged(in directory: LogDirectory, upTo end: LogPosition) throws(JournalError) -> Bool {
    var reader = try EventReader(directory, from: start, limit: end)
    var found = SHA256Hasher()
    while let batch = try reader.next() { found.update(batch) }
    return reader.scan.position == end && found.finalize() == hasher?.finalize()
  }
}

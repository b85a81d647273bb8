package import EventLog

/// An event and what it changed, as a row of a table: numbers, and places of texts in the bytes that it was read from.
///
/// ``Journal/writeAudit(from:to:as:progress:_:)`` writes such rows one after the other, each with its numbers first,
/// then its texts, its photo, the object of its changes, and a line feed, of which JSON has no other.
package struct AuditRow {
  package var sequence: UInt64
  package var command: UInt64
  /// 0 where it reverses no command.
  package var undoes: UInt64
  /// 0 where it concerns none.
  package var checkIn: UInt64
  package var recordedAt: ByteRange
  package var origin: ByteRange
  package var action: ByteRange
  /// Empty where none was recorded.
  package var device: ByteRange
  /// The name of the device that recorded the event; empty if the journal doesn't belong to a group.
  package var replica: ByteRange
  /// The photo that the event attached, or `nil`.
  package var photo: Photo?
  /// A JSON object.
  package var changes: ByteRange

  /// The fixed-size start of a row, in its memory layout.
  fileprivate struct Head: BitwiseCopyable {
    var sequence: UInt64
    var command: UInt64
    var undoes: UInt64
    var checkIn: UInt64
    var deviceByteCount: UInt32
    var replicaByteCount: UInt32
    var originByteCount: UInt8
    var actionByteCount: UInt8
    var hasPhoto: Bool
  }

  fileprivate struct PhotoHead: BitwiseCopyable {
    var digest: (UInt64, UInt64, UInt64, UInt64)
    var byteCount: UInt32
    var width: UInt32
    var height: UInt32
  }

  /// `2026-11-21T06:53:01.123Z`
  private static let timeByteCount = 24

  /// Reads the row at an offset, and moves that behind it; `nil` where there is none.
  package init?(at offset: inout Int, in bytes: RawSpan) {
    func take(_ count: Int) -> ByteRange {
      let start = min(offset, bytes.byteCount)
      offset = min(start + count, bytes.byteCount)
      return ByteRange(start: start, end: offset)
    }
    func take<Value: BitwiseCopyable>(_ type: Value.Type) -> Value? {
      let range = take(MemoryLayout<Value>.size)
      guard range.count == MemoryLayout<Value>.size else { return nil }
      return bytes.unsafeLoadUnaligned(fromByteOffset: range.start, as: type)
    }
    guard let head = take(Head.self) else { return nil }
    (sequence, command, undoes, checkIn) = (head.sequence, head.command, head.undoes, head.checkIn)
    recordedAt = take(Self.timeByteCount)
    origin = take(Int(head.originByteCount))
    action = take(Int(head.actionByteCount))
    device = take(Int(head.deviceByteCount))
    replica = take(Int(head.replicaByteCount))
    if head.hasPhoto, let photo = take(PhotoHead.self) {
      self.photo = Photo(
        digest: Digest(words: photo.digest), byteCount: Int(photo.byteCount), width: Int(photo.width),
        height: Int(photo.height))
    }
    let start = offset
    guard let end = bytes.firstOffset(of: UInt8(ascii: "\n"), from: start) else { return nil }
    changes = ByteRange(start: start, end: end)
    offset = end + 1
  }
}

extension OutputBytes {
  /// Writes the beginning of a row.
  func row(_ heading: AuditHeading, day: inout WrittenDay) {
    let (origin, action, device) = (heading.origin.name, heading.action, heading.device ?? "")
    let replica = heading.replica ?? ""
    write(atMost: MemoryLayout<AuditRow.Head>.size + Pen.timeByteCount) { pen in
      pen.put(
        AuditRow.Head(
          sequence: heading.sequence, command: heading.command, undoes: heading.undoes ?? 0, checkIn: heading.checkIn,
          deviceByteCount: UInt32(clamping: device.utf8.count),
          replicaByteCount: UInt32(clamping: replica.utf8.count), originByteCount: UInt8(clamping: origin.utf8.count),
          actionByteCount: UInt8(clamping: action.utf8.count), hasPhoto: heading.kind == .photoAttached))
      pen.time(utcMilliseconds: heading.recordedAtMilliseconds, &day)
    }
    string(origin)
    string(action)
    string(device)
    string(replica)
  }

  /// Writes the photo of a row.
  func row(_ photo: Photo) {
    write(atMost: MemoryLayout<AuditRow.PhotoHead>.size) { pen in
      pen.put(
        AuditRow.PhotoHead(
          digest: photo.digest.words, byteCount: UInt32(clamping: photo.byteCount),
          width: UInt32(clamping: photo.width), height: UInt32(clamping: photo.height)))
    }
  }
}

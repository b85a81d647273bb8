internal import EventLog

/// The photos that a log names: which check-ins have or had each, and the last event that attached it.
struct PhotoUses {
  struct Use {
    var photo: Photo
    /// Ascending.
    var checkIns: [Int]
    var lastSequence: UInt64
  }

  private(set) var uses: [Digest: Use] = [:]
  /// In the order in which they were first attached.
  private(set) var digests: [Digest] = []

  /// One event that attaches a photo.
  struct Attachment: Sendable {
    var photo: Photo
    var checkIn: Int
    var sequence: UInt64

    /// `nil` for an event that attaches none.
    init?(_ event: EventView, in bytes: RawSpan) {
      guard event.kind == .photoAttached else { return nil }
      photo = Photo(event.photo, in: bytes)
      checkIn = Int(clamping: event.checkIn)
      sequence = event.sequence
    }
  }

  /// The attachments in a batch, ascending.
  static func attachments(in batch: RecordBatch) -> [Attachment] {
    var attachments: [Attachment] = []
    let bytes = batch.content.span.bytes
    var event = EventView()
    for record in batch.records where (try? event.read(record, in: bytes)) != nil {
      if let attachment = Attachment(event, in: bytes) { attachments.append(attachment) }
    }
    return attachments
  }

  mutating func add(_ attachment: Attachment) {
    let photo = attachment.photo
    var use = uses[photo.digest] ?? Use(photo: photo, checkIns: [], lastSequence: 0)
    if use.lastSequence == 0 { digests.append(photo.digest) }
    let number = attachment.checkIn
    let index = use.checkIns.firstIndex { $0 >= number } ?? use.checkIns.count
    if !use.checkIns[index...].starts(with: [number]) { use.checkIns.insert(number, at: index) }
    use.lastSequence = attachment.sequence
    uses[photo.digest] = use
  }
}

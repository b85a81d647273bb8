package import EventLog

internal import struct FoundationEssentials.UUID

/// The photos that logs name: which check-ins have or had each, and the last event that attached it.
package struct PhotoUses {
  package struct Use {
    var photo: Photo
    /// Ascending.
    var checkIns: [Int] = []
    /// In the journal's own log; 0 for a photo that other devices alone attached.
    package var lastSequence: UInt64 = 0
    /// The last event of each other device that attached it.
    var lastOfOthers: [UUID: Attachment] = [:]

    /// Returns `true` if the photo's bytes were erased after all of these attachments.
    func isCovered(by records: [Digest: PurgedPhotos.Record]) -> Bool {
      records.covers(photo.digest, attachedBy: lastSequence)
        && lastOfOthers.allSatisfy { records.covers($0.value, of: $0.key) }
    }
  }

  package private(set) var uses: [Digest: Use] = [:]
  /// In the order in which they were first attached.
  package private(set) var digests: [Digest] = []
  /// The reason why the photos that the group's logs refer to aren't all known; `nil` if they are known.
  var gap: JournalError?

  package init() {}

  /// One event that attaches a photo.
  package struct Attachment: Sendable {
    var photo: Photo
    var checkIn: Int
    package var sequence: UInt64
    var recordedAtMilliseconds: Int64

    /// `nil` for an event that attaches none.
    package init?(_ event: EventView, in bytes: RawSpan) {
      guard event.kind == .photoAttached else { return nil }
      photo = Photo(event.photo, in: bytes)
      checkIn = Int(clamping: event.checkIn)
      sequence = event.sequence
      recordedAtMilliseconds = event.recordedAtMilliseconds
    }
  }

  /// The attachments in a batch, ascending.
  package static func attachments(in batch: RecordBatch) -> [Attachment] {
    var attachments: [Attachment] = []
    let bytes = batch.content.span.bytes
    var event = EventView()
    for record in batch.records where (try? event.read(record, in: bytes)) != nil {
      if let attachment = Attachment(event, in: bytes) { attachments.append(attachment) }
    }
    return attachments
  }

  /// Takes note of an event of the journal's own log.
  package mutating func add(_ attachment: Attachment) {
    add(attachment.photo, of: attachment.checkIn)
    uses[attachment.photo.digest]?.lastSequence = attachment.sequence
  }

  /// Takes over what check-ins are called by now.
  mutating func renumber(_ number: (Int) -> Int) {
    uses = uses.mapValues { use in
      var use = use
      use.checkIns = Set(use.checkIns.map(number)).sorted()
      return use
    }
  }

  /// Takes note of an event of another device's log.
  ///
  /// - Parameter checkIn: its number in this journal; `nil` for one that is not here yet.
  mutating func add(_ attachment: Attachment, by replica: UUID, to checkIn: Int?) {
    add(attachment.photo, of: checkIn)
    uses[attachment.photo.digest]?.lastOfOthers[replica] = attachment
  }

  private mutating func add(_ photo: Photo, of checkIn: Int?) {
    if uses[photo.digest] == nil { digests.append(photo.digest) }
    var use = uses[photo.digest] ?? Use(photo: photo)
    if let checkIn {
      let index = use.checkIns.firstIndex { $0 >= checkIn } ?? use.checkIns.count
      if !use.checkIns[index...].starts(with: [checkIn]) { use.checkIns.insert(checkIn, at: index) }
    }
    uses[photo.digest] = use
  }
}

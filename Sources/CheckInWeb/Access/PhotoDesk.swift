import CheckInJournal
import EventLog
import PhotoProcessing
import Synchronization

/// Makes photos fit to keep. Those of forms that are not saved yet wait here.
final class PhotoDesk: Sendable {
  private static let pendingCount = 8

  private let pending = Mutex<[(digest: Digest, photo: NewPhoto)]>([])
  /// One: the worker takes one photo at a time.
  private let work = WorkQueue(limit: 1)

  /// Makes a photo fit to keep. It waits until its form is saved, as one of the last eight.
  ///
  /// - Throws: `PhotoError`.
  func process(_ upload: [UInt8]) async throws -> NewPhoto {
    let processed = try await work.run { try PhotoProcessor().process(upload) }
    let photo = NewPhoto(
      jpeg: processed.jpeg, width: processed.width, height: processed.height, thumbnail: processed.thumbnail)
    let digest = Digest(of: photo.jpeg)
    pending.withLock { pending in
      pending.removeAll { $0.digest == digest }
      pending.append((digest, photo))
      if pending.count > Self.pendingCount { pending.removeFirst() }
    }
    return photo
  }

  /// A photo that waits for its form; `nil` where it has waited too long.
  func pending(_ digest: Digest) -> NewPhoto? {
    pending.withLock { $0.first { $0.digest == digest }?.photo }
  }

  /// Forgets a photo whose form was saved: it can be purged from the journal, and must not be seen here then.
  func release(_ photo: NewPhoto?) {
    guard let photo else { return }
    let digest = Digest(of: photo.jpeg)
    pending.withLock { $0.removeAll { $0.digest == digest } }
  }

  /// The thumbnail of a photo; `nil` where the photo is missing or damaged.
  func thumbnail(of digest: Digest, in access: JournalAccess) async throws -> [UInt8]? {
    try await work.run {
      try access.answer { journal in
        try journal.thumbnail(digest) { try? PhotoProcessor().thumbnail(of: $0) }
      }
    }
  }
}

import CheckInJournal
import EventLog
import NIOPosix
import OrderedCollections
import PhotoProcessing
import Synchronization

/// Processes photos, and keeps those whose forms are not saved yet.
final class PendingPhotos: Sendable {
  private static let limit = 8

  /// In the order in which they came.
  private let pending = Mutex(OrderedDictionary<Digest, NewPhoto>())
  /// One thread: the worker takes one photo at a time.
  private let threads = NIOThreadPool(numberOfThreads: 1)

  init() {
    threads.start()
  }

  deinit {
    threads.shutdownGracefully { _ in }
  }

  /// Makes a photo fit to be stored, and keeps it, as one of the latest eight, until its form is saved.
  ///
  /// - Throws: `PhotoError`.
  func process(_ upload: [UInt8]) async throws -> NewPhoto {
    let processed = try await threads.runIfActive { try PhotoProcessor().process(upload) }
    let photo = NewPhoto(
      jpeg: processed.jpeg, width: processed.width, height: processed.height, thumbnail: processed.thumbnail)
    let digest = Digest(of: photo.jpeg)
    pending.withLock { pending in
      pending.removeValue(forKey: digest)
      pending[digest] = photo
      if pending.count > Self.limit { pending.removeFirst() }
    }
    return photo
  }

  /// A photo whose form is not saved yet; `nil` if it is no longer kept.
  subscript(digest: Digest) -> NewPhoto? {
    pending.withLock { $0[digest] }
  }

  /// Forgets a photo whose form was saved: once it is purged from the journal, it must not be visible here.
  func remove(_ photo: NewPhoto?) {
    guard let photo else { return }
    let digest = Digest(of: photo.jpeg)
    pending.withLock { _ = $0.removeValue(forKey: digest) }
  }

  /// The thumbnail of a stored photo; `nil` if the photo is missing or damaged.
  func thumbnail(of digest: Digest, in access: JournalAccess) async throws -> [UInt8]? {
    try await threads.runIfActive {
      try access.answer { journal in
        try journal.thumbnail(digest) { try? PhotoProcessor().thumbnail(of: $0) }
      }
    }
  }
}

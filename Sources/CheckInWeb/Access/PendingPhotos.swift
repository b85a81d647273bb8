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
  /// Previews that were made, the oldest first. They are few bytes for what it takes to make them.
  private let previews = Mutex((all: OrderedDictionary<String, [UInt8]>(), byteCount: 0))
  private static let previewByteLimit = 48 << 20
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

  /// A smaller picture of a stored photo, whose shorter side has so many pixels; `nil` if the photo is missing, purged
  /// or damaged.
  func preview(of digest: Digest, side: Int, in access: JournalAccess) async throws -> [UInt8]? {
    // One that was purged is not shown from memory.
    guard let jpeg = try await access.run({ try $0.photoBytes(digest) }) else { return nil }
    let name = "\(digest) \(side)"
    if let made = previews.withLock({ $0.all[name] }) { return made }
    let made = try await threads.runIfActive { [self] in
      // While this waited for its turn, another request may have made it.
      previews.withLock { $0.all[name] } ?? (try? PhotoProcessor().preview(of: jpeg, side: side))
    }
    guard let made else { return nil }
    previews.withLock { previews in
      if previews.all.updateValue(made, forKey: name) == nil { previews.byteCount += made.count }
      while previews.byteCount > Self.previewByteLimit, let (_, oldest) = previews.all.elements.first {
        previews.all.removeFirst()
        previews.byteCount -= oldest.count
      }
    }
    return made
  }
}

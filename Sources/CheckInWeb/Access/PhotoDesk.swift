import CheckInJournal
import PhotoProcessing
import Synchronization

/// Makes photos fit to keep, and their thumbnails. What is made is kept in memory, within bounds.
final class PhotoDesk: Sendable {
  /// A photo that was uploaded with a form that has not been saved yet.
  struct Pending: Sendable {
    var photo: Photo
    var jpeg: [UInt8]
    /// Whether the original said where it was taken, or anything else about itself.
    var hadMetadata: Bool
  }

  private struct Kept {
    var thumbnails: [Digest: [UInt8]] = [:]
    var pending: [(digest: Digest, value: Pending)] = []
  }

  private static let thumbnailCount = 2000
  private static let pendingCount = 8

  private let kept = Mutex(Kept())
  /// One: the worker takes one photo at a time.
  private let work = WorkQueue(limit: 1)

  /// Makes a photo fit to keep. It waits until a form is saved with it.
  ///
  /// - Throws: `PhotoError`.
  func process(_ upload: [UInt8]) async throws -> Pending {
    let processed = try await work.run { try PhotoProcessor().process(upload) }
    let digest = Digest(of: processed.jpeg)
    let photo = Photo(
      digest: digest, byteCount: processed.jpeg.count, width: processed.width, height: processed.height)
    let pending = Pending(photo: photo, jpeg: processed.jpeg, hadMetadata: !processed.removed.isEmpty)
    kept.withLock { kept in
      kept.pending.removeAll { $0.digest == digest }
      kept.pending.append((digest, pending))
      if kept.pending.count > Self.pendingCount { kept.pending.removeFirst() }
    }
    keep(processed.thumbnail, of: digest)
    return pending
  }

  /// A photo that waits for its form; `nil` where it has waited too long.
  func pending(_ digest: Digest) -> Pending? {
    kept.withLock { $0.pending.first { $0.digest == digest }?.value }
  }

  /// The thumbnail of a photo; `nil` where the photo is missing or damaged.
  func thumbnail(of digest: Digest, in access: JournalAccess) async throws -> [UInt8]? {
    if let thumbnail = kept.withLock({ $0.thumbnails[digest] }) { return thumbnail }
    guard let jpeg = try await access.run({ try $0.photoBytes(digest) }) else { return nil }
    let thumbnail = try await work.run { try PhotoProcessor().thumbnail(of: jpeg) }
    keep(thumbnail, of: digest)
    return thumbnail
  }

  private func keep(_ thumbnail: [UInt8], of digest: Digest) {
    kept.withLock { kept in
      if kept.thumbnails.count >= Self.thumbnailCount { kept.thumbnails.removeAll() }
      kept.thumbnails[digest] = thumbnail
    }
  }

}

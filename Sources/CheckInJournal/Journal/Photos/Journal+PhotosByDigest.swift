package import EventLog

/// Pages name photos by nothing but their digests.
extension Journal {
  /// The photos that there are files for, whatever is in them. Takes time proportional to their count.
  ///
  /// - Throws: `inputOutput`.
  package func storedPhotos() throws(JournalError) -> Set<Digest> { try photos.digests() }

  /// The bytes of a stored photo; `nil` where they are missing or damaged.
  package func photoBytes(_ digest: Digest) throws(JournalError) -> [UInt8]? { try photos.read(digest) }

  /// The small picture of a stored photo; see ``thumbnails(of:make:)``.
  package func thumbnail(
    _ digest: Digest, make: ([UInt8]) -> [UInt8]?
  ) throws(JournalError) -> [UInt8]? {
    // Thumbnails are known by the digest alone.
    try thumbnails(of: [Photo(digest: digest, byteCount: 0, width: 0, height: 0)], make: make)[digest]
  }
}

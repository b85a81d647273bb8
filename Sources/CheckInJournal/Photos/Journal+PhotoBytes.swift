extension Journal {
  /// The bytes of a stored photo; `nil` where they are missing or damaged.
  package func photoBytes(_ digest: Digest) throws(JournalError) -> [UInt8]? { try photos.read(digest) }

  /// Whether there is a file for a photo, whatever is in it. Takes constant time.
  package func hasPhoto(_ digest: Digest) throws(JournalError) -> Bool { try photos.contains(digest) }
}

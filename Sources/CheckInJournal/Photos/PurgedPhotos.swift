package import EventLog
internal import FoundationEssentials

/// The record of photos whose bytes were erased for ever: one JSON object a line, in `photos/purged.jsonl`.
///
/// A photo is purged, and not missing, where there is no file for it and the record names it with a sequence number
/// that no event which attached it lies behind. So one that was attached again later and is lost then is missing.
package struct PurgedPhotos {
  package static let fileName = "purged.jsonl"

  package struct Record: Codable, Hashable {
    /// SHA-256 of the JPEG, in hexadecimal digits.
    package var sha256: String
    /// RFC 3339.
    var purgedAt: String
    var bytes: Int
    /// The journal's last event at that time.
    package var sequence: UInt64
    /// In a group, the last event of each other device that was known then, by the identity of its journal; `nil` where
    /// that was not noted.
    var others: [String: UInt64]?

    var digest: Digest? { Digest(hexadecimal: sha256) }

    package init(sha256: String, purgedAt: String, bytes: Int, sequence: UInt64, others: [String: UInt64]?) {
      self.sha256 = sha256
      self.purgedAt = purgedAt
      self.bytes = bytes
      self.sequence = sequence
      self.others = others
    }
  }

  let path: String
  let fileSystem: any FileSystem

  package init(path: String, in fileSystem: any FileSystem) {
    self.path = path
    self.fileSystem = fileSystem
  }

  package init(_ directory: LogDirectory) {
    self.init(path: "\(directory.photosPath)/\(Self.fileName)", in: directory.fileSystem)
  }

  /// The latest record of each photo. A line that was cut off was promised to nobody, and is passed over.
  package func records() throws(JournalError) -> [Digest: Record] {
    var records: [Digest: Record] = [:]
    for line in try content().split(separator: UInt8(ascii: "\n")) {
      guard let record = try? JSONDecoder().decode(Record.self, from: Data(line)), let digest = record.digest,
        record.sequence >= records[digest]?.sequence ?? 0
      else { continue }
      records[digest] = record
    }
    return records
  }

  /// Appends the records and makes them durable. What they are about is erased only afterwards.
  package func append(_ records: some Sequence<Record>) throws(JournalError) {
    var bytes: [UInt8] = []
    for record in records {
      var json = JSONWriter()
      json.object { json in
        json["sha256"] = record.sha256
        json["purgedAt"] = record.purgedAt
        json["bytes"] = record.bytes
        json["sequence"] = record.sequence
        guard let others = record.others else { return }
        json.object("others") { json in
          for (replica, sequence) in others.sorted(by: { $0.key < $1.key }) { json[replica] = sequence }
        }
      }
      bytes += json.bytes + [UInt8(ascii: "\n")]
    }
    guard !bytes.isEmpty else { return }
    // A line that was cut off must not swallow the next.
    if let last = try content().last, last != UInt8(ascii: "\n") { bytes.insert(UInt8(ascii: "\n"), at: 0) }
    try withJournalErrors {
      let file = try fileSystem.openIfPresent(path, for: .readingAndWriting) ?? fileSystem.create(path)
      try file.writeAll(bytes.span.bytes, at: try file.size())
      try file.synchronize()
      try fileSystem.synchronizeDirectory(parent(of: path))
    }
  }

  /// Appends what another record says of some photos and this one does not.
  package func take(_ others: [Digest: Record], of digests: some Sequence<Digest>) throws(JournalError) {
    let known = try records()
    try append(
      digests.compactMap { known[$0] == others[$0] ? nil : others[$0] }.sorted { $0.sha256 < $1.sha256 })
  }

  private func content() throws(JournalError) -> [UInt8] {
    try withJournalErrors { try fileSystem.content(of: path) ?? [] }
  }
}

extension [Digest: PurgedPhotos.Record] {
  /// Returns `true` if a photo's bytes were erased after the last event that attached it.
  package func covers(_ digest: Digest, attachedBy sequence: UInt64) -> Bool {
    self[digest].map { $0.sequence >= sequence } ?? false
  }

  /// Returns `true` if a photo's bytes were erased after another device's last event that attached it.
  ///
  /// A device that was unknown at the time of the purge may be a copy of a known one, with all its events. Therefore
  /// events that it recorded before the purge count as covered, too.
  func covers(_ attachment: PhotoUses.Attachment, of replica: UUID) -> Bool {
    guard let record = self[attachment.photo.digest] else { return false }
    if let known = record.others?[replica.uuidString] { return known >= attachment.sequence }
    guard let purgedAt = WrittenTime(record.purgedAt) else { return true }
    let instant = purgedAt.localMilliseconds - Int64(purgedAt.offsetMinutes ?? 0) * 60_000
    return attachment.recordedAtMilliseconds <= instant
  }
}

public import EventLog

public import struct FoundationEssentials.UUID

/// One training session that a person recorded.
///
/// ```swift
/// for checkIn in try journal.checkIns(limit: 10) { print(checkIn.number, checkIn.title) }
/// ```
public struct CheckIn: Hashable, Sendable, Identifiable {
  /// 1 for the first check-in of the journal, 2 for the second, and so on. Short to type, and never reused.
  public var number: Int
  /// Its identity outside the journal.
  public var id: UUID
  /// The type, title, time and all else that the user enters. Each is a property of the check-in, too.
  public var fields: CheckInFields
  /// Its photo; `nil` if it has none.
  public var photo: Photo?
  /// A Boolean value that indicates whether the check-in is discarded.
  ///
  /// A discarded check-in isn't counted anywhere, and can be restored.
  public var isDiscarded: Bool
  /// The sequence number of its latest event.
  public var sequence: UInt64
  /// The qualified ID (`phone/17`), if another device of the group created the check-in.
  ///
  /// `nil` if this journal created it.
  public var name: String?

  /// Creates a check-in with these values, for tests and previews: a journal makes its own.
  public init(
    number: Int, id: UUID, fields: CheckInFields, photo: Photo? = nil, isDiscarded: Bool = false, sequence: UInt64,
    name: String? = nil
  ) {
    self.number = number
    self.id = id
    self.fields = fields
    self.photo = photo
    self.isDiscarded = isDiscarded
    self.sequence = sequence
    self.name = name
  }

  /// The ID that the user sees: `17`, or the qualified ID `phone/17`.
  package var shownNumber: String { name ?? String(number) }

  /// The civil date that the check-in belongs to.
  public var day: CivilDay { fields.time.day }
}

/// A photo that belongs to a check-in: a JPEG, stored under the digest of its bytes.
///
/// ```swift
/// if let photo = try journal.checkIn(17)?.photo, let jpeg = try journal.photoBytes(of: photo) {
///   print(jpeg.count)
/// }
/// ```
public struct Photo: Hashable, Sendable, Codable {
  /// The members of the object that the command shows.
  private enum CodingKeys: String, CodingKey {
    case digest = "sha256"
    case byteCount = "bytes"
    case width, height
  }

  /// SHA-256 of the JPEG.
  public var digest: Digest
  /// Size of the JPEG; less than 2,000,000.
  public var byteCount: Int
  /// Pixels.
  public var width: Int
  /// Pixels.
  public var height: Int

  /// Creates a photo's description from its digest, size and dimensions. Doesn't read the JPEG.
  public init(digest: Digest, byteCount: Int, width: Int, height: Int) {
    self.digest = digest
    self.byteCount = byteCount
    self.width = width
    self.height = height
  }
}

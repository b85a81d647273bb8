public import EventLog
public import FoundationEssentials

/// The state of a log at a point in time, as one line that can be stored elsewhere.
///
/// A later log extends a receipt if the content of the receipt's segment, up to the offset, still has the digest. That
/// segment's header contains the digest of the segment before it, and so proves everything before it. A receipt is
/// evidence only if it is stored out of reach of anyone who can rewrite the journal's directory.
///
/// To check a receipt without this software:
///
/// ```
/// lz4 -dc log/SEGMENT.lz4 | head -c OFFSET | sha256sum
/// ```
public struct Receipt: Hashable, Sendable {
  /// The journal that it is of.
  public var journalID: UUID
  /// The last event that it vouches for.
  public var sequence: UInt64
  /// The first sequence number of the segment, which names its file.
  public var segment: UInt64
  /// Bytes of the segment's decompressed content.
  public var contentOffset: Int
  /// SHA-256 of those bytes.
  public var digest: Digest

  init(journalID: UUID, position: LogPosition, digest: Digest) {
    self.journalID = journalID
    sequence = position.sequence
    segment = position.segment
    contentOffset = position.contentOffset
    self.digest = digest
  }
}

extension Receipt: LosslessStringConvertible {
  /// `checkin-receipt:1:JOURNAL:SEQUENCE:SEGMENT:OFFSET:SHA256`
  public var description: String {
    "checkin-receipt:1:\(journalID.uuidString):\(sequence):\(segment):\(contentOffset):\(digest)"
  }

  public init?(_ description: String) {
    let fields = description.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count == 7, fields[0] == "checkin-receipt", fields[1] == "1",
      let journalID = UUID(uuidString: String(fields[2])), let sequence = UInt64(fields[3]),
      let segment = UInt64(fields[4]), let contentOffset = Int(fields[5]), contentOffset >= 0,
      let digest = Digest(hexadecimal: fields[6])
    else { return nil }
    self.journalID = journalID
    self.sequence = sequence
    self.segment = segment
    self.contentOffset = contentOffset
    self.digest = digest
  }
}

extension Journal {
  /// ``CheckInJournal/Receipt``, where another module has a `Receipt`.
  public typealias Receipt = CheckInMaintenance.Receipt
}

internal import CheckInJournal
internal import EventLog
package import FoundationEssentials

/// The file of a chunk in a folder:
///
/// ```
/// "checkin chunk 1\n" (16) group (16) replica (16) first sequence (8) last sequence (8) token (32) body size (8)
/// body
/// SHA-256 of all of it (32)
/// ```
///
/// Numbers are little-endian. The file says by itself whether it is whole, without the group's key. Of every version it
/// begins with `checkin chunk`, the version and a line end, and ends with the digest: so a file of a newer version is
/// told from one that is damaged.
package enum ChunkFile {
  static let magic = Array("checkin chunk 1\n".utf8)
  private static let anyVersion = Array("checkin chunk ".utf8)
  package static let headerByteCount = 104

  /// The fields at the start of the file.
  package struct Header: Hashable {
    package var group: UUID
    package var replica: UUID
    package var firstSequence: UInt64
    package var head: RemoteHead
    package var bodyByteCount: Int
  }

  /// The reason why a file can't be used.
  package enum Fault: Error {
    /// The file hasn't arrived completely yet.
    case incomplete
    case damaged
    case newerVersion
  }

  package static func bytes(_ chunk: RemoteChunk, of group: UUID) -> [UInt8] {
    var bytes = magic
    bytes += group.bytes + chunk.replica.bytes
    bytes += littleEndian(chunk.firstSequence) + littleEndian(chunk.head.sequence)
    bytes += chunk.head.token.bytes
    bytes += littleEndian(UInt64(chunk.body.count))
    bytes += chunk.body
    return bytes + Digest(of: bytes).bytes
  }

  /// The header that `bytes` begin with.
  package static func header(_ bytes: [UInt8]) throws(Fault) -> Header {
    guard bytes.count >= headerByteCount, bytes.prefix(headerByteCount).contains(where: { $0 != 0 }) else {
      throw .incomplete
    }
    guard bytes.starts(with: magic) else {
      throw bytes.starts(with: anyVersion) ? .newerVersion : .damaged
    }
    let (first, last) = (number(bytes, at: 48), number(bytes, at: 56))
    guard let group = UUID(bytes: bytes[16..<32]), let replica = UUID(bytes: bytes[32..<48]),
      let token = Digest(bytes[64..<96]), first > 0, last >= first, last <= RemoteLimits.sequence,
      let count = Int(exactly: number(bytes, at: 96)), count <= RemoteLimits.chunkByteCount
    else { throw .damaged }
    return Header(
      group: group, replica: replica, firstSequence: first, head: RemoteHead(sequence: last, token: token),
      bodyByteCount: count)
  }

  /// Returns `true` if `bytes` are a complete file of another version.
  ///
  /// If they aren't, the version itself may be the damaged part.
  package static func isWholeOfOtherVersion(_ bytes: [UInt8]) -> Bool {
    let end = bytes.count - Digest.byteCount
    return bytes.starts(with: anyVersion) && !bytes.starts(with: magic) && end > magic.count
      && Digest(of: bytes[..<end]) == Digest(bytes[end...])
  }

  /// The chunk that `bytes` are, all of them.
  package static func chunk(_ bytes: [UInt8]) throws(Fault) -> RemoteChunk {
    let header = try header(bytes)
    let end = headerByteCount + header.bodyByteCount
    guard bytes.count >= end + Digest.byteCount else { throw .incomplete }
    guard bytes.count == end + Digest.byteCount, Digest(of: bytes[..<end]) == Digest(bytes[end...]) else {
      throw .damaged
    }
    return RemoteChunk(
      replica: header.replica, firstSequence: header.firstSequence, head: header.head,
      body: Array(bytes[headerByteCount..<end]))
  }

  private static func littleEndian(_ value: UInt64) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  private static func number(_ bytes: [UInt8], at offset: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << (8 * UInt64($1)) }
  }
}

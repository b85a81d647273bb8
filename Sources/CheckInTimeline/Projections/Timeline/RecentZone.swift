internal import EventLog
internal import Platform

/// The zone of a page that was looked up last. Its name is kept in place, so that no reference is counted for a look at
/// it: that is done for each check-in.
struct RecentZone {
  private static let maximumByteCount = 32

  /// In the page's list.
  let index: Int
  private let count: Int
  private let name: InlineArray<32, UInt8>

  /// - Parameter name: of a zone. The empty one, and one that is too long to be kept, is never found again.
  init(index: Int, name: [UInt8]) {
    self.index = index
    let isKept = name.count <= Self.maximumByteCount
    count = isKept ? name.count : 0
    self.name = InlineArray { isKept && $0 < name.count ? name[$0] : 0 }
  }

  /// Returns `true` if this is the zone with the name in a byte range.
  @inline(__always)
  func isNamed(_ place: ByteRange, in bytes: RawSpan) -> Bool {
    guard place.count == count, count > 0 else { return false }
    return bytes.extracting(place.start..<place.end).withUnsafeBytes { bytes in
      withUnsafeBytes(of: name) { name in
        guard let bytes = bytes.baseAddress, let name = name.baseAddress else { return false }
        return memcmp(bytes, name, count) == 0
      }
    }
  }
}

/// Bytes of a write that was cut off, after everything that was acknowledged.
package struct TornTail: Hashable, Sendable {
  package var segment: UInt64
  package var offset: Int
  package var byteCount: Int

  package init(segment: UInt64, offset: Int, byteCount: Int) {
    self.segment = segment
    self.offset = offset
    self.byteCount = byteCount
  }
}

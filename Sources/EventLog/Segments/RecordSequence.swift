extension WireReader {
  /// The sequence number of the record in `range` of `bytes`: 0 if it has none.
  ///
  /// Every writer puts it first. A record that has it elsewhere is read to its end.
  @inline(__always)
  package static func sequence(of range: ByteRange, in bytes: RawSpan) throws(WireError) -> UInt64 {
    var reader = WireReader(range)
    if !range.isEmpty, try reader.tag(in: bytes) == .varint(RecordField.sequence) {
      return try reader.varint(in: bytes)
    }
    return try searchSequence(of: range, in: bytes)
  }

  /// Returns the error that prevents reading the record's fields; `nil` if they can be read.
  static func fault(in range: ByteRange, in bytes: RawSpan) -> WireError? {
    do throws(WireError) {
      var reader = WireReader(range)
      while !reader.isAtEnd { try reader.skip(try reader.tag(in: bytes).type, in: bytes) }
      return nil
    } catch {
      return error
    }
  }

  private static func searchSequence(of range: ByteRange, in bytes: RawSpan) throws(WireError) -> UInt64 {
    var reader = WireReader(range)
    var sequence: UInt64 = 0
    while !reader.isAtEnd {
      let tag = try reader.tag(in: bytes)
      switch tag {
      case .varint(RecordField.sequence): sequence = try reader.varint(in: bytes)
      case _ where tag.field == RecordField.sequence: throw .unexpectedWireType
      default: try reader.skip(tag.type, in: bytes)
      }
    }
    return sequence
  }
}

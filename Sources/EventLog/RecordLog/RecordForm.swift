/// The requirements for the bytes of a record.
enum RecordForm {
  /// The most that a record takes besides its message: tag, length and the field of the sequence number.
  static let overheadByteCount = 1 + 10 + 1 + 10

  /// Checks that a record of the log is a Protocol Buffers message.
  static let check: RecordCheck = { bytes, range in
    do throws(WireError) {
      var reader = WireReader(range)
      while !reader.isAtEnd { try reader.skip(try reader.tag(in: bytes).type, in: bytes) }
      return .understood
    } catch {
      return .malformed(reason: error.reason)
    }
  }

  /// - Throws: `invalidValue` if the bytes are no message, or one with a field 1.
  static func requireAppendable(_ record: [UInt8], at index: Int) throws(LogError) {
    let hasSequence: Bool
    do throws(WireError) {
      hasSequence = try hasField(RecordField.sequence, in: record.span.bytes)
    } catch {
      throw LogError(
        .invalidValue,
        "Record \(index + 1) of an append is not a Protocol Buffers message: \(error.reason). Nothing was saved.")
    }
    guard !hasSequence else {
      throw LogError(
        .invalidValue,
        "Record \(index + 1) of an append has a field 1, where the log writes the sequence number. Nothing was saved; "
          + "leave that field unset.")
    }
  }

  /// Reads the whole message, whatever it finds.
  private static func hasField(_ field: UInt64, in bytes: RawSpan) throws(WireError) -> Bool {
    var reader = WireReader(start: 0, end: bytes.byteCount)
    var isFound = false
    while !reader.isAtEnd {
      let tag = try reader.tag(in: bytes)
      isFound = isFound || tag.field == field
      try reader.skip(tag.type, in: bytes)
    }
    return isFound
  }

  /// The content of the frame that holds the records, numbered.
  ///
  /// - Throws: `invalidValue` if they are too long together.
  static func content(of records: [[UInt8]], after last: UInt64) throws(LogError) -> RecordBatch {
    var writer = WireWriter()
    var sequence = last
    var places: [ByteRange] = []
    for record in records {
      sequence += 1
      // Checked before memory is taken for it.
      guard writer.count + record.count + overheadByteCount <= RecordLog.appendByteLimit else {
        throw LogError(
          .invalidValue,
          "The records of an append (\(records.count)) are longer than \(RecordLog.appendByteLimit) bytes together. "
            + "Nothing was saved; append them in several steps.")
      }
      places.append(
        writer.message(field: LogField.record) { writer in
          writer.presentUnsigned(sequence, field: RecordField.sequence)
          writer.fields(record)
        })
    }
    return RecordBatch(content: writer.bytes, records: places, firstSequence: last + 1)
  }
}

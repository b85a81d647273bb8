/// The numbers by which a log is recognised and read, whatever its records mean.
package enum LogFormat {
  /// The version that segment headers carry.
  package static let version: UInt64 = 1
}

/// The field numbers of a segment's content, which is one Protocol Buffers message.
package enum LogField {
  /// A record: a message whose own first field is its sequence number.
  package static let record: UInt64 = 1
  /// A segment's header.
  package static let segment: UInt64 = 2
}

/// The field numbers of a segment's header.
enum SegmentHeaderField {
  static let journalID: UInt64 = 1
  static let firstSequence: UInt64 = 2
  static let previousDigest: UInt64 = 3
  static let formatVersion: UInt64 = 4
}

/// The field numbers that every record has, whoever defines the rest.
enum RecordField {
  static let sequence: UInt64 = 1
}

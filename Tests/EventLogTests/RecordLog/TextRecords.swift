import EventLog
import TestSupport
import Testing

/// A record with a text in its field 2.
func record(_ text: String) -> [UInt8] {
  var writer = WireWriter()
  writer.text(text, field: 2)
  return writer.bytes
}

extension LogRecord {
  /// The text of a record that ``record(_:)`` made.
  var text: String {
    get throws {
      let fields = try fields()
      #expect(fields.first?.number == 1 && fields.first?.unsigned == sequence)
      return try #require(fields.last?.text)
    }
  }
}

extension RecordLog {
  convenience init(
    at path: String, on fileSystem: SimulatedFileSystem, segmentByteLimit: Int = 64 << 20,
    lockTimeoutSeconds: Double = 60
  ) throws {
    var configuration = Configuration(segmentByteLimit: segmentByteLimit, lockTimeoutSeconds: lockTimeoutSeconds)
    configuration.fileSystem = fileSystem
    try self.init(at: path, configuration: configuration)
  }

  /// The texts of all records after one, whose numbers follow each other.
  func texts(after sequence: UInt64 = 0) throws -> [String] {
    let batches = try batches(after: sequence)
    var texts: [String] = []
    while let batch = try batches.next() {
      for record in batch {
        #expect(record.sequence == sequence + UInt64(texts.count) + 1)
        texts.append(try record.text)
      }
    }
    return texts
  }
}

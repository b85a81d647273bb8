internal import EventLog
internal import FoundationEssentials

/// The state that a backup keeps between runs, in `backup.json` next to its log.
///
/// It describes the copy as it was last verified, so the next run doesn't need to read all of it again.
///
/// Nothing else relies on it. If it is missing, can't be read or doesn't match the copy, everything is read.
struct BackupRecord: Codable, Equatable {
  static let fileName = "backup.json"

  struct Place: Codable, Equatable {
    var sequence: UInt64
    var segment: UInt64
    var fileOffset: Int
    var contentOffset: Int

    init(_ position: LogPosition) {
      sequence = position.sequence
      segment = position.segment
      fileOffset = position.fileOffset
      contentOffset = position.contentOffset
    }

    var position: LogPosition {
      LogPosition(sequence: sequence, segment: segment, fileOffset: fileOffset, contentOffset: contentOffset)
    }

    fileprivate var isPossible: Bool {
      segment > 0 && sequence >= segment - 1 && sequence < UInt64(Int.max) && fileOffset >= 0 && contentOffset >= 0
    }
  }

  struct Segment: Codable, Equatable {
    var firstSequence: UInt64
    var fileBytes: Int
    var contentBytes: Int
    /// Of the content.
    var sha256: String

    init(firstSequence: UInt64, extent: SegmentExtent) {
      self.firstSequence = firstSequence
      fileBytes = extent.fileByteCount
      contentBytes = extent.contentByteCount
      sha256 = extent.digest.hexadecimal
    }

    var extent: SegmentExtent? {
      guard fileBytes >= 0, contentBytes >= 0 else { return nil }
      return Digest(hexadecimal: sha256).map {
        SegmentExtent(contentByteCount: contentBytes, fileByteCount: fileBytes, digest: $0)
      }
    }
  }

  struct MissingPhoto: Codable, Equatable {
    var sha256: String
    /// The last event that attached it.
    var lastSequence: UInt64
  }

  var journalID: UUID
  /// The end of the copy's log, as its HEAD says.
  var end: Place
  /// Every segment of the copy, ascending.
  var segments: [Segment]
  /// Photos that the log names and the copy has.
  var photoCount: Int
  /// Files in the copy's store.
  var photoFileCount: Int
  /// Photos that the log names, that nobody purged, and that the copy lacks.
  var missingPhotos: [MissingPhoto]
  /// The positions at which the next run continues to read the copy, and the source journal.
  var scrubPlace = Place(.start)
  var sourceScrubPlace = Place(.start)
  /// The photo, in hexadecimal digits, after which the next ones are read.
  var scrubPhoto = ""

  /// The record in a backup's directory; `nil` where there is none that can be read.
  ///
  /// - Throws: `inputOutput`.
  static func read(_ target: LogDirectory) throws(FileError) -> BackupRecord? {
    let content = try target.fileSystem.content(of: path(target)) ?? []
    let lines = content.split(separator: UInt8(ascii: "\n"))
    guard lines.count == 2, Array(lines[1]) == seal(Array(lines[0])),
      let record = try? JSONDecoder().decode(BackupRecord.self, from: Data(lines[0])), record.end.isPossible,
      record.scrubPlace.isPossible, record.sourceScrubPlace.isPossible
    else { return nil }
    return record
  }

  /// Puts the record in the place of another one.
  ///
  /// - Throws: `inputOutput`.
  func write(_ target: LogDirectory) throws(FileError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard try BackupRecord.read(target) != self, let line = try? encoder.encode(self) else { return }
    let content = Array(line) + [UInt8(ascii: "\n")] + Self.seal(Array(line)) + [UInt8(ascii: "\n")]
    try target.fileSystem.writeAtomically(content.span.bytes, to: Self.path(target))
  }

  private static func path(_ target: LogDirectory) -> String { "\(target.path)/\(fileName)" }

  private static func seal(_ line: [UInt8]) -> [UInt8] { Array(Digest(of: line).hexadecimal.utf8) }
}

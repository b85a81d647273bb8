/// Reads everything of a log that can be read, past every damage, and says what is missing.
package struct DamageSurvey {
  /// Bytes that are no frame, with what is known of the events that stood in them.
  package struct Gap: Hashable {
    package var segment: UInt64
    package var offset: Int
    /// 0 where nothing unreadable stands there, but events are missing.
    package var byteCount: Int
    /// The events that are missing there; `nil` behind the last one that can be read, where HEAD alone may know.
    package var missing: ClosedRange<UInt64>?
  }

  package private(set) var gaps: [Gap] = []
  /// The sequence numbers that can be read, in runs.
  package private(set) var readable: [ClosedRange<UInt64>] = []
  /// Whole records that are neither events nor segment headers.
  package private(set) var otherRecordCount = 0

  /// - Parameters:
  ///   - lastSequence: of the last acknowledged event, where HEAD tells.
  ///   - visit: gets every record, ascending, and says whether it can be read.
  package init(
    _ directory: LogDirectory, lastSequence: UInt64?, visit: Visit
  ) throws {
    var last: UInt64 = 0
    for segment in try directory.segments() {
      if segment - 1 > last { addMissing(last + 1...segment - 1, segment: segment, offset: 0, byteCount: 0) }
      last = max(last, segment - 1)
      try survey(segment, in: directory, &last, visit)
    }
    if let lastSequence, lastSequence > last, let segment = try directory.segments().last {
      let offset = try directory.open(segment: segment).size()
      addMissing(last + 1...lastSequence, segment: segment, offset: offset, byteCount: 0)
    }
  }

  package typealias Visit = (_ record: ByteRange, _ bytes: RawSpan, _ sequence: UInt64) throws -> Bool

  private mutating func survey(
    _ segment: UInt64, in directory: LogDirectory, _ last: inout UInt64,
    _ visit: Visit
  ) throws {
    let file = try directory.open(segment: segment)
    var start = 0
    while true {
      let reader = try SegmentReader(file, from: start)
      var stop: SegmentReader.Stop?
      while stop == nil {
        let batch = try reader.next()
        stop = batch.stop
        for frame in batch.frames {
          try survey(frame, in: batch.content.span.bytes, segment: segment, &last, visit)
        }
      }
      guard case .invalid(let offset, _) = stop else { return }
      let next = try FrameSearch.nextFrame(in: file, after: offset, holdingRecordsAfter: last)
      gaps.append(Gap(segment: segment, offset: offset, byteCount: (try next ?? file.size()) - offset, missing: nil))
      guard let next else { return }
      start = next
    }
  }

  /// Visits the events of a whole frame, as far as they can be read and come after those before.
  private mutating func survey(
    _ frame: FrameBatch.Frame, in bytes: RawSpan, segment: UInt64, _ last: inout UInt64,
    _ visit: Visit
  ) throws {
    var reader = WireReader(frame.content)
    while !reader.isAtEnd {
      guard let tag = try? reader.tag(in: bytes), tag.type == .bytes, let record = try? reader.byteRange(in: bytes)
      else {
        gaps.append(Gap(segment: segment, offset: frame.fileOffset, byteCount: frame.byteCount, missing: nil))
        return
      }
      if tag.field != LogField.record, tag.field != LogField.segment { otherRecordCount += 1 }
      guard tag.field == LogField.record, let sequence = try? WireReader.sequence(of: record, in: bytes),
        sequence > last, try visit(record, bytes, sequence)
      else { continue }
      if sequence - 1 > last {
        addMissing(last + 1...sequence - 1, segment: segment, offset: frame.fileOffset, byteCount: 0)
      }
      if let run = readable.last, run.upperBound == sequence - 1 {
        readable[readable.count - 1] = run.lowerBound...sequence
      } else {
        readable.append(sequence...sequence)
      }
      last = sequence
    }
  }

  /// Says of the gap before which events it took, or adds one without bytes.
  private mutating func addMissing(_ missing: ClosedRange<UInt64>, segment: UInt64, offset: Int, byteCount: Int) {
    if let gap = gaps.last, gap.missing == nil, gap.segment <= segment {
      gaps[gaps.count - 1].missing = missing
    } else {
      gaps.append(Gap(segment: segment, offset: offset, byteCount: byteCount, missing: missing))
    }
  }
}

extension DamageSurvey {
  /// The damaged parts and the readable events, as readable text.
  package var sentences: [String] {
    var sentences = gaps.map { gap in
      let name = LogDirectory.segmentName(gap.segment)
      let place =
        gap.byteCount > 0
        ? "Segment \(name): \(gap.byteCount) \(gap.byteCount == 1 ? "byte" : "bytes") from byte \(gap.offset) "
          + "cannot be read"
        : "Segment \(name), byte \(gap.offset): events are missing"
      return place + (gap.missing.map { "; with them, \(Self.words(for: $0))" } ?? "") + "."
    }
    if !readable.isEmpty {
      sentences.append("Readable: \(readable.map { Self.words(for: $0) }.joined(separator: ", ")).")
    }
    return sentences
  }

  private static func words(for range: ClosedRange<UInt64>) -> String {
    range.lowerBound == range.upperBound
      ? "event \(range.lowerBound)" : "events \(range.lowerBound) to \(range.upperBound)"
  }
}

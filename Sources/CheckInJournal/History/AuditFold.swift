internal import EventLog
internal import Synchronization

extension Journal {
  /// Writes every event from number `from` to number `to`, ascending, as what it changed, a line each.
  ///
  /// Reads the log from the beginning up to `to`, since what an event changed can only be told from what was before it,
  /// unless the events are few and the index has them. The lines of a part of the log are made on whichever thread
  /// reads it. Memory is taken for the lines of a few such parts, and for the check-ins.
  ///
  /// - Parameter body: gets the lines, in pieces that end anywhere; on any thread, one at a time.
  /// - Returns: how many lines there were of this journal's own events.
  /// - Throws: what `body` throws; `inputOutput`; `damaged`, after the lines before the damage were written.
  package func writeAudit(
    from: UInt64 = 1, to: UInt64 = .max, as form: AuditForm, progress: Progress? = nil,
    _ body: (RawSpan) throws -> Void
  ) throws -> UInt64 {
    let (end, journalID, sequence) = state.withLock { ($0.position, $0.journalID, $0.shownSequence) }
    let last = min(sequence, to)
    guard from <= last || from <= to && showsPeers else { return 0 }
    let output = OutputBytes(capacity: 1024)
    func write(_ entry: AuditEntry) throws {
      output.removeAll()
      entry.write(form, to: output)
      output.literal("\n")
      try output.withBytes(0..<output.count, perform: body)
    }
    var lineCount: UInt64 = 0
    let isMerged = try emitMerged(AuditSelection(sequences: max(from, 1)...max(to, 1))) { entry in
      try write(entry)
      if ReplicaSequence(entry.event.sequence) == nil { lineCount += 1 }
    }
    if isMerged { return lineCount }
    guard from <= last else { return 0 }
    if last > 0, let entries = indexedEntries(AuditSelection(sequences: max(from, 1)...last)) {
      for entry in entries { try write(entry) }
      return UInt64(entries.count)
    }
    var fold = AuditFold(sequences: from...last, form: form, progress: progress)
    var reader = try EventReader(directory, journalID: journalID, limit: end)
    try fold.fold(&reader, into: body)
    if let error = reader.failure { throw error }
    return fold.lineCount
  }
}

/// Folds the log as ``TimelineFold`` does, and writes its events as lines.
///
/// The line of an event that concerns a check-in of its own chunk is written while the chunk is folded. One that
/// concerns an earlier check-in leaves a gap, which is filled when the chunk is merged.
struct AuditFold {
  let sequences: ClosedRange<UInt64>
  let form: AuditForm
  let progress: Journal.Progress?
  private(set) var lineCount: UInt64 = 0
  private var timeline = Timeline()
  private let outputs = OutputPool()

  init(sequences: ClosedRange<UInt64>, form: AuditForm, progress: Journal.Progress?) {
    self.sequences = sequences
    self.form = form
    self.progress = progress
  }

  /// - Throws: what `body` throws; `inputOutput`. Damage is no error: the reader's scan then says where the log ends.
  mutating func fold(_ reader: inout EventReader, into body: (RawSpan) throws -> Void) throws {
    let (sequences, form, outputs) = (sequences, form, outputs)
    var thrown: (any Error)?
    try reader.forEachBatch { batch in
      AuditChunk(
        batch.records(after: 0, upTo: sequences.upperBound), sequences: sequences, form: form, output: outputs.take())
    } _: { reader, batch, isCut, chunk in
      let output = chunk.output
      let pieces = try merge(chunk, of: batch, isCut: isCut, &reader)
      // What the body throws is not the log's fault.
      do { for piece in pieces { try piece.output.withBytes(piece.range, perform: body) } } catch { thrown = error }
      outputs.give(output)
      return thrown == nil && timeline.directory.sequence < sequences.upperBound
    }
    if let thrown { throw thrown }
  }

  /// Lines that are to be written one after the other.
  private struct Piece {
    let output: OutputBytes
    let range: Range<Int>
  }

  /// Brings the timeline up to the end of a batch, or to what cannot be applied, and returns the lines up to there.
  private mutating func merge(
    _ chunk: AuditChunk, of batch: RecordBatch, isCut: Bool, _ reader: inout EventReader
  ) throws(JournalError) -> [Piece] {
    let new = batch.records(after: timeline.directory.sequence, upTo: sequences.upperBound)
    guard !new.records.isEmpty else { return [] }
    do throws(JournalError) {
      if !isCut, let pieces = try mergeAtOnce(chunk) {
        lineCount += chunk.lineCount
        report(new)
        return pieces
      }
    } catch {
      try reader.stop(atEvent: timeline.directory.sequence + 1, of: batch, error)
      return []
    }
    return try mergeEach(new, of: batch, &reader)
  }

  private func report(_ batch: RecordBatch) {
    progress?(Int(batch.lastSequence), Int(sequences.upperBound))
  }

  /// Merges the chunk as a whole; `nil` if that is not possible.
  private mutating func mergeAtOnce(_ chunk: AuditChunk) throws(JournalError) -> [Piece]? {
    let filled = OutputBytes(capacity: 512 * chunk.gaps.count)
    var pieces: [Piece] = []
    var gaps = chunk.gaps[...]
    var offset = 0
    var writer = AuditLineWriter(form, to: filled)
    guard let partial = chunk.takePartial() else { return nil }
    let isMerged = try timeline.merge(partial) { index, event, bytes, timeline in
      guard let gap = gaps.first, gap.patch == index else { return }
      gaps.removeFirst()
      let start = filled.count
      writer.line(event, in: bytes, before: &timeline)
      filled.literal("\n")
      if gap.offset > offset { pieces.append(Piece(output: chunk.output, range: offset..<gap.offset)) }
      pieces.append(Piece(output: filled, range: start..<filled.count))
      offset = gap.offset
    }
    guard isMerged else { return nil }
    pieces.append(Piece(output: chunk.output, range: offset..<chunk.output.count))
    return pieces
  }

  /// Merges the events one by one, up to one that cannot be applied.
  private mutating func mergeEach(
    _ new: RecordBatch, of batch: RecordBatch, _ reader: inout EventReader
  ) throws(JournalError) -> [Piece] {
    let lines = OutputBytes()
    var lastLine: (sequence: UInt64, offset: Int) = (0, 0)
    var count: UInt64 = 0
    do throws(JournalError) {
      var notUnderstood = 0
      let (form, sequences) = (form, sequences)
      try timeline.applyEach(new, notUnderstood: &notUnderstood) { event, bytes, timeline in
        guard sequences.contains(event.sequence) else { return }
        lastLine = (event.sequence, lines.count)
        count += 1
        var writer = AuditLineWriter(form, to: lines)
        writer.line(event, in: bytes, before: &timeline)
        lines.literal("\n")
      }
      report(new)
    } catch {
      // The event that cannot be applied has its line already.
      if lastLine.sequence > timeline.directory.sequence {
        lines.removeAll(from: lastLine.offset)
        count -= 1
      }
      try reader.stop(atEvent: timeline.directory.sequence + 1, of: batch, error)
    }
    lineCount += count
    return [Piece(output: lines, range: 0..<lines.count)]
  }
}

/// The audit lines of one chunk of the log.
private final class AuditChunk {
  private var partial: PartialTimeline?
  /// The lines, without those of ``gaps``.
  let output: OutputBytes
  let gaps: [Gap]
  /// With those of the gaps.
  let lineCount: UInt64

  /// The place of a line that can be written only by who knows the timeline before the chunk.
  struct Gap {
    var offset: Int
    /// The event's index in ``PartialTimeline/patches``.
    var patch: Int
  }

  init(_ batch: RecordBatch, sequences: ClosedRange<UInt64>, form: AuditForm, output: OutputBytes) {
    var gaps: [Gap] = []
    var count: UInt64 = 0
    var writer = AuditLineWriter(form, to: output)
    partial = PartialTimeline(folding: batch) { event, bytes, patch, created in
      guard sequences.contains(event.sequence) else { return }
      count &+= 1
      if let patch, event.kind.changesFields {
        gaps.append(Gap(offset: output.count, patch: patch))
      } else {
        writer.line(event, in: bytes, before: &created)
        output.literal("\n")
      }
    }
    self.gaps = gaps
    self.output = output
    lineCount = count
  }

  /// Gives away what the chunk makes of the timeline, which then can become part of it without being copied.
  func takePartial() -> PartialTimeline? { partial.take() }
}

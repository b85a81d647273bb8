internal import CheckInJournal
internal import EventLog

/// The lines of an input that are not blank.
struct LineReader: ~Copyable {
  /// The line that was read last, from 1; blank lines count.
  private(set) var rowNumber = 0

  private var input: InputFile

  init(_ input: consuming InputFile) { self.input = input }

  /// The name of the input in messages.
  var name: String { input.name }

  /// The next line that is not blank, without its end; `nil` at the end.
  ///
  /// - Throws: `JournalError` with `.refusedInput` for a line that is too long, `.inputOutput`.
  mutating func next() throws(JournalError) -> [UInt8]? {
    while let line = try nextLine() {
      rowNumber += 1
      if line.contains(where: { $0 > 0x20 }) { return line }
    }
    return nil
  }

  /// The lines that follow, as many as one reading of the input brought, blank ones included; `nil` at the end.
  ///
  /// - Throws: as ``next()``.
  mutating func nextBlock() throws(JournalError) -> Block? {
    while true {
      let length = input.withWindow { window in window.indices.last { window[$0] == UInt8(ascii: "\n") } }
      if length == nil, !input.isAtEnd {
        try input.fillToDouble(forRow: rowNumber + 1)
        continue
      }
      let count = length.map { $0 + 1 } ?? input.available
      guard count > 0 else { return nil }
      let bytes = takeLine(count, thenSkip: 0)
      let block = Block(bytes: bytes, firstRow: rowNumber + 1)
      rowNumber += Self.lineEndCount(in: bytes.span.bytes) + (length == nil ? 1 : 0)
      if input.available == 0 { try input.fill() }
      return block
    }
  }

  /// Consecutive lines.
  struct Block: Sendable {
    let bytes: [UInt8]
    /// The number of the first line.
    let firstRow: Int

    /// Calls `body` with each line that is not blank, without its end, and with its number.
    func forEachLine(_ body: (_ line: ByteRange, _ row: Int) -> Void) {
      let span = bytes.span.bytes
      var (start, row) = (0, firstRow)
      while start < bytes.count {
        let end = span.firstOffset(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
        if bytes[start..<end].contains(where: { $0 > 0x20 }) { body(ByteRange(start: start, end: end), row) }
        start = end + 1
        row += 1
      }
    }
  }

  private static func lineEndCount(in bytes: RawSpan) -> Int {
    var (count, offset) = (0, 0)
    while let end = bytes.firstOffset(of: UInt8(ascii: "\n"), from: offset) {
      count += 1
      offset = end + 1
    }
    return count
  }

  private mutating func nextLine() throws(JournalError) -> [UInt8]? {
    var scanned = 0
    while true {
      let length = input.withWindow { window -> Int? in
        while scanned < window.count {
          if window[scanned] == UInt8(ascii: "\n") { return scanned }
          scanned += 1
        }
        return nil
      }
      if let length { return takeLine(length, thenSkip: 1) }
      if input.isAtEnd { return input.available == 0 ? nil : takeLine(input.available, thenSkip: 0) }
      try input.fillToDouble(forRow: rowNumber + 1)
    }
  }

  private mutating func takeLine(_ length: Int, thenSkip skipped: Int) -> [UInt8] {
    let line = input.withWindow { window in window.extracting(..<length).withUnsafeBufferPointer { Array($0) } }
    input.consume(length + skipped)
    return line
  }
}

internal import CheckInJournal

/// The lines of an input that are not blank.
struct LineReader: ~Copyable {
  /// The line that was read last, from 1; blank lines count.
  private(set) var rowNumber = 0

  private var input: InputFile

  init(_ input: consuming InputFile) { self.input = input }

  /// What people are told the input is.
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

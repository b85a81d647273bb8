package import CheckInJournal
internal import EventLog
internal import Platform

/// A window onto a file or standard input, which moves forward only. The descriptor is closed with the value.
///
/// Text in UTF-16 with a byte order mark, and XML in the encoding that it declares, is in the window as UTF-8. Indices
/// count from the window's start. The window grows while something unfinished is in it, and is otherwise one chunk.
struct InputFile: ~Copyable {
  /// The name of the input in messages.
  let name: String
  /// `true` if the window contains the rest of the input.
  private(set) var isAtEnd = false
  /// The character between the fields of a table, if the text's first line declares it: `sep=;`.
  ///
  /// Spreadsheets show no row for such a line, and it is not in the window.
  private(set) var declaredDelimiter: UInt8?

  /// The longest row or line, in bytes. Every field of a check-in fits several times over, and a quote that is never
  /// closed is found before it has swallowed a large file.
  let rowByteLimit: Int
  /// A format is known by so many bytes at most.
  private static let beginningByteCount = 64
  /// The maximum length of an XML declaration, in bytes.
  private static let declarationByteLimit = 1024
  /// Bytes that one `read` asks for.
  private let chunkByteCount: Int
  private let descriptor: CInt
  private let ownsDescriptor: Bool
  private var memory: UnsafeMutableBufferPointer<UInt8>
  private var start = 0
  private var end = 0
  /// The number of bytes read from the input.
  private var readByteCount = 0
  private var encoding = Encoding.unchecked
  /// The first bytes of a character whose other bytes have not been read yet.
  private var partialCharacter: [UInt8] = []

  /// The encoding of the input's bytes.
  private enum Encoding {
    /// Bytes of any kind, which are in the window unchanged.
    case unchecked
    case utf8
    case utf16(UTF16Decoder, isBigEndian: Bool)
    case singleByte(SingleByteEncoding)
  }

  /// Opens a file, or takes standard input for `-`, and reads the first chunk.
  ///
  /// - Parameters:
  ///   - acceptsAnyBytes: whether the input is something else than text.
  ///   - name: what people are told the input is, where that is not its path.
  /// - Throws: `JournalError` with `.notFound` if there is no such file, or it is a directory, a pipe or a device,
  ///   `.inputOutput` where it cannot be read, `.refusedInput` as ``beginText()``.
  static func open(
    _ path: String, chunkByteCount: Int = 1 << 20, rowByteLimit: Int = 16 << 20, acceptsAnyBytes: Bool = false,
    name: String? = nil
  ) throws(JournalError) -> InputFile {
    let isStandardInput = path == "-"
    let descriptor = isStandardInput ? STDIN_FILENO : try openForReading(path)
    var input = InputFile(
      name: name ?? (isStandardInput ? "standard input" : path), rowByteLimit: rowByteLimit,
      chunkByteCount: chunkByteCount,
      descriptor: descriptor, ownsDescriptor: !isStandardInput)
    try input.fill()
    if !acceptsAnyBytes { try input.beginText() }
    return input
  }

  /// Makes the window begin with the first text of an input that was opened for any bytes.
  ///
  /// - Throws: `JournalError` with `.refusedInput` where it is UTF-32, or UTF-16 without a byte order mark or with
  ///   half a pair of surrogates, or XML whose bytes are not in the encoding that it declares; `.inputOutput`.
  mutating func beginText() throws(JournalError) {
    let hasUTF8Mark = try skipByteOrderMark()
    // What the input is goes by its beginning, however small the pieces in which a pipe brings it.
    while available < Self.beginningByteCount || firstVisibleByte == nil, !isAtEnd, available < rowByteLimit {
      try fill()
    }
    if let name = try declaredEncoding() {
      try setDeclaredEncoding(name, hasUTF8Mark: hasUTF8Mark)
    } else if firstVisibleByte == UInt8(ascii: "<") {
      try requireUTF8()
    }
    takeDelimiterLine()
  }

  /// Rejects bytes that are not UTF-8 from here on, unless the text's encoding is another one.
  ///
  /// - Throws: `JournalError` with `.refusedInput` for such a byte in the window. ``fill()`` throws it for later ones.
  mutating func requireUTF8() throws(JournalError) {
    guard case .unchecked = encoding else { return }
    encoding = .utf8
    try decode(last: available)
  }

  /// Moves the window behind a first line such as `sep=;`, with or without quotes around it.
  private mutating func takeDelimiterLine() {
    let line = memory[start..<end].prefix(16).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    let quote = UInt8(ascii: "\"")
    let isQuoted = line.first == quote && line.last == quote
    let text = isQuoted ? line.dropFirst().dropLast() : line
    guard text.count == 5, let delimiter = text.last, delimiter < 0x80, delimiter != quote,
      !Character(UnicodeScalar(delimiter)).isLetter, !Character(UnicodeScalar(delimiter)).isNumber,
      String(decoding: text.dropLast(), as: UTF8.self).lowercased() == "sep="
    else { return }
    let rest = memory[start..<end].dropFirst(line.count)
    let isCRLF = rest.starts(with: [UInt8(ascii: "\r"), UInt8(ascii: "\n")])
    consume(line.count + (isCRLF ? 2 : min(1, rest.count)))
    declaredDelimiter = delimiter
  }

  /// Returns `true` if the first `byteCount` bytes of the window contain the text.
  func contains(_ text: StaticString, within byteCount: Int) -> Bool {
    let wanted = text.withUTF8Buffer { Array($0) }
    let count = min(byteCount, available) - wanted.count
    guard count >= 0 else { return false }
    return (0...count).contains { offset in
      self[offset] == wanted[0] && wanted.indices.allSatisfy { self[offset + $0] == wanted[$0] }
    }
  }

  private init(name: String, rowByteLimit: Int, chunkByteCount: Int, descriptor: CInt, ownsDescriptor: Bool) {
    self.name = name
    self.rowByteLimit = rowByteLimit
    self.chunkByteCount = chunkByteCount
    self.descriptor = descriptor
    self.ownsDescriptor = ownsDescriptor
    self.memory = .allocate(capacity: chunkByteCount)
  }

  deinit {
    memory.deallocate()
    if ownsDescriptor { Platform.close(descriptor) }
  }

  /// Bytes in the window.
  var available: Int { end - start }

  /// A byte of the window.
  subscript(index: Int) -> UInt8 { memory[start..<end][start + index] }

  /// The first byte of the window that is no white space; `nil` where there is none.
  var firstVisibleByte: UInt8? { memory[start..<end].first { $0 > 0x20 } }

  /// Returns `true` if the window starts with these bytes.
  func starts(with bytes: [UInt8]) -> Bool { memory[start..<end].starts(with: bytes) }

  /// Calls `body` with the window.
  func withWindow<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(rebasing: memory[start..<end]).span)
  }

  /// Moves the window's start forward.
  mutating func consume(_ count: Int) { start += count }

  /// Reads once more behind the window's end, which may move the window in memory.
  mutating func fill() throws(JournalError) {
    guard !isAtEnd else { return }
    makeRoom(for: partialCharacter.count + chunkByteCount)
    let start = memory[end...].update(fromContentsOf: partialCharacter)
    let destination = memory.baseAddress.map { $0 + start }
    let count = retryingInterrupts { Platform.read(descriptor, destination, chunkByteCount) }
    guard count >= 0 else { throw fileError(errno, doing: "read", to: name) }
    isAtEnd = count == 0
    readByteCount += count
    let newCount = partialCharacter.count + count
    partialCharacter = []
    end += newCount
    try decode(last: newCount)
  }

  /// Returns the bytes from the window's start to the input's end, or `nil` if there are more than `limit`.
  mutating func rest(atMost limit: Int) throws(JournalError) -> [UInt8]? {
    while !isAtEnd, available <= limit { try fill() }
    guard available <= limit else { return nil }
    return withWindow { window in window.withUnsafeBufferPointer { Array($0) } }
  }

  /// Puts UTF-8 in the place of the window's last bytes, or checks that they are.
  private mutating func decode(last count: Int) throws(JournalError) {
    var text: [UInt8] = []
    switch encoding {
    case .unchecked: return
    case .utf8: return try checkUTF8(last: count)
    case .utf16(var decoder, let isBigEndian):
      text.reserveCapacity(count + count / 2)
      try decoder.decode(memory[(end - count)..<end], into: &text)
      if isAtEnd { try decoder.finish() }
      encoding = .utf16(decoder, isBigEndian: isBigEndian)
    case .singleByte(let encoding):
      text.reserveCapacity(count + count / 4)
      if let index = encoding.decode(memory[(end - count)..<end], into: &text) {
        throw wrongByte(at: end - count + index, encoding.rawValue)
      }
    }
    end -= count
    makeRoom(for: text.count)
    _ = memory[end...].update(fromContentsOf: text)
    end += text.count
  }

  /// Moves the window to the start of the memory, and takes more memory where so many bytes do not fit after it.
  private mutating func makeRoom(for byteCount: Int) {
    let kept = available
    if kept + byteCount > memory.count {
      // Doubling keeps the copying of a long row proportional to its length.
      let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(2 * memory.count, kept + byteCount))
      _ = larger.update(fromContentsOf: memory[start..<end])
      memory.deallocate()
      memory = larger
    } else if start > 0, kept > 0 {
      _ = memory.update(fromContentsOf: memory[start..<end])
    }
    start = 0
    end = kept
  }

  /// Reads until the window is twice as large, so that scanning it again from its start costs twice the work at most.
  ///
  /// - Throws: `JournalError` with `.refusedInput` for the row that starts the window, where it is too long.
  mutating func fillToDouble(forRow row: Int) throws(JournalError) {
    guard available <= rowByteLimit else {
      throw JournalError(
        .refusedInput, "\(name): row \(row) is longer than \(rowByteLimit >> 20) MiB. Is a closing quote missing?")
    }
    let wanted = 2 * available
    repeat { try fill() } while available < wanted && !isAtEnd
  }

  /// Checks that the window's last bytes are UTF-8, and holds back a character that is not complete.
  private mutating func checkUTF8(last count: Int) throws(JournalError) {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: UnsafeBufferPointer(rebasing: memory[(end - count)..<end]).span)
    } catch {
      let index = end - count + error.byteOffsets.lowerBound
      guard !isAtEnd, error.kind == .truncatedScalar, error.byteOffsets.upperBound == count else {
        throw wrongByte(at: index, "UTF-8")
      }
      partialCharacter = Array(memory[index..<end])
      end = index
    }
  }

  /// The error for a byte at an index of the memory, whose bytes up to the end are those read last.
  private func wrongByte(at index: Int, _ encoding: String) -> JournalError {
    let byte = String(memory[index], radix: 16, uppercase: true)
    return JournalError(
      .refusedInput,
      "\(name) is not \(encoding): byte \(readByteCount - (end - index)), 0x\(byte), is not part of a character. "
        + "Save the file as UTF-8.")
  }

  /// The name of the encoding that an XML declaration contains, or `nil`.
  private mutating func declaredEncoding() throws(JournalError) -> String? {
    guard starts(with: Array("<?xml".utf8)) else { return nil }
    while !contains("?>", within: Self.declarationByteLimit), available < Self.declarationByteLimit, !isAtEnd {
      try fill()
    }
    let bytes = memory[start..<end].prefix(Self.declarationByteLimit).prefix { $0 != UInt8(ascii: ">") }
    let pattern = /[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*["']([A-Za-z0-9._:-]+)["']/
    return String(validating: bytes, as: UTF8.self)?.firstMatch(of: pattern).map { String($0.1) }
  }

  private mutating func setDeclaredEncoding(_ declared: String, hasUTF8Mark: Bool) throws(JournalError) {
    func mismatch(_ actual: String) -> JournalError {
      JournalError(
        .refusedInput,
        "\(name) declares the encoding \(declared), but is \(actual) from byte 0 on. "
          + "Save the file as UTF-8 and declare that.")
    }
    if case .utf16(_, let isBigEndian) = encoding {
      let names = ["utf-16", isBigEndian ? "utf-16be" : "utf-16le", "iso-10646-ucs-2"]
      guard names.contains(declared.lowercased()) else { throw mismatch("UTF-16") }
      return
    }
    switch declared.lowercased() {
    case "utf-8", "utf8": return try requireUTF8()
    case "utf-16", "utf-16be", "utf-16le", "iso-10646-ucs-2": throw mismatch("UTF-8")
    case _ where hasUTF8Mark: throw mismatch("UTF-8")
    case "us-ascii", "ascii": encoding = .singleByte(.ascii)
    case "iso-8859-1", "iso_8859-1", "iso8859-1", "latin1": encoding = .singleByte(.latin1)
    case "windows-1252", "cp1252": encoding = .singleByte(.windows1252)
    default:
      throw JournalError(
        .refusedInput,
        "\(name) declares the encoding \(declared), which is not supported. Save the file as UTF-8 and declare that.")
    }
    try decode(last: available)
  }

  /// - Returns: `true` if the mark is UTF-8's.
  private mutating func skipByteOrderMark() throws(JournalError) -> Bool {
    while available < 4, !isAtEnd { try fill() }
    let first = (0..<min(4, available)).map { self[$0] }
    // UTF-32 begins with the mark of UTF-16, and a zero after it.
    let isWide = first.starts(with: [0xFF, 0xFE]) && first.dropFirst(2) != [0, 0]
    let hasMark = isWide || first.starts(with: [0xFE, 0xFF])
    // Without a mark, UTF-16 is known by the start of an XML declaration.
    if hasMark || first == [0x3C, 0, 0x3F, 0] || first == [0, 0x3C, 0, 0x3F] {
      if hasMark { consume(2) }
      let isBigEndian = first[0] == 0xFE || first[0] == 0
      encoding = .utf16(
        UTF16Decoder(isBigEndian: isBigEndian, offset: hasMark ? 2 : 0, name: name), isBigEndian: isBigEndian)
      try decode(last: available)
      return false
    }
    // ASCII text in UTF-16 or UTF-32 without a mark has a zero among its first four bytes.
    if first.contains(0) {
      throw JournalError(
        .refusedInput,
        "\(name) is not UTF-8 but looks like UTF-16 without a byte order mark, or UTF-32; save it as UTF-8.")
    }
    let hasUTF8Mark = first.starts(with: [0xEF, 0xBB, 0xBF])
    if hasUTF8Mark { consume(3) }
    return hasUTF8Mark
  }
}

private func openForReading(_ path: String) throws(JournalError) -> CInt {
  var status = stat()
  let descriptor = retryingInterrupts {
    Int(openFile(path, flags: O_RDONLY, acceptsNullDevice: true, status: &status))
  }
  guard descriptor >= 0 else { throw fileError(errno, doing: "open", to: path) }
  return CInt(descriptor)
}

/// The content of a small file that the user named.
package enum InputBytes {
  /// Returns a file's bytes to its end, or the first `limit` bytes. Unlike an import's, its name may be `-`.
  ///
  /// - Throws: `JournalError` with `.notFound` if there is no such file, or it is a directory, a pipe or a device,
  ///   `.inputOutput` if it cannot be read.
  package static func read(_ path: String, limit: Int) throws(JournalError) -> [UInt8] {
    var input = try InputFile.open(
      path == "-" ? "./-" : path, chunkByteCount: max(1, min(limit, 1 << 20)), acceptsAnyBytes: true, name: path)
    while input.available < limit, !input.isAtEnd { try input.fill() }
    return input.withWindow { window in
      window.extracting(..<min(limit, window.count)).withUnsafeBufferPointer { Array($0) }
    }
  }
}

/// Calls until it is not interrupted by a signal; -1 is a failure, described by `errno`.
func retryingInterrupts(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

/// The error for a failed system call on a file that a person named.
func fileError(_ number: CInt, doing operation: String, to path: String) -> JournalError {
  switch number {
  case ENOENT, ENOTDIR: JournalError(.notFound, "There is no file \(path).")
  case EISDIR: JournalError(.notFound, "\(path) is a directory, not a file.")
  case ESPIPE:
    JournalError(
      .notFound, "\(path) is a pipe or a device, not a file. To read from a pipe, redirect it and pass - instead.")
  default: JournalError(FileError(number: number, operation: operation, path: path))
  }
}

/// Returns the extension of the path's last component, or `nil` if the component has no dot.
///
/// The extension is lowercased and includes the dot.
func pathExtension(of path: String) -> String? {
  let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
  return name.utf8.lastIndex(of: UInt8(ascii: ".")).map { name[$0...].lowercased() }
}

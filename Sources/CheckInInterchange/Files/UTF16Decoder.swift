internal import CheckInJournal

/// Turns text in UTF-16, as it is read, into UTF-8.
///
/// ```swift
/// var decoder = UTF16Decoder(isBigEndian: false, offset: 2, name: path)
/// try decoder.decode(bytes, into: &text)
/// try decoder.finish()
/// ```
///
/// Spreadsheets save it so ("Unicode text"), with a byte order mark. What is no text is refused rather than replaced:
/// an import changes nothing that it reads.
struct UTF16Decoder {
  private let isBigEndian: Bool
  /// Of the input's bytes, those that have been decoded.
  private var offset: Int
  private let name: String
  /// The first byte of a unit whose other byte has not been read yet.
  private var firstByte: UInt8?
  /// The first half of a pair of surrogates.
  private var high: UInt32?

  /// - Parameters:
  ///   - offset: of the first byte that is decoded in the input, for errors.
  ///   - name: what people are told the input is.
  init(isBigEndian: Bool, offset: Int, name: String) {
    self.isBigEndian = isBigEndian
    self.offset = offset
    self.name = name
  }

  /// Appends the text of the next bytes, up to the last whole character: at most three bytes for two.
  ///
  /// - Throws: `JournalError` with `.refusedInput` for half a pair of surrogates.
  mutating func decode(_ bytes: some Sequence<UInt8>, into text: inout [UInt8]) throws(JournalError) {
    for byte in bytes {
      guard let first = firstByte else {
        firstByte = byte
        continue
      }
      firstByte = nil
      let unit = isBigEndian ? UInt32(first) << 8 | UInt32(byte) : UInt32(byte) << 8 | UInt32(first)
      try append(unit, to: &text)
      offset += 2
    }
  }

  /// - Throws: `JournalError` with `.refusedInput` where the input ends within a character.
  func finish() throws(JournalError) {
    if high != nil { throw unpaired(at: offset - 2) }
    guard firstByte == nil else {
      throw JournalError(.refusedInput, "\(name) is not UTF-16: it ends within the character at byte \(offset).")
    }
  }

  private mutating func append(_ unit: UInt32, to text: inout [UInt8]) throws(JournalError) {
    let isLow = 0xDC00...0xDFFF ~= unit
    if let high {
      guard isLow else { throw unpaired(at: offset - 2) }
      self.high = nil
      append(scalar: 0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00), to: &text)
    } else if isLow {
      throw unpaired(at: offset)
    } else if 0xD800...0xDBFF ~= unit {
      high = unit
    } else {
      append(scalar: unit, to: &text)
    }
  }

  private func append(scalar: UInt32, to text: inout [UInt8]) {
    /// The byte with the bits from `shift` on that follow the first one's.
    func following(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(scalar >> shift & 0x3F) }
    switch scalar {
    case ..<0x80: text.append(UInt8(scalar))
    case ..<0x800:
      text.append(0xC0 | UInt8(scalar >> 6))
      text.append(following(0))
    case ..<0x10000:
      text.append(0xE0 | UInt8(scalar >> 12))
      text.append(following(6))
      text.append(following(0))
    default:
      text.append(0xF0 | UInt8(scalar >> 18))
      text.append(following(12))
      text.append(following(6))
      text.append(following(0))
    }
  }

  private func unpaired(at offset: Int) -> JournalError {
    JournalError(
      .refusedInput, "\(name) is not UTF-16: at byte \(offset) stands half a pair of surrogates, without the other.")
  }
}

/// An encoding with one byte for each character.
enum SingleByteEncoding: String {
  case ascii = "US-ASCII"
  case latin1 = "ISO-8859-1"
  case windows1252 = "windows-1252"

  /// Appends the text of bytes in UTF-8.
  ///
  /// - Returns: The index of the first byte that encodes no character, or `nil`.
  func decode(_ bytes: some Collection<UInt8>, into text: inout [UInt8]) -> Int? {
    for (index, byte) in bytes.enumerated() {
      if byte < 0x80 {
        text.append(byte)
      } else if let scalar = scalar(byte), let encoded = UTF8.encode(scalar) {
        text.append(contentsOf: encoded)
      } else {
        return index
      }
    }
    return nil
  }

  private func scalar(_ byte: UInt8) -> Unicode.Scalar? {
    switch self {
    case .ascii: nil
    case .windows1252 where byte < 0xA0: Self.windowsScalars[Int(byte) - 0x80]
    case .latin1, .windows1252: Unicode.Scalar(byte)
    }
  }

  /// The characters from 0x80 to 0x9F.
  private static let windowsScalars: [Unicode.Scalar?] = [
    "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil,
    nil, "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
  ]
}

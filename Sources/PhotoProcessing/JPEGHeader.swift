/// The size of a JPEG that contains nothing but the picture.
struct JPEGHeader {
  let width: Int
  let height: Int

  /// `nil` unless these are the bytes of a baseline JPEG with one scan and only the segments that decoding needs: no
  /// EXIF, XMP, profile or comment, nor a thumbnail within JFIF.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: [0xFF, 0xD8]), bytes.suffix(2) == [0xFF, 0xD9] else { return nil }
    var size: (width: Int, height: Int)?
    var offset = 2
    while bytes.count - offset >= 4, bytes[offset] == 0xFF {
      let marker = bytes[offset + 1]
      let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
      guard length >= 2, length <= bytes.count - offset - 2 else { return nil }
      switch marker {
      case 0xE0: guard length == 16 else { return nil }  // JFIF
      case 0xDB, 0xC4: break  // quantisation, Huffman codes
      case 0xC0:  // precision, height, width, components
        guard length >= 8, size == nil else { return nil }
        let height = Int(bytes[offset + 5]) << 8 | Int(bytes[offset + 6])
        let width = Int(bytes[offset + 7]) << 8 | Int(bytes[offset + 8])
        guard width > 0, height > 0 else { return nil }
        size = (width, height)
      case 0xDA:  // the scan
        guard let size, Self.isScan(bytes[(offset + 2 + length)...]) else { return nil }
        (width, height) = size
        return
      default: return nil
      }
      offset += 2 + length
    }
    return nil
  }

  /// Returns `true` if bytes are coded pixels and the end of the image, without another marker.
  ///
  /// In coded pixels, a 0 follows every 255.
  private static func isScan(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count > 2 else { return false }
    var rest = bytes.dropLast(2)
    while let mark = rest.firstIndex(of: 0xFF) {
      guard mark + 1 < rest.endIndex, rest[mark + 1] == 0 else { return false }
      rest = rest[(mark + 2)...]
    }
    return true
  }
}

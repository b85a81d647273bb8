import Testing

/// The markers of all segments of a JPEG, to its end.
func jpegMarkers(_ jpeg: [UInt8]) throws -> [UInt8] {
  try #require(jpeg.starts(with: [0xFF, 0xD8]) && jpeg.suffix(2) == [0xFF, 0xD9])
  var markers: [UInt8] = []
  var offset = 2
  while offset < jpeg.count - 2 {
    try #require(jpeg[offset] == 0xFF)
    markers.append(jpeg[offset + 1])
    offset += 2 + Int(jpeg[offset + 2]) << 8 + Int(jpeg[offset + 3])
    guard markers.last == 0xDA else { continue }
    // Coded data: a 0xFF in it is followed by 0 or is a restart marker.
    while jpeg[offset] != 0xFF || jpeg[offset + 1] == 0 || (0xD0...0xD7).contains(jpeg[offset + 1]) { offset += 1 }
  }
  return markers
}

/// Whether the bytes contain the text.
func contains(_ bytes: [UInt8], _ text: String) -> Bool {
  let wanted = Array(text.utf8)
  return bytes.indices.dropLast(wanted.count - 1).contains { bytes[$0...].starts(with: wanted) }
}

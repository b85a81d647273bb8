package import EventLog

/// The texts and the numbers of a row that few check-ins have, as places in the page's arena.
///
/// The arena holds, behind their length as a varint, the bytes of an event's fields 6 to 9 (title, calories, location,
/// notes), 11 and 12 (duration, distance) in ascending order, each at most once, and none that says nothing.
package struct CheckInDetails {
  /// Empty where no title was recorded.
  package var title = ByteRange()
  var calories: UInt64?
  package var location: ByteRange?
  package var notes = ByteRange()
  var durationSeconds: UInt32?
  var distanceMetres: UInt32?
  /// The offset of the details' end.
  var end: Int

  /// The most bytes that details take besides their texts: more than they do, so that a journal that is full to its
  /// limit can be read by earlier versions, which needed so many.
  package static let maximumFixedByteCount = 128

  /// The value of a quantity; `nil` if it isn't known.
  package subscript(quantity: CheckInQuantity) -> UInt64? {
    switch quantity {
    case .calories: calories
    case .duration: durationSeconds.map { UInt64($0) }
    case .distance: distanceMetres.map { UInt64($0) }
    }
  }

  var textByteCount: Int { title.count + (location?.count ?? 0) + notes.count }

  /// The bytes of the details that begin at `offset`, without their length.
  @inline(__always)
  static func range(at offset: Int, in arena: RawSpan) throws(WireError) -> ByteRange {
    var reader = WireReader(start: offset, end: arena.byteCount)
    return try reader.byteRange(in: arena)
  }

  init(at offset: Int, in arena: RawSpan) throws(WireError) {
    let range = try Self.range(at: offset, in: arena)
    end = range.end
    var reader = WireReader(range)
    var previous: UInt64 = 0
    while !reader.isAtEnd {
      let tag = try reader.tag(in: arena)
      guard tag.field > previous else { throw .invalidValue }
      previous = tag.field
      switch tag {
      case .bytes(CheckInFieldNumber.title): title = try reader.byteRange(in: arena)
      case .varint(CheckInFieldNumber.calories): calories = try reader.varint(in: arena)
      case .bytes(CheckInFieldNumber.location): location = try reader.byteRange(in: arena)
      case .bytes(CheckInFieldNumber.notes): notes = try reader.byteRange(in: arena)
      case .varint(CheckInFieldNumber.duration): durationSeconds = try reader.varint32(in: arena)
      case .varint(CheckInFieldNumber.distance): distanceMetres = try reader.varint32(in: arena)
      default: throw .invalidTag
      }
    }
  }
}

/// Writes a check-in's details, each piece from wherever it is, into memory that is long enough for them.
struct CheckInDetailsWriter {
  private let buffer: UnsafeMutableRawBufferPointer
  private var count = 0

  /// Hands the details that `write` writes, with at most `textByteCount` bytes of text, to `use`.
  @inline(__always)
  static func write<Result>(
    textByteCount: Int, _ write: (inout CheckInDetailsWriter) -> Void, use: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(byteCount: CheckInDetails.maximumFixedByteCount + textByteCount, alignment: 1) {
      buffer in
      var writer = CheckInDetailsWriter(buffer: buffer)
      write(&writer)
      return use(UnsafeRawBufferPointer(rebasing: buffer[..<writer.count]))
    }
  }

  /// Writes a text, left out where it is empty.
  @inline(__always)
  mutating func text(_ range: ByteRange, in source: RawSpan, field: UInt64) {
    if !range.isEmpty { presentText(range, in: source, field: field) }
  }

  /// Writes a text, the empty one included.
  @inline(__always)
  mutating func presentText(_ range: ByteRange, in source: RawSpan, field: UInt64) {
    number(field << 3 | 2)
    number(UInt64(range.count))
    source.extracting(range.start..<range.end).withUnsafeBytes { bytes in
      UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: bytes)
      count += bytes.count
    }
  }

  mutating func number(_ value: UInt64, field: UInt64) {
    number(field << 3)
    number(value)
  }

  @inline(__always)
  private mutating func number(_ value: UInt64) {
    WireWriter.forEachByte(ofVarint: value) {
      buffer[count] = $0
      count += 1
    }
  }
}

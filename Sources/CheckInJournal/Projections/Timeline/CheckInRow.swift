internal import EventLog
internal import FoundationEssentials

/// The part of a check-in that has a fixed size: 48 bytes, without padding, so that a page's rows are stored as they
/// lie in memory.
struct CheckInRow {
  struct Flags: OptionSet {
    var rawValue: UInt8
    static let discarded = Flags(rawValue: 1)
    static let calories = Flags(rawValue: 2)
    static let location = Flags(rawValue: 4)
    static let notes = Flags(rawValue: 8)
    static let photo = Flags(rawValue: 16)
  }

  /// The identity's 16 bytes, as two numbers in the order of memory.
  var id: (UInt64, UInt64)
  var instantMilliseconds: Int64
  /// Of the latest event.
  var sequence: UInt64
  var number: UInt32
  /// Where the texts begin in the page's arena.
  var detailsOffset: UInt32
  /// Index in the page's list of zones; 0 where none is known.
  var zone: UInt16
  var offsetMinutes: Int16
  var typeNumber: UInt8
  var flags: Flags
  var dayOfMonth: UInt8
  var reserved: UInt8 = 0

  var type: ExerciseType { ExerciseType(rawValue: typeNumber) ?? .unknown }

  var isDiscarded: Bool { flags.contains(.discarded) }

  var localMilliseconds: Int64 { instantMilliseconds &+ Int64(offsetMinutes) &* 60_000 }

  var uuid: UUID { unsafeBitCast(id, to: UUID.self) }

  /// Whether it counts for the same day and the same type as `other`.
  func countsAs(_ other: CheckInRow) -> Bool {
    isDiscarded == other.isDiscarded && dayOfMonth == other.dayOfMonth && typeNumber == other.typeNumber
  }

  /// Whether this row represents a day better than `other`; see ``CheckIn/isNewer(than:)``.
  func isNewer(than other: CheckInRow) -> Bool {
    (localMilliseconds, number) > (other.localMilliseconds, other.number)
  }
}

extension [CheckInRow] {
  /// The place of the row with this number, or `nil`. The rows ascend by number. Logarithmic.
  func index(of number: UInt32) -> Int? {
    let index = insertionIndex(of: number)
    return index < count && self[index].number == number ? index : nil
  }

  /// Where a row with this number stands or belongs. Numbers are distinct, so it lies no further from either end than
  /// the numbers are apart; where none is left out, that is its place.
  func insertionIndex(of number: UInt32) -> Int {
    guard let first = first?.number, let last = last?.number, number <= last else { return count }
    guard number > first else { return 0 }
    let low = Swift.max(0, count - 1 - Int(last - number))
    let high = Swift.min(count - 1, Int(number - first))
    // Only a damaged page has numbers twice, and then the two bounds may cross.
    return insertionIndex(in: low..<Swift.max(low, high)) { $0.number < number }
  }
}

/// The texts and optional values of a row, as places in the page's arena.
///
/// In the arena, in this order, what the row's flags announce: title (length, UTF-8), calories, location (length,
/// UTF-8), notes (length, UTF-8), photo (digest, byte count, width, height). Numbers are varints.
struct CheckInDetails {
  var title = ByteRange()
  var calories: UInt64 = 0
  var location = ByteRange()
  var notes = ByteRange()
  var photo = EventView.PhotoFields()
  /// Where the details end.
  var end = 0

  var textByteCount: Int { title.count + location.count + notes.count }

  init(at offset: Int, flags: CheckInRow.Flags, in arena: RawSpan) throws(WireError) {
    var reader = WireReader(start: offset, end: arena.byteCount)
    title = try reader.byteRange(in: arena)
    if flags.contains(.calories) { calories = try reader.varint(in: arena) }
    if flags.contains(.location) { location = try reader.byteRange(in: arena) }
    if flags.contains(.notes) { notes = try reader.byteRange(in: arena) }
    if flags.contains(.photo) {
      photo.digest = try reader.bytes(Digest.byteCount, in: arena)
      photo.byteCount = try reader.varint32(in: arena)
      photo.width = try reader.varint32(in: arena)
      photo.height = try reader.varint32(in: arena)
    }
    end = reader.offset
  }
}

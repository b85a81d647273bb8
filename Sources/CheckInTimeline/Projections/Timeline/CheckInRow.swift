internal import EventLog
internal import FoundationEssentials

/// The part of a check-in that has a fixed size: 48 bytes, without padding.
package struct CheckInRow {
  package struct Flags: OptionSet {
    package var rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    static let discarded = Flags(rawValue: 1)
    static let photo = Flags(rawValue: 2)
    /// The time of day is not known.
    package static let dayOnly = Flags(rawValue: 4)
    static let all: Flags = [.discarded, .photo, .dayOnly]
  }

  /// The identity's 16 bytes, as two numbers in the order of memory.
  var id: (UInt64, UInt64)
  package var instantMilliseconds: Int64
  /// The sequence number of the latest event.
  var sequence: UInt64
  package var number: UInt32
  /// The offset of the ``CheckInDetails`` in the page's arena.
  var detailsOffset: UInt32
  /// Index in the page's list of zones; 0 if none is known.
  package var zone: UInt16
  package var offsetMinutes: Int16
  var typeNumber: UInt8
  package var flags: Flags
  var dayOfMonth: UInt8
  var reserved: UInt8 = 0

  package var type: ExerciseType { ExerciseType(rawValue: typeNumber) ?? .unknown }

  package var isDiscarded: Bool { flags.contains(.discarded) }

  package var localMilliseconds: Int64 { instantMilliseconds &+ Int64(offsetMinutes) &* 60_000 }

  var uuid: UUID { unsafeBitCast(id, to: UUID.self) }

  /// Returns `true` if the row has the same day, type and discarded state as `other`.
  func countsAs(_ other: CheckInRow) -> Bool {
    isDiscarded == other.isDiscarded && dayOfMonth == other.dayOfMonth && typeNumber == other.typeNumber
  }
}

extension [CheckInRow] {
  /// The place of the row with this number, or `nil`. The rows ascend by number. Logarithmic.
  func index(of number: UInt32) -> Int? {
    let index = insertionIndex(of: number)
    return index < count && self[index].number == number ? index : nil
  }

  /// Returns the index of the row with this number, or the index at which to insert it.
  ///
  /// Numbers are distinct, so the distance of the row from either end is at most the difference between the numbers. If
  /// no number in between is missing, this gives the index immediately.
  func insertionIndex(of number: UInt32) -> Int {
    guard let first = first?.number, let last = last?.number, number <= last else { return count }
    guard number > first else { return 0 }
    let low = Swift.max(0, count - 1 - Int(last - number))
    let high = Swift.min(count - 1, Int(number - first))
    // Only a damaged page has numbers twice, and then the two bounds may cross.
    return insertionIndex(in: low..<Swift.max(low, high)) { $0.number < number }
  }
}

/// The photo of a row: 48 bytes, in a column of its own, since most rows have none.
package struct PhotoRow {
  /// The check-in's.
  var number: UInt32
  var byteCount: UInt32
  var width: UInt32
  var height: UInt32
  /// The digest's 32 bytes, as numbers in the order of memory.
  var digest: (UInt64, UInt64, UInt64, UInt64)

  init(number: UInt32, _ photo: EventView.PhotoFields, in bytes: RawSpan) {
    self.number = number
    byteCount = photo.byteCount
    width = photo.width
    height = photo.height
    digest = bytes.unsafeLoadUnaligned(
      fromByteOffset: photo.digest.start, as: (UInt64, UInt64, UInt64, UInt64).self)
  }

  package var photo: Photo {
    Photo(digest: Digest(words: digest), byteCount: Int(byteCount), width: Int(width), height: Int(height))
  }
}

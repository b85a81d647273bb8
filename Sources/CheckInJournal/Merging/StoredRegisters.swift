internal import EventLog

/// The write histories of check-ins in a snapshot. Each is decoded only if needed, because most are not.
struct StoredRegisters: Sendable {
  private struct Entry {
    var number: UInt32
    var isConflicting: Bool
    var range: Range<Int>
  }

  private var bytes: [UInt8] = []
  private let writerCount: Int
  /// Ascending by number.
  private var entries: [Entry] = []
  private var removed: Set<UInt32> = []

  /// None.
  init() {
    writerCount = 0
  }

  /// - Returns: `nil` unless it is what ``encode(_:and:)`` writes.
  init?(_ bytes: [UInt8], writerCount: Int) {
    self.bytes = bytes
    self.writerCount = writerCount
    let span = bytes.span.bytes
    var reader = WireReader(start: 0, end: bytes.count)
    var last: UInt64 = 0
    do throws(WireError) {
      while !reader.isAtEnd {
        let step = try reader.varint(in: span)
        guard step > 0, step <= UInt64(UInt32.max) - last else { return nil }
        last += step
        let flag = try reader.varint(in: span)
        let range = try reader.byteRange(in: span)
        entries.append(
          Entry(number: UInt32(last), isConflicting: flag > 0, range: range.start..<range.end))
      }
    } catch {
      return nil
    }
  }

  subscript(number: UInt32) -> CheckInRegisters? {
    if removed.contains(number) { return nil }
    let index = entries.insertionIndex(in: entries.indices) { $0.number < number }
    guard index < entries.count, entries[index].number == number else { return nil }
    let range = entries[index].range
    var reader = WireReader(start: range.lowerBound, end: range.upperBound)
    return try? CheckInRegisters(&reader, in: bytes.span.bytes, writerCount: writerCount)
  }

  /// Those with conflicts, by the numbers of their check-ins.
  var conflicting: [UInt32] {
    entries.filter { $0.isConflicting && !removed.contains($0.number) }.map(\.number)
  }

  @discardableResult
  mutating func remove(_ number: UInt32) -> CheckInRegisters? {
    guard let found = self[number] else { return nil }
    removed.insert(number)
    return found
  }

  /// These and others, in a form that depends on nothing but what they are.
  ///
  /// - Parameter conflicting: whether only those with conflicts are wanted.
  func encoded(and others: [UInt32: CheckInRegisters], conflicting: Bool) -> [UInt8] {
    var all: [(number: UInt32, isConflicting: Bool, content: ArraySlice<UInt8>)] = []
    for entry in entries where !removed.contains(entry.number) && others[entry.number] == nil {
      all.append((entry.number, entry.isConflicting, bytes[entry.range]))
    }
    for (number, register) in others { all.append((number, register.hasConflicts, register.encoded[...])) }
    all.sort { $0.number < $1.number }
    var encoded: [UInt8] = []
    var last: UInt32 = 0
    for one in all where one.isConflicting || !conflicting {
      encoded.appendVarint(UInt64(one.number - last))
      encoded.appendVarint(one.isConflicting ? 1 : 0)
      encoded.appendVarint(UInt64(one.content.count))
      encoded += one.content
      last = one.number
    }
    return encoded
  }
}

extension CheckInRegisters {
  /// The fields, which are stored as their indices here. Quantities that are added to the table come last, so that
  /// those of stored registers keep their indices.
  private static let storedFields: [CheckInField] = {
    let first: [CheckInField] = [
      .type, .title, .at, .calories, .duration, .distance, .location, .notes, .photo, .discarded,
    ]
    return first + CheckInField.mergeable.filter { !first.contains($0) }
  }()

  fileprivate var encoded: [UInt8] {
    var bytes: [UInt8] = []
    func put(_ write: Write) {
      bytes.appendVarint(UInt64(write.writer))
      bytes.appendVarint(write.sequence)
    }
    func put(_ writes: [Write]) {
      bytes.appendVarint(UInt64(writes.count))
      writes.forEach(put)
    }
    put(creation)
    bytes.appendVarint(UInt64(fields.count))
    for (index, field) in Self.storedFields.enumerated() {
      guard let candidates = fields[field] else { continue }
      bytes.appendVarint(UInt64(index))
      bytes.appendVarint(UInt64(candidates.count))
      for candidate in candidates {
        put(candidate.write)
        guard let value = candidate.value else {
          bytes.appendVarint(0)
          continue
        }
        // 1 for nothing, else the length and two.
        bytes.appendVarint(value.text.map { UInt64($0.utf8.count) + 2 } ?? 1)
        bytes += value.text.map { Array($0.utf8) } ?? []
      }
    }
    put(changes)
    put(discards)
    put(discardConflicts.flatMap { [$0.discard, $0.change] })
    return bytes
  }

  fileprivate init(_ reader: inout WireReader, in bytes: RawSpan, writerCount: Int) throws(WireError) {
    func write() throws(WireError) -> Write {
      let writer = try reader.varint(in: bytes)
      guard writer < UInt64(writerCount) else { throw .invalidValue }
      return Write(writer: Int(writer), sequence: try reader.varint(in: bytes))
    }
    func writes() throws(WireError) -> [Write] {
      var all: [Write] = []
      for _ in 0..<(try reader.count(in: bytes)) { all.append(try write()) }
      return all
    }
    self.init(creation: try write())
    for _ in 0..<(try reader.count(in: bytes)) {
      let index = try reader.varint(in: bytes)
      guard index < UInt64(Self.storedFields.count) else { throw .invalidValue }
      var candidates: [Candidate] = []
      for _ in 0..<(try reader.count(in: bytes)) {
        let write = try write()
        let length = try reader.varint(in: bytes)
        var value: Value?
        if length == 1 { value = Value(text: nil) }
        if length > 1 {
          let range = try reader.bytes(Int(clamping: length - 2), in: bytes)
          value = Value(text: String(decoding: bytes.array(range), as: UTF8.self))
        }
        candidates.append(Candidate(write: write, value: value))
      }
      fields[Self.storedFields[Int(index)]] = candidates
    }
    changes = try writes()
    discards = try writes()
    let pairs = try writes()
    guard pairs.count % 2 == 0, reader.isAtEnd else { throw .invalidValue }
    discardConflicts = stride(from: 0, to: pairs.count, by: 2).map { (pairs[$0], pairs[$0 + 1]) }
  }
}

extension WireReader {
  /// Reads the number of items that follow, each of which takes at least one byte.
  mutating func count(in bytes: RawSpan) throws(WireError) -> Int {
    let count = try varint(in: bytes)
    guard count <= UInt64(end - offset) else { throw .invalidValue }
    return Int(count)
  }
}

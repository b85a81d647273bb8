internal import EventLog

/// The write histories in a snapshot. Each is decoded only if needed, because most are not.
struct StoredRegisters: Sendable {
  private struct Entry {
    var subject: SubjectCode
    var isConflicting: Bool
    var range: Range<Int>
  }

  private var bytes: [UInt8] = []
  private let writerCount: Int
  /// Ascending by subject.
  private var entries: [Entry] = []
  private var removed: Set<SubjectCode> = []

  /// None.
  init() {
    writerCount = 0
  }

  /// - Returns: `nil` unless it is what ``encoded(and:conflicting:)`` returns.
  init?(_ bytes: [UInt8], writerCount: Int) {
    self.bytes = bytes
    self.writerCount = writerCount
    let span = bytes.span.bytes
    var reader = WireReader(start: 0, end: bytes.count)
    do throws(WireError) {
      while !reader.isAtEnd {
        let subject = try SubjectCode(&reader, after: entries.last?.subject, in: span)
        guard entries.last.map({ $0.subject < subject }) ?? true, MergeConflict.Subject(subject) != nil else {
          return nil
        }
        let flag = try reader.varint(in: span)
        let range = try reader.byteRange(in: span)
        entries.append(Entry(subject: subject, isConflicting: flag > 0, range: range.start..<range.end))
      }
    } catch {
      return nil
    }
  }

  /// `true` if the snapshot has none.
  var isEmpty: Bool { entries.isEmpty }

  subscript(subject: MergeConflict.Subject) -> FieldRegisters? {
    if entries.isEmpty { return nil }
    let code = subject.code
    if removed.contains(code) { return nil }
    let index = entries.insertionIndex(in: entries.indices) { $0.subject < code }
    guard index < entries.count, entries[index].subject == code else { return nil }
    let range = entries[index].range
    var reader = WireReader(start: range.lowerBound, end: range.upperBound)
    return try? FieldRegisters(&reader, in: bytes.span.bytes, writerCount: writerCount)
  }

  /// All subjects.
  var subjects: [MergeConflict.Subject] { subjects { _ in true } }

  /// The subjects with conflicts.
  var conflicting: [MergeConflict.Subject] { subjects(where: \.isConflicting) }

  private func subjects(where isWanted: (Entry) -> Bool) -> [MergeConflict.Subject] {
    entries.filter { isWanted($0) && !removed.contains($0.subject) }.compactMap { MergeConflict.Subject($0.subject) }
  }

  @discardableResult
  mutating func remove(_ subject: MergeConflict.Subject) -> FieldRegisters? {
    guard let found = self[subject] else { return nil }
    removed.insert(subject.code)
    return found
  }

  /// These and others, in a form that depends on nothing but what they are.
  ///
  /// - Parameter conflicting: whether only those with conflicts are wanted.
  func encoded(and others: [MergeConflict.Subject: FieldRegisters], conflicting: Bool) -> [UInt8] {
    var all: [(subject: SubjectCode, isConflicting: Bool, content: ArraySlice<UInt8>)] = []
    let replaced = Set(others.keys.map(\.code))
    for entry in entries where !removed.contains(entry.subject) && !replaced.contains(entry.subject) {
      all.append((entry.subject, entry.isConflicting, bytes[entry.range]))
    }
    for (subject, register) in others { all.append((subject.code, register.hasConflicts, register.encoded[...])) }
    all.sort { $0.subject < $1.subject }
    var encoded: [UInt8] = []
    var last: SubjectCode?
    for one in all where one.isConflicting || !conflicting {
      one.subject.append(to: &encoded, after: last)
      encoded.appendVarint(one.isConflicting ? 1 : 0)
      encoded.appendVarint(UInt64(one.content.count))
      encoded += one.content
      last = one.subject
    }
    return encoded
  }
}

extension FieldRegisters {
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
    put(creation.map { [$0] } ?? [])
    bytes.appendVarint(UInt64(fields.count))
    for (field, candidates) in fields.sorted(by: { $0.key < $1.key }) {
      bytes.appendVarint(UInt64(field.utf8.count))
      bytes += Array(field.utf8)
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
    let creations = try writes()
    guard creations.count < 2 else { throw .invalidValue }
    self.init(creation: creations.first)
    for _ in 0..<(try reader.count(in: bytes)) {
      let field = String(decoding: bytes.array(try reader.byteRange(in: bytes)), as: UTF8.self)
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
      fields[field] = candidates
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

internal import CheckInJournal
internal import Cryptography

internal import struct FoundationEssentials.UUID

/// Makes the UUID of a row that has none: the same content gives the same UUID, on every machine.
///
/// It is a name-based UUID (version 5, RFC 9562 section 5.5). Its namespace is `a59a512f-2854-4da8-9adf-d08eadda9ea8`.
/// Its name is seven netstrings (`length:bytes,`): the local time in milliseconds since 1970 as if it were UTC, its
/// offset in minutes, the type's name, title, calories, location, notes; what is absent is the empty netstring. Texts
/// are in their comparable form: NFC, with line feeds. A row with a duration or a distance has two more at the end, its
/// seconds and its metres: so the identity of any other row is what it was before there were such. A row whose time of
/// day is not known has one more, `day`. The time is taken as it was written, so a file without offsets has the same
/// identity in every time zone. The second of several equal rows has `#2` after its name, the third `#3`.
struct RowIdentity {
  /// The added quantities, those that came together in one group.
  private static let addedGroups = Dictionary(grouping: CheckInQuantity.added, by: \.later.rawValue)
    .sorted { $0.key < $1.key }.map(\.value)

  static let namespace: [16 of UInt8] = [
    0xA5, 0x9A, 0x51, 0x2F, 0x28, 0x54, 0x4D, 0xA8, 0x9A, 0xDF, 0xD0, 0x8E, 0xAD, 0xDA, 0x9E, 0xA8,
  ]

  /// The name; kept between rows for its memory.
  private var name: [UInt8] = []
  /// `true` if texts of the last row differ from their comparable form.
  private(set) var isWrittenOtherwise = false
  private let namespaceHash: SHA1

  init() {
    var hash = SHA1()
    let namespace = Self.namespace
    hash.update(namespace.span.bytes)
    self.namespaceHash = hash
  }

  /// The UUID of the first row with this content.
  mutating func uuid(of draft: CheckInDraft, at time: WrittenTime) -> UUID {
    var comparable = draft
    comparable.title = draft.title.comparable
    comparable.location = draft.location?.comparable
    comparable.notes = draft.notes.comparable
    isWrittenOtherwise = [
      (comparable.title, draft.title), (comparable.location ?? "", draft.location ?? ""),
      (comparable.notes, draft.notes),
    ].contains { !$0.utf8.elementsEqual($1.utf8) }
    return uuid(ofWritten: comparable, at: time)
  }

  /// The UUID of the first row with these very texts, under which journals can have the row, too.
  mutating func uuid(ofWritten draft: CheckInDraft, at time: WrittenTime) -> UUID {
    name.removeAll(keepingCapacity: true)
    append(Int(time.localMilliseconds))
    append(time.offsetMinutes)
    append((draft.type ?? .unknown).name)
    append(draft.title)
    for quantity in CheckInQuantity.original { append(draft.fields[quantity]) }
    append(draft.location ?? "")
    append(draft.notes)
    for group in Self.addedGroups where group.contains(where: { draft.fields[$0] != nil }) {
      for quantity in group { append(draft.fields[quantity]) }
    }
    if !draft.time.isTimeOfDayKnown { append("day") }
    return nameBasedUUID()
  }

  /// The UUID of the `occurrence`-th row with the content that was last asked for; at least 2.
  mutating func uuid(ofOccurrence occurrence: Int) -> UUID {
    let length = name.count
    name.append(contentsOf: "#\(occurrence)".utf8)
    defer { name.removeLast(name.count - length) }
    return nameBasedUUID()
  }

  private mutating func append(_ number: Int?) { append(number.map { String($0) } ?? "") }

  private mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      appendDigits(of: bytes.count)
      name.append(UInt8(ascii: ":"))
      name.append(contentsOf: bytes)
    }
    name.append(UInt8(ascii: ","))
  }

  private mutating func appendDigits(of number: Int) {
    if number >= 10 { appendDigits(of: number / 10) }
    name.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  private func nameBasedUUID() -> UUID {
    var hash = namespaceHash
    hash.update(name.span.bytes)
    let digest = hash.finalize()
    var bytes: [16 of UInt8] = .init(repeating: 0)
    for index in 0..<16 { bytes[index] = digest[index] }
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    return UUID(bytes)
  }
}

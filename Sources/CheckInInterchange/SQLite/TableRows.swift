internal import CheckInJournal
internal import EventLog

/// Rows of a table, value by value, which ``RowInserter`` inserts. Any thread may put them together.
///
/// A value is a number or the place of a text, and no object of its own, which would cost more than inserting it.
struct TableRows {
  enum Value: BitwiseCopyable {
    case null
    case integer(Int64)
    case text(start: UInt32, byteCount: UInt32)
  }

  private(set) var values: [Value] = []
  /// The texts, unless they are elsewhere; see ``text(at:)``.
  let texts: OutputBytes

  init(texts: OutputBytes = OutputBytes()) {
    self.texts = texts
  }

  mutating func null() { values.append(.null) }

  mutating func integer(_ value: Int?) { values.append(value.map { .integer(Int64($0)) } ?? .null) }

  mutating func text(_ value: String?) {
    guard let value else { return null() }
    text { $0.string(value) }
  }

  /// A text that `write` writes.
  mutating func text(_ write: (OutputBytes) -> Void) {
    let start = texts.count
    write(texts)
    values.append(.text(start: UInt32(clamping: start), byteCount: UInt32(clamping: texts.count - start)))
  }

  /// The place of a text in the bytes that the rows will be inserted with. All texts of these rows must then be places
  /// in those bytes.
  mutating func text(at range: ByteRange) {
    values.append(.text(start: UInt32(clamping: range.start), byteCount: UInt32(clamping: range.count)))
  }

  /// Forgets the rows, and keeps their memory.
  mutating func removeAll() {
    values.removeAll(keepingCapacity: true)
    texts.removeAll()
  }
}

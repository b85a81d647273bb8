internal import CheckInJournal
internal import EventLog
internal import Glibc

/// A request to a program that keeps a place, or its answer: fields with numbers, in the wire form of Protocol Buffers,
/// behind their size (4 bytes, little-endian).
struct RemoteMessage {
  /// The kind of a request.
  enum Kind: UInt64 {
    case open = 1
    case create, state, push, confirm, chunks, manifest, photoNames, pushPhoto, photo, replicas, removePhoto
  }

  /// The outcome in a response.
  enum Outcome: UInt64 {
    case done = 1
    case nothing, failed
  }

  private(set) var numbers: [UInt64: UInt64] = [:]
  private(set) var parts: [UInt64: [[UInt8]]] = [:]

  /// The largest message: several chunks with about a step's bytes in all.
  private static let byteLimit = 64 << 20

  init(_ kind: Kind) { numbers[1] = kind.rawValue }
  init(_ outcome: Outcome) { numbers[1] = outcome.rawValue }

  /// An error as an answer.
  init(_ error: JournalError) {
    self.init(.failed)
    add(Array(error.code.description.utf8), field: 2)
    add(Array(error.message.utf8), field: 3)
    add(Array(error.advice.key.utf8), field: 4)
    for text in error.advice.valueTexts { add(Array(text.utf8), field: 5) }
  }

  var kind: Kind? { numbers[1].flatMap(Kind.init) }
  var outcome: Outcome? { numbers[1].flatMap(Outcome.init) }

  subscript(field: UInt64) -> UInt64? {
    get { numbers[field] }
    set { numbers[field] = newValue }
  }

  mutating func add(_ bytes: [UInt8], field: UInt64) { parts[field, default: []].append(bytes) }

  func bytes(_ field: UInt64) -> [UInt8]? { parts[field]?.first }

  /// The error that an answer reports. A code that this version doesn't know is an internal error.
  var error: JournalError {
    let known: [JournalError.Code] = [.invalidValue, .refusedInput, .notFound, .inputOutput, .busy, .newerVersion]
    guard let name = bytes(2), let text = bytes(3).map({ String(decoding: $0, as: UTF8.self) }) else {
      return JournalError(.internalFault, "The program reported an error that cannot be read.")
    }
    let message: Message
    if let key = bytes(4) {
      let values = (parts[5] ?? []).map { String(decoding: $0, as: UTF8.self) }
      message = Message(key: String(decoding: key, as: UTF8.self), values: values)
    } else {
      message = Message(verbatim: text)
    }
    guard let code = known.first(where: { Array($0.description.utf8) == name }) else {
      return JournalError(.internalFault, message)
    }
    return JournalError(code, message)
  }

  /// `nil` for bytes that are no message.
  init?(_ bytes: [UInt8]) {
    let span = bytes.span.bytes
    var reader = WireReader(start: 0, end: bytes.count)
    do throws(WireError) {
      while !reader.isAtEnd {
        let tag = try reader.tag(in: span)
        switch tag.type {
        case .varint: numbers[tag.field] = try reader.varint(in: span)
        case .bytes:
          let range = try reader.byteRange(in: span)
          add(Array(bytes[range.start..<range.end]), field: tag.field)
        default: return nil
        }
      }
    } catch {
      return nil
    }
  }

  var encoded: [UInt8] {
    var writer = WireWriter()
    for (field, value) in numbers.sorted(by: { $0.key < $1.key }) { writer.presentUnsigned(value, field: field) }
    for (field, values) in parts.sorted(by: { $0.key < $1.key }) {
      for value in values { writer.presentBytes(value, field: field) }
    }
    return writer.bytes
  }

  // MARK: - Over a descriptor

  /// `nil` where the other side has closed, or what came is no message.
  static func read(from descriptor: Int32) -> RemoteMessage? {
    guard let size = read(4, from: descriptor) else { return nil }
    let count = size.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard count <= byteLimit, let bytes = read(count, from: descriptor) else { return nil }
    return RemoteMessage(bytes)
  }

  /// `false` where the other side has closed.
  func write(to descriptor: Int32) -> Bool {
    let content = encoded
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) } + content
    return bytes.withUnsafeBytes { buffer in
      var sent = 0
      while sent < buffer.count {
        let step = Glibc.send(
          descriptor, buffer.baseAddress.map { $0 + sent }, buffer.count - sent, Int32(MSG_NOSIGNAL))
        if step < 0, errno == EINTR { continue }
        guard step > 0 else { return false }
        sent += step
      }
      return true
    }
  }

  private static func read(_ count: Int, from descriptor: Int32) -> [UInt8]? {
    guard count > 0 else { return [] }
    var filled = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      while filled < count {
        let step = Glibc.read(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled)
        if step < 0, errno == EINTR { continue }
        if step <= 0 { break }
        filled += step
      }
      initialized = filled
    }
    return filled == count ? bytes : nil
  }
}

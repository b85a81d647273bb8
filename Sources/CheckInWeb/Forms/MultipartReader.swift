internal import Glibc

/// Reads a `multipart/form-data` body (RFC 7578) as it arrives, with bounds on everything.
///
/// Content is passed to the caller piece by piece; at most one delimiter, one part's header and the latest chunk are
/// kept here. A body unlike those that browsers send is an error, never a guess.
struct MultipartReader {
  /// Something that was read.
  enum Piece: Equatable {
    /// A part begins: the name of its field, and the name of its file, if it is one. A file field without a file has an
    /// empty name.
    case part(name: String, fileName: String?)
    /// Some of its content.
    case content([UInt8])
  }

  enum Fault: Error {
    case malformed, tooManyParts, headerTooLong
  }

  private enum State {
    /// Before the first delimiter, after a delimiter, in a part's header, before and in its content, after the last
    /// delimiter, and after its line.
    case start, delimiter, header, contentStart, content, lastDelimiter, end
  }

  static let maximumBoundaryBytes = 70
  static let maximumHeaderBytes = 4096
  static let maximumParts = 32

  private var state = State.start
  private var buffer: [UInt8] = []
  private var partCount = 0
  /// `\r\n--boundary`
  private let delimiter: [UInt8]

  /// - Parameter boundary: the parameter of the content type.
  init(boundary: String) throws(Fault) {
    guard (1...Self.maximumBoundaryBytes).contains(boundary.utf8.count) else { throw .malformed }
    delimiter = Array("\r\n--".utf8) + Array(boundary.utf8)
  }

  /// `true` if the last delimiter was read.
  var isFinished: Bool { state == .end || state == .lastDelimiter && buffer.isEmpty }

  /// Takes the next bytes of the body.
  mutating func read(_ chunk: some Sequence<UInt8>, body: (Piece) throws -> Void) throws {
    // What follows the line of the last delimiter is ignored.
    guard state != .end else { return }
    buffer.append(contentsOf: chunk)
    var start = 0
    while try advance(from: &start, body: body) {}
    buffer.removeFirst(start)
  }

  /// Reads one thing from `start` on; `false` if it needs more bytes.
  private mutating func advance(from start: inout Int, body: (Piece) throws -> Void) throws -> Bool {
    switch state {
    case .start, .contentStart:
      // The line end before a delimiter can be the one that ends the header.
      let line = delimiter[2...]
      guard buffer.count - start >= line.count else { return false }
      if buffer[start..<start + line.count].elementsEqual(line) {
        start += line.count
        state = .delimiter
      } else if state == .contentStart {
        state = .content
      } else {
        throw Fault.malformed
      }
    case .delimiter:
      guard buffer.count - start >= 2 else { return false }
      let pair = buffer[start..<start + 2]
      start += 2
      if pair.elementsEqual("--".utf8) {
        state = .lastDelimiter
        return true
      }
      guard pair.elementsEqual("\r\n".utf8) else { throw Fault.malformed }
      state = .header
    case .header:
      guard let end = Self.position(of: Array("\r\n\r\n".utf8), in: buffer, from: start) else {
        guard buffer.count - start <= Self.maximumHeaderBytes else { throw Fault.headerTooLong }
        return false
      }
      guard end - start <= Self.maximumHeaderBytes else { throw Fault.headerTooLong }
      partCount += 1
      guard partCount <= Self.maximumParts else { throw Fault.tooManyParts }
      try body(try Self.part(header: buffer[start..<end]))
      start = end + 4
      state = .contentStart
    case .content:
      if let end = Self.position(of: delimiter, in: buffer, from: start) {
        if end > start { try body(.content(Array(buffer[start..<end]))) }
        start = end + delimiter.count
        state = .delimiter
      } else {
        // The delimiter may have begun.
        let end = buffer.count - delimiter.count + 1
        if end > start {
          try body(.content(Array(buffer[start..<end])))
          start = end
        }
        return false
      }
    case .lastDelimiter:
      guard "\r\n".utf8.starts(with: buffer[start...].prefix(2)) else { throw Fault.malformed }
      guard buffer.count - start >= 2 else { return false }
      state = .end
      start = buffer.count
      return false
    case .end: return false
    }
    return true
  }

  /// The part that a header announces. Each of its lines is a field with a value.
  private static func part(header: ArraySlice<UInt8>) throws(Fault) -> Piece {
    guard let text = String(validating: header, as: UTF8.self) else { throw .malformed }
    var disposition: Substring?
    for line in text.split(separator: "\r\n", omittingEmptySubsequences: false) {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex,
        line[..<colon].utf8.allSatisfy({ 0x21...0x7E ~= $0 }), !line.utf8.contains(where: { $0 == 10 || $0 == 13 })
      else { throw .malformed }
      guard line[..<colon].lowercased() == "content-disposition" else { continue }
      guard disposition == nil else { throw .malformed }
      disposition = line[line.index(after: colon)...]
    }
    guard let parameters = disposition.flatMap(parameters), let name = parameters["name"] else { throw .malformed }
    return .part(name: name, fileName: parameters["filename"])
  }

  /// The parameters of `form-data`, or `nil` if a value is anything but that. Browsers quote every value, and write a
  /// quotation mark inside as `%22`; a semicolon may be in it.
  private static func parameters(of value: Substring) -> [String: String]? {
    let type = value.prefix { $0 != ";" }
    guard type.filter({ $0 != " " }).lowercased() == "form-data" else { return nil }
    var rest = value[type.endIndex...]
    var parameters: [String: String] = [:]
    while rest.first == ";" {
      rest = rest.dropFirst().drop { $0 == " " }
      let key = rest.prefix { $0 != "=" && $0 != ";" }
      rest = rest[key.endIndex...]
      guard rest.hasPrefix("=\""), key.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return nil }
      let text = rest.dropFirst(2).prefix { $0 != "\"" }
      guard text.endIndex < rest.endIndex, parameters.updateValue(String(text), forKey: key.lowercased()) == nil else {
        return nil
      }
      rest = rest[text.endIndex...].dropFirst().drop { $0 == " " }
    }
    return rest.isEmpty ? parameters : nil
  }

  /// The first position of `needle`. The C library searches for its first byte, a carriage return: photos are large.
  private static func position(of needle: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let first = needle.first else { return nil }
      var place = start
      while place + needle.count <= bytes.count {
        guard let found = memchr(base + place, Int32(first), bytes.count - needle.count + 1 - place) else { return nil }
        place = UnsafeRawPointer(found) - base
        if bytes[place..<place + needle.count].elementsEqual(needle) { return place }
        place += 1
      }
      return nil
    }
  }
}

internal import CheckInJournal

/// Reads the tags of an XML file one after another, in a bounded amount of memory however long the file is.
///
/// A reader of our own because what is read here can have gigabytes, most of it elements that nobody asks for, and
/// comes from anywhere: Foundation's parser copies every element's attributes into a dictionary, and expands what a
/// document type declares. This one passes over a document type, comments and processing instructions, resolves no
/// entities but XML's own five and character references, and decodes an attribute when it is asked for. It rejects
/// whatever could hide an element, such as a quote that is not closed. It accepts names with spaces, control
/// characters, and any declarations in a document type, because exports of Apple Health have all of these.
struct XMLReader: ~Copyable {
  enum Token {
    /// A start tag; an empty element is followed by its end.
    case start
    case end
  }

  /// Elements in one another.
  private static let depthLimit = 100
  /// Bytes of text between two tags that are kept.
  private static let textByteLimit = 1 << 20

  /// The element that the last tag starts or ends, without its prefix.
  private(set) var name = ""
  /// Elements that are open; the one that has just started is one of them, and the one that has just ended is not.
  var depth: Int { open.count }
  /// The line of the last tag, from 1.
  private(set) var line = 1

  let fileName: String
  private var input: InputFile
  /// Names of the open elements, with their prefixes.
  private var open: [[UInt8]] = []
  /// The bytes of the last start tag, between its brackets.
  private var tag: [UInt8] = []
  /// Names that occurred, so that each is decoded once.
  private var names: [[UInt8]: String] = [:]
  private var isEmptyElement = false
  /// `true` if the root element has started.
  private var hasRoot = false
  private var keepsText = false
  private var textBytes: [UInt8] = []
  /// Lines that have been passed.
  private var passedLines = 0

  init(_ input: consuming InputFile) {
    self.fileName = input.name
    self.input = input
  }

  /// The next tag; `nil` at the end of the file.
  ///
  /// - Throws: `JournalError` with `.refusedInput` where the file is not XML, with its line; `.inputOutput`.
  mutating func next() throws(JournalError) -> Token? {
    if isEmptyElement {
      isEmptyElement = false
      open.removeLast()
      return .end
    }
    while true {
      guard try passText() else {
        guard open.isEmpty else {
          throw fault("the file ends within the element \(String(decoding: open.last ?? [], as: UTF8.self))")
        }
        return nil
      }
      line = passedLines + 1
      if try starts(with: "<!--") {
        consume(4)
        try pass(through: "--", ofEnd: "-->")
        guard try starts(with: ">") else { throw fault("a comment contains '--'") }
        consume(1)
      } else if try starts(with: "<![CDATA[") {
        try passCharacterData()
      } else if try starts(with: "<?") {
        try pass(through: "?>")
      } else if try starts(with: "<!") {
        guard !hasRoot, try starts(with: "<!DOCTYPE") else { throw fault("a tag is malformed") }
        try passDocumentType()
      } else {
        return try readTag()
      }
    }
  }

  /// The value of an attribute of the last start tag; `nil` where it has none of the name.
  ///
  /// - Throws: `refusedInput` for an entity that is not XML's own, or for an attribute that occurs twice.
  func attribute(_ name: StaticString) throws(JournalError) -> String? {
    guard let range = try attributeRange(name) else { return nil }
    return try decoded(tag[range], isAttribute: true)
  }

  /// The text within the element that has just started, up to its end, without white space around it. Elements within
  /// are passed over.
  mutating func text() throws(JournalError) -> String {
    let depth = depth
    textBytes.removeAll(keepingCapacity: true)
    keepsText = true
    defer { keepsText = false }
    while let token = try next() {
      if token == .end, self.depth == depth - 1 { break }
    }
    return Validation.trimmed(try decoded(textBytes[...]))
  }

  /// Passes over the rest of the element that has just started.
  mutating func skipElement() throws(JournalError) {
    let depth = depth
    while let token = try next() {
      if token == .end, self.depth == depth - 1 { return }
    }
  }

  // MARK: Bytes

  private func fault(_ reason: String) -> JournalError {
    JournalError(.refusedInput, "\(fileName) is not XML that can be read: line \(line): \(reason.prefix(200)).")
  }

  /// Moves to the next angle bracket; `false` where there is none.
  private mutating func passText() throws(JournalError) -> Bool {
    let allowsText = !open.isEmpty
    while true {
      let (count, isFound, lines) = input.withWindow { window -> (Int, Bool, Int) in
        var lines = 0
        var index = 0
        while index < window.count {
          let byte = window[index]
          if byte == UInt8(ascii: "<") || byte > 0x20 && !allowsText { return (index, true, lines) }
          if byte == 0x0A { lines &+= 1 }
          index &+= 1
        }
        return (index, false, lines)
      }
      if keepsText, count > 0 { try keep(count) }
      passedLines &+= lines
      input.consume(count)
      if isFound {
        if input[0] == UInt8(ascii: "<") { return true }
        line = passedLines + 1
        throw fault("there is text outside the root element")
      }
      if input.isAtEnd { return false }
      try input.fill()
    }
  }

  private mutating func keep(_ count: Int) throws(JournalError) {
    guard textBytes.count + count <= Self.textByteLimit else {
      throw fault("the text of an element is longer than \(Self.textByteLimit >> 20) MiB")
    }
    input.withWindow { window in
      for index in 0..<count { textBytes.append(window[index]) }
    }
  }

  private mutating func starts(with text: StaticString) throws(JournalError) -> Bool {
    while input.available < text.utf8CodeUnitCount, !input.isAtEnd { try input.fill() }
    return text.withUTF8Buffer { bytes in input.starts(with: Array(bytes)) }
  }

  /// Passes over everything up to and with a text, which is the start of an end that the error names.
  private mutating func pass(through text: StaticString, ofEnd name: StaticString? = nil) throws(JournalError) {
    let end = text.withUTF8Buffer { Array($0) }
    while true {
      let found = input.withWindow { window -> Int? in
        var index = 0
        while index + end.count <= window.count {
          if window[index] == end[0], end.indices.allSatisfy({ window[index + $0] == end[$0] }) { return index }
          index += 1
        }
        return nil
      }
      if let found {
        consume(found + end.count)
        return
      }
      guard !input.isAtEnd else { throw fault("'\(name ?? text)' is missing") }
      consume(max(0, input.available - end.count + 1))
      try input.fill()
    }
  }

  private mutating func consume(_ count: Int) {
    passedLines &+= input.withWindow { window in
      var lines = 0
      for index in 0..<count where window[index] == 0x0A { lines &+= 1 }
      return lines
    }
    input.consume(count)
  }

  /// Character data is text as it is, in which an ampersand begins nothing.
  private mutating func passCharacterData() throws(JournalError) {
    consume(9)
    let count = textBytes.count
    while true {
      let found = input.withWindow { window -> Int? in
        var index = 0
        while index + 3 <= window.count {
          if window[index] == UInt8(ascii: "]"), window[index + 1] == UInt8(ascii: "]"), window[index + 2] == 0x3E {
            return index
          }
          index += 1
        }
        return nil
      }
      let taken = found ?? max(0, input.available - 2)
      if keepsText, taken > 0 { try keep(taken) }
      consume(taken + (found == nil ? 0 : 3))
      if found != nil { break }
      guard !input.isAtEnd else { throw fault("']]>' is missing") }
      try input.fill()
    }
    guard keepsText else { return }
    let escaped = textBytes[count...].flatMap { $0 == UInt8(ascii: "&") ? Array("&amp;".utf8) : [$0] }
    textBytes.replaceSubrange(count..., with: escaped)
  }

  /// Passes over a document type, to the end of its declarations, with their quotes and comments.
  private mutating func passDocumentType() throws(JournalError) {
    var hasDeclarations = false
    var quote: UInt8?
    while true {
      if input.available == 0 {
        guard !input.isAtEnd else { throw fault("the document type does not end") }
        try input.fill()
        continue
      }
      let byte = input[0]
      if quote == nil, byte == UInt8(ascii: "<"), try starts(with: "<!--") {
        try pass(through: "-->")
        continue
      }
      consume(1)
      switch byte {
      case _ where quote != nil: if byte == quote { quote = nil }
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "["): hasDeclarations = true
      case UInt8(ascii: "]"): hasDeclarations = false
      case UInt8(ascii: ">"): if !hasDeclarations { return }
      default: break
      }
    }
  }

  // MARK: Tags

  /// The part of a tag that a byte follows.
  private enum TagPart {
    case name, space, key, keyEnd, equals, value, valueEnd, slash
  }

  private mutating func readTag() throws(JournalError) -> Token {
    var scanned = 1
    var part = TagPart.name
    var quote: UInt8 = 0
    var end: Int?
    while true {
      // -1 is a tag that is malformed.
      end = input.withWindow { window -> Int? in
        while scanned < window.count {
          let byte = window[scanned]
          scanned &+= 1
          if part == .value {
            if byte == quote { part = .valueEnd } else if byte == UInt8(ascii: "<") { return -1 }
            continue
          }
          // Most bytes are letters, which come after all marks.
          if byte > UInt8(ascii: ">"), part == .key || part == .name { continue }
          switch byte {
          case UInt8(ascii: ">"):
            return part == .equals ? -1 : scanned - 1
          case UInt8(ascii: "/"):
            guard part == .name || part == .space || part == .valueEnd else { return -1 }
            if scanned > 2 { part = .slash }
          case UInt8(ascii: "="):
            guard part == .key || part == .keyEnd else { return -1 }
            part = .equals
          case UInt8(ascii: "\""), UInt8(ascii: "'"):
            guard part == .equals else { return -1 }
            (part, quote) = (.value, byte)
          case UInt8(ascii: "<"): return -1
          case ...0x20:
            switch part {
            case .name, .valueEnd: part = .space
            case .key: part = .keyEnd
            case .slash: return -1
            default: break
            }
          default:
            switch part {
            case .name, .key: break
            // Exports of iOS 8 have names with spaces.
            case .space, .keyEnd: part = .key
            default: return -1
            }
          }
        }
        return nil
      }
      if end != nil { break }
      guard !input.isAtEnd else { throw fault("the file ends within a tag") }
      try input.fillToDouble(forRow: line)
    }
    guard let end, end > 1 else { throw fault("a tag is malformed") }
    let isEnd = input[1] == UInt8(ascii: "/")
    let isEmpty = !isEnd && input[end - 1] == UInt8(ascii: "/")
    let nameStart = isEnd ? 2 : 1
    var nameEnd = nameStart
    while nameEnd < end, input[nameEnd] > 0x20, input[nameEnd] != UInt8(ascii: "/") { nameEnd += 1 }
    guard nameEnd > nameStart else { throw fault("a tag has no name") }
    if isEnd, (nameEnd..<end).contains(where: { input[$0] > 0x20 }) { throw fault("a tag is malformed") }
    let fullName = input.withWindow { window in
      window.extracting(nameStart..<nameEnd).withUnsafeBufferPointer { Array($0) }
    }
    if isEnd {
      guard open.last == fullName else {
        throw fault("the end tag \(String(decoding: fullName, as: UTF8.self)) closes no element that is open")
      }
      open.removeLast()
    } else {
      guard open.count < Self.depthLimit else { throw fault("elements are nested more than \(Self.depthLimit) deep") }
      guard !open.isEmpty || !hasRoot else { throw fault("a second root element starts") }
      hasRoot = true
      open.append(fullName)
      tag.removeAll(keepingCapacity: true)
      input.withWindow { window in
        window.extracting(nameEnd..<end).withUnsafeBufferPointer { tag.append(contentsOf: $0) }
      }
      isEmptyElement = isEmpty
    }
    name = decodedName(fullName)
    consume(end + 1)
    return isEnd ? .end : .start
  }

  private mutating func decodedName(_ bytes: [UInt8]) -> String {
    if let known = names[bytes] { return known }
    let local = bytes.lastIndex(of: UInt8(ascii: ":")).map { bytes[($0 + 1)...] } ?? bytes[...]
    let name = String(decoding: local, as: UTF8.self)
    // A file can have any number of names.
    if names.count < 1000 { names[bytes] = name }
    return name
  }

  private func attributeRange(_ name: StaticString) throws(JournalError) -> Range<Int>? {
    let wanted = name.withUTF8Buffer { Array($0) }
    var found: Range<Int>?
    var position = 0
    while position < tag.count {
      while position < tag.count, tag[position] <= 0x20 || tag[position] == UInt8(ascii: "/") { position += 1 }
      let start = position
      while position < tag.count, tag[position] != UInt8(ascii: "="), tag[position] > 0x20 { position += 1 }
      let key = tag[start..<position]
      while position < tag.count, tag[position] <= 0x20 || tag[position] == UInt8(ascii: "=") { position += 1 }
      guard position < tag.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(tag[position]) else { continue }
      guard let end = tag[(position + 1)...].firstIndex(of: tag[position]) else { break }
      if key.elementsEqual(wanted) {
        guard found == nil else { throw fault("the attribute \(name) occurs twice") }
        found = position + 1..<end
      }
      position = end + 1
    }
    return found
  }

  /// Text with its entities resolved and its line ends as one line feed each; in an attribute, white space is spaces.
  private func decoded(_ bytes: ArraySlice<UInt8>, isAttribute: Bool = false) throws(JournalError) -> String {
    guard bytes.contains(where: { $0 == UInt8(ascii: "&") || $0 == 0x0D || $0 < 0x20 && isAttribute }) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    var text: [UInt8] = []
    var position = bytes.startIndex
    while position < bytes.endIndex {
      guard bytes[position] == UInt8(ascii: "&") else {
        let byte = bytes[position]
        position += 1
        if byte == 0x0D, position < bytes.endIndex, bytes[position] == 0x0A { position += 1 }
        text.append([0x09, 0x0A, 0x0D].contains(byte) ? (isAttribute ? 0x20 : byte == 0x09 ? byte : 0x0A) : byte)
        continue
      }
      guard let end = bytes[position...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
        throw fault("an ampersand begins no entity")
      }
      let entity = String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
      switch entity {
      case "amp": text.append(UInt8(ascii: "&"))
      case "lt": text.append(UInt8(ascii: "<"))
      case "gt": text.append(UInt8(ascii: ">"))
      case "quot": text.append(UInt8(ascii: "\""))
      case "apos": text.append(UInt8(ascii: "'"))
      default:
        let digits = entity.dropFirst()
        let code =
          !entity.hasPrefix("#") || entity.contains("+")
          ? nil : digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let scalar = code.flatMap(Unicode.Scalar.init),
          scalar.value > 0x1F || [9, 10, 13].contains(scalar.value),
          scalar != "\u{FFFE}", scalar != "\u{FFFF}"
        else {
          throw fault("it names the entity '\(entity)', which is not one of XML's own; nothing is looked up for it")
        }
        text.append(contentsOf: String(Character(scalar)).utf8)
      }
      position = end + 1
    }
    return String(decoding: text, as: UTF8.self)
  }
}

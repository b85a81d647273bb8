internal import CZlib
internal import CheckInJournal
internal import EventLog

/// Reads a zip archive: the list of its files, and each file that is asked for.
///
/// Nothing is believed: the list of files must have exactly the size, the end and the number of entries that the
/// archive declares, every offset is checked against the archive's size, a file is unpacked only as far as the list
/// says, and its checksum is compared. Archives of more than 4 GiB, archives in several parts, encrypted files and
/// other methods than DEFLATE are rejected, with the advice to unpack them.
struct ZipArchive {
  struct Entry {
    var name: String
    /// The name's bytes, which are in the file's own header as well.
    fileprivate var nameBytes: [UInt8]
    fileprivate var method: Int
    fileprivate var checksum: UInt32
    fileprivate var packedCount: Int
    fileprivate var byteCount: Int
    fileprivate var headerOffset: Int
    fileprivate var isEncrypted: Bool
  }

  /// The files, without folders.
  private(set) var entries: [Entry] = []

  private static let chunkByteCount = 1 << 20

  private let path: String
  private let file: any File
  private let size: Int

  /// Reads the list.
  ///
  /// - Throws: `JournalError` with `.refusedInput` where it is no archive that can be read, `.notFound`,
  ///   `.inputOutput`.
  init(_ path: String) throws(JournalError) {
    self.path = path
    do throws(FileError) {
      file = try DiskFileSystem(followsLinks: true).open(path, for: .reading)
      size = try file.size()
    } catch {
      throw JournalError(error)
    }
    try readList()
  }

  /// Returns `true` if an input starts like a ZIP archive that contains files.
  static func begins(_ input: borrowing InputFile) -> Bool { input.starts(with: [0x50, 0x4B, 3, 4]) }

  private func fault(_ reason: Message) -> JournalError {
    JournalError(
      .refusedInput, "\(path) is no zip archive that can be read: \(reason). Unpack it, and name the folder.")
  }

  private func bytes(at offset: Int, _ count: Int) throws(JournalError) -> [UInt8] {
    guard offset >= 0, count >= 0, offset <= size, count <= size - offset else {
      throw fault("it is cut short at byte \(size)")
    }
    do throws(FileError) { return try file.readBytes(at: offset, count: count) } catch { throw JournalError(error) }
  }

  private mutating func readList() throws(JournalError) {
    // The end's record has 22 bytes and a comment of up to 65535.
    let tailCount = min(size, 22 + 65_535)
    let tail = try bytes(at: size - tailCount, tailCount)
    guard let end = Self.endRecord(tail) else { throw fault("the list of its files is missing") }
    let count = Self.number(in: tail, at: end + 10, byteCount: 2)
    let listCount = Self.number(in: tail, at: end + 12, byteCount: 4)
    let listOffset = Self.number(in: tail, at: end + 16, byteCount: 4)
    guard count != 0xFFFF, listCount != 0xFFFF_FFFF, listOffset != 0xFFFF_FFFF else {
      throw fault("it is larger than 4 GiB")
    }
    guard Self.number(in: tail, at: end + 4, byteCount: 4) == 0 else { throw fault("it is one of several parts") }
    let list = try bytes(at: listOffset, listCount)
    let listEnd = listOffset + listCount
    let between = try bytes(at: listEnd, size - tailCount + end - listEnd)
    guard between.isEmpty || Self.repeatsEndRecord(between, count: count, listCount: listCount, listOffset: listOffset)
    else {
      throw fault("the list of its files is damaged at byte \(listEnd)")
    }
    var names: Set<String> = []
    var position = 0
    var total = 0
    while position < list.count {
      total += 1
      let start = position
      let damaged = fault("the list of its files is damaged at byte \(listOffset + start)")
      guard start + 46 <= list.count, Self.number(in: list, at: start, byteCount: 4) == 0x0201_4B50 else {
        throw damaged
      }
      let nameEnd = start + 46 + Self.number(in: list, at: start + 28, byteCount: 2)
      position =
        nameEnd + Self.number(in: list, at: start + 30, byteCount: 2)
        + Self.number(in: list, at: start + 32, byteCount: 2)
      guard position <= list.count,
        let name = Self.name(
          list[(start + 46)..<nameEnd], isUTF8: Self.number(in: list, at: start + 9, byteCount: 1) & 8 != 0)
      else { throw damaged }
      if name.hasSuffix("/") { continue }
      guard names.insert(name).inserted else { throw fault("it has '\(name.prefix(80))' twice") }
      entries.append(
        Entry(
          name: name, nameBytes: Array(list[(start + 46)..<nameEnd]),
          method: Self.number(in: list, at: start + 10, byteCount: 2),
          checksum: UInt32(Self.number(in: list, at: start + 16, byteCount: 4)),
          packedCount: Self.number(in: list, at: start + 20, byteCount: 4),
          byteCount: Self.number(in: list, at: start + 24, byteCount: 4),
          headerOffset: Self.number(in: list, at: start + 42, byteCount: 4),
          isEncrypted: Self.number(in: list, at: start + 8, byteCount: 2) & 1 == 1))
    }
    // The number has 16 bits, and some programs write the lowest ones of a larger number.
    guard total & 0xFFFF == count else {
      throw fault("the list of its files has \(total) entries, and it declares \(count)")
    }
  }

  /// The position of the end's record: the last one whose comment ends where the archive does.
  private static func endRecord(_ bytes: [UInt8]) -> Int? {
    stride(from: bytes.count - 22, through: 0, by: -1).first {
      number(in: bytes, at: $0, byteCount: 4) == 0x0605_4B50
        && $0 + 22 + number(in: bytes, at: $0 + 20, byteCount: 2) == bytes.count
    }
  }

  /// `true` if bytes are the two records of large archives (Zip64), with the same values as the end's record.
  private static func repeatsEndRecord(_ bytes: [UInt8], count: Int, listCount: Int, listOffset: Int) -> Bool {
    let locator = bytes.count - 20
    return locator >= 56 && number(in: bytes, at: 0, byteCount: 4) == 0x0606_4B50
      && number(in: bytes, at: 4, byteCount: 8) == locator - 12
      && number(in: bytes, at: 24, byteCount: 8) == count && number(in: bytes, at: 32, byteCount: 8) == count
      && number(in: bytes, at: 40, byteCount: 8) == listCount
      && number(in: bytes, at: 48, byteCount: 8) == listOffset
      && number(in: bytes, at: locator, byteCount: 4) == 0x0706_4B50
      && number(in: bytes, at: locator + 8, byteCount: 8) == listOffset + listCount
  }

  /// The text of a name; `nil` if it has a zero byte, or is declared as UTF-8 and isn't.
  ///
  /// A name that is neither declared as UTF-8 nor valid in it is in code page 437, as the format specifies.
  private static func name(_ bytes: ArraySlice<UInt8>, isUTF8: Bool) -> String? {
    if bytes.contains(0) { return nil }
    if let name = String(validating: bytes, as: UTF8.self) { return name }
    return isUTF8 ? nil : String(bytes.map { $0 < 0x80 ? Character(Unicode.Scalar($0)) : codePage437[Int($0) - 0x80] })
  }

  /// The characters from 0x80 on.
  private static let codePage437 = Array(
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
      + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}")

  private static func number(in bytes: [UInt8], at offset: Int, byteCount count: Int) -> Int {
    var value = 0
    for index in 0..<count { value |= Int(bytes[offset + index]) << (8 * index) }
    return value
  }

  /// Unpacks a file.
  ///
  /// - Parameter sink: takes its bytes in their order.
  /// - Throws: `refusedInput` where it is damaged, `inputOutput`, and what the sink throws.
  func unpack(_ entry: Entry, sink: @escaping ([UInt8]) throws -> Void) throws {
    guard !entry.isEncrypted else { throw fault("'\(entry.name.prefix(80))' is encrypted") }
    guard entry.method == 0 || entry.method == 8 else {
      throw fault("'\(entry.name.prefix(80))' is packed by method \(entry.method)")
    }
    let header = try bytes(at: entry.headerOffset, 30 + entry.nameBytes.count)
    guard Self.number(in: header, at: 0, byteCount: 4) == 0x0403_4B50, header[30...].elementsEqual(entry.nameBytes)
    else {
      throw fault("'\(entry.name.prefix(80))' does not begin at byte \(entry.headerOffset)")
    }
    let start =
      entry.headerOffset + 30 + Self.number(in: header, at: 26, byteCount: 2)
      + Self.number(in: header, at: 28, byteCount: 2)
    var checksum: UInt = 0
    var unpacked = 0
    let damaged = fault("'\(entry.name.prefix(80))' is damaged")
    func take(_ bytes: [UInt8]) throws {
      unpacked += bytes.count
      guard unpacked <= entry.byteCount else { throw damaged }
      checksum = crc32(checksum, bytes, UInt32(bytes.count))
      try sink(bytes)
    }
    var read = 0
    func next() throws -> [UInt8] {
      let count = min(Self.chunkByteCount, entry.packedCount - read)
      let chunk = try bytes(at: start + read, count)
      read += count
      return chunk
    }
    if entry.method == 0 {
      while read < entry.packedCount { try take(try next()) }
    } else {
      do { try Inflater(source: next, sink: take).run() } catch is Inflater.Damaged { throw damaged }
    }
    guard unpacked == entry.byteCount, checksum == UInt(entry.checksum) else { throw damaged }
  }
}

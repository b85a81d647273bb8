internal import CZlib
internal import CheckInJournal
internal import EventLog

/// Reads a zip archive: the list of its files, and each file that is asked for.
///
/// Nothing is believed: every offset and count is checked against the archive's size, a file is unpacked only as far as
/// the list says, and its checksum is compared. Archives of more than 4 GiB, encrypted files and other methods than
/// DEFLATE are refused, with the advice to unpack them.
struct ZipArchive {
  struct Entry {
    var name: String
    fileprivate var method: Int
    fileprivate var checksum: UInt32
    fileprivate var packedCount: Int
    fileprivate var byteCount: Int
    fileprivate var headerOffset: Int
    fileprivate var isEncrypted: Bool
  }

  /// The files, without folders.
  private(set) var entries: [Entry] = []

  private static let entryLimit = 1_000_000
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
      file = try DiskFileSystem().open(path, for: .reading)
      size = try file.size()
    } catch {
      throw JournalError(error)
    }
    try readList()
  }

  /// Whether an input begins as an archive with files does.
  static func begins(_ input: borrowing InputFile) -> Bool { input.starts(with: [0x50, 0x4B, 3, 4]) }

  private func fault(_ reason: String) -> JournalError {
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
    guard let end = Self.lastEndRecord(tail) else { throw fault("the list of its files is missing") }
    let count = Self.number(tail, end + 10, 2)
    let listCount = Self.number(tail, end + 12, 4)
    let listOffset = Self.number(tail, end + 16, 4)
    guard count != 0xFFFF, listCount != 0xFFFF_FFFF, listOffset != 0xFFFF_FFFF else {
      throw fault("it is larger than 4 GiB")
    }
    let list = try bytes(at: listOffset, listCount)
    var position = 0
    while position + 46 <= list.count, entries.count < Self.entryLimit {
      guard Self.number(list, position, 4) == 0x0201_4B50 else {
        throw fault("the list of its files is damaged at byte \(listOffset + position)")
      }
      let nameCount = Self.number(list, position + 28, 2)
      let next = position + 46 + nameCount + Self.number(list, position + 30, 2) + Self.number(list, position + 32, 2)
      guard next <= list.count else { throw fault("the list of its files is damaged at byte \(listOffset + position)") }
      let name = String(decoding: list[(position + 46)..<(position + 46 + nameCount)], as: UTF8.self)
      let entry = Entry(
        name: name, method: Self.number(list, position + 10, 2),
        checksum: UInt32(Self.number(list, position + 16, 4)), packedCount: Self.number(list, position + 20, 4),
        byteCount: Self.number(list, position + 24, 4), headerOffset: Self.number(list, position + 42, 4),
        isEncrypted: Self.number(list, position + 8, 2) & 1 == 1)
      if !name.hasSuffix("/") { entries.append(entry) }
      position = next
    }
  }

  private static func lastEndRecord(_ bytes: [UInt8]) -> Int? {
    var position = bytes.count - 22
    while position >= 0 {
      if number(bytes, position, 4) == 0x0605_4B50 { return position }
      position -= 1
    }
    return nil
  }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
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
    let header = try bytes(at: entry.headerOffset, 30)
    guard Self.number(header, 0, 4) == 0x0403_4B50 else {
      throw fault("'\(entry.name.prefix(80))' does not begin at byte \(entry.headerOffset)")
    }
    let start = entry.headerOffset + 30 + Self.number(header, 26, 2) + Self.number(header, 28, 2)
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

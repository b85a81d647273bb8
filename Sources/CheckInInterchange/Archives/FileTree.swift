internal import CheckInJournal
internal import EventLog

/// The files of a folder, or of a zip archive as if it were unpacked.
final class FileTree {
  /// Its name in messages.
  let path: String
  /// The files by their paths in the innermost folder that contains all of them, sorted, without links and files that
  /// systems hide.
  let names: [String]

  private enum Source {
    case folder
    case archive(ZipArchive, [String: ZipArchive.Entry], TemporaryFolder)
  }

  private static let fileLimit = 200_000
  private static let depthLimit = 8
  private let source: Source
  /// The path of the innermost folder that contains all files, with its slash, or an empty text.
  private let root: String
  private var unpackedCount = 0

  /// - Throws: `JournalError` with `.refusedInput` for an archive that cannot be read, `.inputOutput`.
  init(archive path: String) throws(JournalError) {
    let archive = try ZipArchive(path)
    var entries: [String: ZipArchive.Entry] = [:]
    for entry in archive.entries where !Self.isHidden(entry.name) { entries[entry.name] = entry }
    self.path = path
    (root, names) = Self.relative(entries.keys.sorted())
    self.source = .archive(archive, entries, try TemporaryFolder())
  }

  /// - Throws: `JournalError` with `.refusedInput` for more files than an export has, `.inputOutput`.
  init(folder path: String) throws(JournalError) {
    var names: [String] = []
    let fileSystem = DiskFileSystem(followsLinks: true)
    var folders = [""]
    while let folder = folders.popLast() {
      do throws(FileError) {
        for name in try fileSystem.list(folder.isEmpty ? path : "\(path)/\(folder)") where !Self.isHidden(name) {
          let inner = folder.isEmpty ? name : "\(folder)/\(name)"
          switch try fileSystem.kind(of: "\(path)/\(inner)") {
          case .file: names.append(inner)
          case .directory: if inner.count(where: { $0 == "/" }) < Self.depthLimit { folders.append(inner) }
          default: break
          }
        }
      } catch {
        throw JournalError(error)
      }
      guard names.count <= Self.fileLimit else {
        throw JournalError(
          .refusedInput, "\(path) has more than \(Self.fileLimit) files; name the export's own folder.")
      }
    }
    self.path = path
    (root, self.names) = Self.relative(names.sorted())
    self.source = .folder
  }

  private static func isHidden(_ name: String) -> Bool {
    name.hasPrefix(".") || name.hasPrefix("__MACOSX/") || name.contains("/.")
  }

  /// Splits paths into the innermost folder that contains all of them, and their paths in it.
  private static func relative(_ paths: [String]) -> (root: String, names: [String]) {
    var root = (paths.first ?? "").utf8[...]
    repeat {
      root = root.dropLast()
      while let last = root.last, last != UInt8(ascii: "/") { root = root.dropLast() }
    } while !paths.allSatisfy { $0.utf8.starts(with: root) }
    return (String(Substring(root)), paths.map { String(Substring($0.utf8.dropFirst(root.count))) })
  }

  /// The name of a file in messages.
  func shown(_ name: String) -> String { "\(path)/\(root)\(name)" }

  /// Opens a text file.
  ///
  /// - Parameter byteCount: the number of bytes that are read; an archive's file is not unpacked further.
  /// - Throws: as ``file(_:upTo:)`` and `InputFile.open` do.
  func open(_ name: String, upTo byteCount: Int = .max) throws(JournalError) -> InputFile {
    var input = try InputFile.open(try file(name, upTo: byteCount), name: shown(name))
    try input.requireUTF8()
    return input
  }

  /// Opens a text file of which more than `byteLimit` bytes of UTF-8 aren't accepted.
  ///
  /// - Throws: as ``file(_:upTo:)`` and `InputFile.open` do.
  func open(_ name: String, decoding byteLimit: Int) throws(JournalError) -> InputFile {
    // A byte of UTF-8 can come from two of UTF-16; the rest is for marks at the beginning.
    try open(name, upTo: 2 * byteLimit + 64)
  }

  /// The path under which a file can be read; an archive's file is unpacked for it.
  ///
  /// - Throws: `refusedInput` where it is damaged, `notFound`, `inputOutput`.
  private func file(_ name: String, upTo byteCount: Int) throws(JournalError) -> String {
    switch source {
    case .folder: return "\(path)/\(root)\(name)"
    case .archive(let archive, let entries, let folder):
      guard let entry = entries[root + name] else { throw JournalError(.notFound, "There is no file \(shown(name)).") }
      unpackedCount += 1
      let target = "\(folder.path)/\(unpackedCount)"
      struct Enough: Error {}
      do {
        let file = try DiskFileSystem().create(target)
        var offset = 0
        try archive.unpack(entry) { bytes in
          try file.writeAll(bytes.span.bytes, at: offset)
          offset += bytes.count
          if offset >= byteCount { throw Enough() }
        }
      } catch is Enough {
      } catch {
        throw JournalError(error)
      }
      return target
    }
  }

  /// The bytes of a file; `nil` where there is none, or it has more.
  func bytes(_ name: String, atMost limit: Int) throws -> [UInt8]? {
    guard names.contains(name) else { return nil }
    switch source {
    case .folder:
      let file = try DiskFileSystem(followsLinks: true).open("\(path)/\(root)\(name)", for: .reading)
      let size = try file.size()
      return size <= limit ? try file.readBytes(at: 0, count: size) : nil
    case .archive(let archive, let entries, _):
      guard let entry = entries[root + name] else { return nil }
      var bytes: [UInt8] = []
      struct TooLong: Error {}
      do {
        try archive.unpack(entry) { part in
          bytes += part
          if bytes.count > limit { throw TooLong() }
        }
      } catch is TooLong {
        return nil
      }
      return bytes
    }
  }
}

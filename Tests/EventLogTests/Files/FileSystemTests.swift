import EventLog
import Glibc
import TestSupport
import Testing

/// A file system together with a directory in it that is empty.
struct FileSystemUnderTest: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let make: @Sendable () throws -> (fileSystem: any FileSystem, root: String, keeper: AnyObject?)

  static let all: [FileSystemUnderTest] = [
    FileSystemUnderTest(testDescription: "disk") {
      let directory = try TemporaryDirectory()
      return (DiskFileSystem(), directory.path, directory)
    },
    FileSystemUnderTest(testDescription: "simulated") { (SimulatedFileSystem(), "", nil) },
  ]
}

/// What the journal relies on, held against every file system that it runs on.
@Suite("File systems")
struct FileSystemTests {
  @Test("A file is created once", arguments: FileSystemUnderTest.all)
  func createsExclusively(_ subject: FileSystemUnderTest) throws {
    let (fileSystem, root, keeper) = try subject.make()
    _ = try fileSystem.create(root + "/a")
    #expect(error { _ = try fileSystem.create(root + "/a") } == EEXIST)
    #expect(try fileSystem.kind(of: root + "/a") == .file)
    withExtendedLifetime(keeper) {}
  }

  @Test("What is missing gives ENOENT", arguments: FileSystemUnderTest.all)
  func missing(_ subject: FileSystemUnderTest) throws {
    let (fileSystem, root, keeper) = try subject.make()
    let path = root + "/none"
    #expect(try fileSystem.kind(of: path) == nil)
    #expect(error { _ = try fileSystem.open(path, for: .reading) } == ENOENT)
    #expect(error { _ = try fileSystem.create(path + "/below") } == ENOENT)
    #expect(error { _ = try fileSystem.list(path) } == ENOENT)
    #expect(error { try fileSystem.remove(path) } == ENOENT)
    #expect(error { try fileSystem.rename(path, to: root + "/other") } == ENOENT)
    #expect(error { try fileSystem.createDirectory(path + "/below") } == ENOENT)
    #expect(error { try fileSystem.synchronizeDirectory(path) } == ENOENT)
    withExtendedLifetime(keeper) {}
  }

  @Test("Reads are short at the end and empty behind it", arguments: FileSystemUnderTest.all)
  func reads(_ subject: FileSystemUnderTest) throws {
    let (fileSystem, root, keeper) = try subject.make()
    let file = try fileSystem.create(root + "/a")
    try file.put([1, 2, 3, 4, 5], at: 0)
    #expect(try file.size() == 5)
    #expect(try file.readBytes(at: 0, count: 5) == [1, 2, 3, 4, 5])
    #expect(try file.readBytes(at: 3, count: 10) == [4, 5])
    #expect(try file.readBytes(at: 5, count: 10) == [])
    #expect(try file.readBytes(at: 50, count: 10) == [])
    let reader = try fileSystem.open(root + "/a", for: .reading)
    #expect(try reader.readBytes(at: 1, count: 2) == [2, 3])
    #expect(error { _ = try reader.put([9], at: 0) } == EBADF)
    withExtendedLifetime(keeper) {}
  }

  @Test("Writes behind the end leave zeros; truncating cuts and fills", arguments: FileSystemUnderTest.all)
  func writesAndTruncates(_ subject: FileSystemUnderTest) throws {
    let (fileSystem, root, keeper) = try subject.make()
    let file = try fileSystem.create(root + "/a")
    try file.put([1, 2], at: 2)
    #expect(try file.readBytes(at: 0, count: 9) == [0, 0, 1, 2])
    try file.put([7], at: 1)
    try file.truncate(to: 3)
    #expect(try file.readBytes(at: 0, count: 9) == [0, 7, 1])
    try file.truncate(to: 5)
    #expect(try file.readBytes(at: 0, count: 9) == [0, 7, 1, 0, 0])
    try file.synchronize()
    withExtendedLifetime(keeper) {}
  }

  @Test("Renaming replaces, and open files stay what they were", arguments: FileSystemUnderTest.all)
  func renames(_ subject: FileSystemUnderTest) throws {
    let (fileSystem, root, keeper) = try subject.make()
    let old = try fileSystem.create(root + "/a")
    try old.put([1], at: 0)
    let new = try fileSystem.create(root + "/b")
    try new.put([2], at: 0)
    try fileSystem.rename(root + "/b", to: root + "/a")
    #expect(try fileSystem.kind(of: root + "/b") == nil)
    #expect(try fileSystem.open(root + "/a", for: .reading).readBytes(at: 0, count: 9) == [2])
    #expect(try old.readBytes(at: 0, count: 9) == [1])
    withExtendedLifetime(keeper) {}
  }

  @Test("Directories are listed sorted and are no files", arguments: FileSystemUnderTest.all)
  func directories(_ subject: FileSystemUnderTest) throws {
    let (fileSystem, root, keeper) = try subject.make()
    try fileSystem.createDirectories(root + "/x/y/z")
    try fileSystem.createDirectories(root + "/x/y/z")
    #expect(try fileSystem.kind(of: root + "/x/y/z") == .directory)
    #expect(error { try fileSystem.createDirectory(root + "/x") } == EEXIST)
    #expect(error { _ = try fileSystem.open(root + "/x", for: .reading) } == EISDIR)
    for name in ["c", "a", "B", "b"] { _ = try fileSystem.create(root + "/x/y/z/" + name) }
    #expect(try fileSystem.list(root + "/x/y/z") == ["B", "a", "b", "c"])
    #expect(try fileSystem.list(root + "/x") == ["y"])
    #expect(error { _ = try fileSystem.list(root + "/x/y/z/a") } == ENOTDIR)
    withExtendedLifetime(keeper) {}
  }

  @Test("Removing frees the name", arguments: FileSystemUnderTest.all)
  func removes(_ subject: FileSystemUnderTest) throws {
    let (fileSystem, root, keeper) = try subject.make()
    let file = try fileSystem.create(root + "/a")
    try file.put([1], at: 0)
    try fileSystem.remove(root + "/a")
    #expect(try fileSystem.kind(of: root + "/a") == nil)
    #expect(try file.readBytes(at: 0, count: 1) == [1])
    #expect(try fileSystem.create(root + "/a").size() == 0)
    withExtendedLifetime(keeper) {}
  }

  @Test("Replacing a file atomically also replaces a leftover", arguments: FileSystemUnderTest.all)
  func writesAtomically(_ subject: FileSystemUnderTest) throws {
    let (fileSystem, root, keeper) = try subject.make()
    try fileSystem.create(root + "/a.new").put([9, 9, 9], at: 0)
    for content: [UInt8] in [[1, 2], [3], []] {
      try fileSystem.writeAtomically(content.span.bytes, to: root + "/a")
      #expect(try fileSystem.open(root + "/a", for: .reading).readBytes(at: 0, count: 9) == content)
      #expect(try fileSystem.list(root.isEmpty ? "/" : root) == ["a"])
    }
    withExtendedLifetime(keeper) {}
  }

  @Test("Only one handle holds the lock, until it gives it back or goes", arguments: FileSystemUnderTest.all)
  func locks(_ subject: FileSystemUnderTest) throws {
    let (fileSystem, root, keeper) = try subject.make()
    _ = try fileSystem.create(root + "/lock")
    var first: (any File)? = try fileSystem.open(root + "/lock", for: .readingAndWriting)
    let second = try fileSystem.open(root + "/lock", for: .readingAndWriting)
    #expect(try first?.tryLock() == true)
    #expect(try first?.tryLock() == true)
    #expect(try second.tryLock() == false)
    try first?.unlock()
    #expect(try second.tryLock() == true)
    #expect(try first?.tryLock() == false)
    try second.unlock()
    #expect(try first?.tryLock() == true)
    first = nil
    #expect(try second.tryLock() == true)
    withExtendedLifetime(keeper) {}
  }

  private func error(_ body: () throws -> Void) -> Int32? {
    do {
      try body()
      return nil
    } catch {
      return (error as? FileError)?.number
    }
  }
}

internal import Foundation

/// A directory of the real file system that goes when its last reference does.
package final class TemporaryDirectory: Sendable {
  package let path: String

  package init() throws {
    HangWatch.noteActivity()
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("checkin-test-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  /// The journal at `path` as its log alone tells it, to be read: a link to its log, and a copy of its HEAD.
  package convenience init(logOf path: String) throws {
    try self.init()
    try FileManager.default.createSymbolicLink(
      atPath: self.path + "/log", withDestinationPath: path + "/log")
    try FileManager.default.copyItem(atPath: path + "/HEAD", toPath: self.path + "/HEAD")
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Every file below the directory, by its relative path. Directories have the content `nil`.
  package func files() throws -> [String: [UInt8]?] {
    var files: [String: [UInt8]?] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      var isDirectory: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isDirectory)
      files[name] = .some(isDirectory.boolValue ? nil : try read(name))
    }
    return files
  }

  package func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
  }

  package func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
  }

  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path + "/" + name)
  }

  package func copy(_ name: String, to newName: String) throws {
    try FileManager.default.copyItem(atPath: path + "/" + name, toPath: path + "/" + newName)
  }

  package func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: path + "/" + name)
  }
}

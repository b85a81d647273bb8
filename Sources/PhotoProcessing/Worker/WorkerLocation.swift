internal import Glibc

/// Where the worker is.
package enum WorkerLocation {
  static let name = "checkin-photo"

  /// The worker that belongs to the running executable.
  static func find() throws(PhotoError) -> String {
    try find(beside: try executableDirectory())
  }

  /// The worker that belongs to an executable in the directory: beside it, as it is built, or in `../libexec/checkin`, as
  /// it is installed.
  package static func find(beside directory: String) throws(PhotoError) -> String {
    for candidate in ["\(directory)/\(name)", "\(directory)/../libexec/checkin/\(name)"] {
      if access(candidate, X_OK) == 0 { return candidate }
    }
    throw .unavailable(
      "Photos need the program \(name), which is not in \(directory). Build it: swift build --product \(name)")
  }

  private static func executableDirectory() throws(PhotoError) -> String {
    let link = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      count = max(
        0,
        buffer.withMemoryRebound(to: CChar.self) {
          $0.baseAddress.map { readlink("/proc/self/exe", $0, Int(PATH_MAX)) } ?? 0
        })
    }
    let path = String(decoding: link, as: UTF8.self)
    guard let slash = path.lastIndex(of: "/") else {
      throw .unavailable("Photos need the program \(name), and where to look for it cannot be found out.")
    }
    return String(path[..<slash])
  }
}

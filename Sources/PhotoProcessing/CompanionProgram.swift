internal import Glibc

/// Programs that belong to the running one and are built or installed with it.
package enum CompanionProgram {
  /// The program of that name: beside the running executable, where it is built, or in `../libexec/checkin` from there,
  /// where it is installed. `nil` if it is in neither.
  package static func find(_ name: String, beside directory: String) -> String? {
    ["\(directory)/\(name)", "\(directory)/../libexec/checkin/\(name)"].first { access($0, X_OK) == 0 }
  }

  /// The directory of the running executable; `nil` if the system does not say.
  package static var directory: String? {
    let link = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      count = max(
        0,
        buffer.withMemoryRebound(to: CChar.self) {
          $0.baseAddress.map { readlink("/proc/self/exe", $0, Int(PATH_MAX)) } ?? 0
        })
    }
    let path = String(decoding: link, as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }
}

/// The place of the worker.
package enum WorkerLocation {
  static let name = "checkin-photo"

  /// The worker that belongs to the running executable.
  static func find() throws(PhotoError) -> String {
    guard let directory = CompanionProgram.directory else {
      throw .unavailable("Photos need the program \(name), and where to look for it cannot be found out.")
    }
    return try find(beside: directory)
  }

  /// The worker that belongs to an executable in the directory.
  package static func find(beside directory: String) throws(PhotoError) -> String {
    if let path = CompanionProgram.find(name, beside: directory) { return path }
    throw .unavailable(
      "Photos need the program \(name), which is not in \(directory). Build it: swift build --product \(name)")
  }
}

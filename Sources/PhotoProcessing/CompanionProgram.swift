internal import Glibc

/// Programs that belong to the running one and are built or installed with it.
package enum CompanionProgram {
  /// The program of that name: beside the running executable, as it is built, or in `../libexec/checkin` from there, as
  /// it is installed. `nil` where it is in neither.
  package static func find(_ name: String, beside directory: String) -> String? {
    ["\(directory)/\(name)", "\(directory)/../libexec/checkin/\(name)"].first { access($0, X_OK) == 0 }
  }

  /// The directory of the running executable; `nil` where the system does not tell.
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

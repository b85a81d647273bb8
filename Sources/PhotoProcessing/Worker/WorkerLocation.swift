/// Where the worker is.
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

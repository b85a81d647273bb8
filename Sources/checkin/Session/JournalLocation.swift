import CheckInJournal
import Glibc

/// Where the journal is.
struct JournalLocation {
  var path: String
  /// Whether the user named the place. A journal at the default place need not exist to be read.
  var isNamed: Bool

  /// The directory of `--journal`, else of `CHECKIN_JOURNAL`, else `checkin` in the XDG data directory.
  ///
  /// Throws a `CommandFailure` with status 64 if `option` is empty, or a variable is not UTF-8.
  init(option: String?) throws {
    if let option {
      guard !option.isEmpty else { throw CommandFailure.usage("--journal needs a directory") }
      self.init(path: option, isNamed: true)
    } else if let path = try Self.path(in: "CHECKIN_JOURNAL") {
      self.init(path: path, isNamed: true)
    } else {
      self.init(path: try Self.dataDirectory() + "/checkin", isNamed: false)
    }
  }

  private init(path: String, isNamed: Bool) {
    self.path = path
    self.isNamed = isNamed
  }

  /// Whether there is anything of a journal, or something in its place that the journal will complain about.
  var isOccupied: Bool {
    ["/log", "/HEAD", "/snapshot.sqlite"].contains { name in
      var status = stat()
      return lstat(path + name, &status) == 0 || errno != ENOENT
    } || Journal.hasPhotos(at: path)
  }

  /// The XDG base directory specification: an empty or relative path counts as unset.
  private static func dataDirectory() throws -> String {
    if let directory = try path(in: "XDG_DATA_HOME"), directory.hasPrefix("/") { return directory }
    if let home = try path(in: "HOME") { return home + "/.local/share" }
    guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return ".local/share" }
    return String(cString: home) + "/.local/share"
  }

  /// The path that a variable holds; `nil` if it is unset or empty. Foundation would repair one that is not UTF-8, and
  /// the journal would be looked for elsewhere.
  private static func path(in variable: String) throws -> String? {
    guard let value = getenv(variable), value.pointee != 0 else { return nil }
    guard let path = String(validatingCString: value) else {
      throw CommandFailure.usage("\(variable) is not valid UTF-8: \"\(String(cString: value))\"")
    }
    return path
  }
}

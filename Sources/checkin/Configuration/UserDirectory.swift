import CheckInJournal
import Glibc

/// Directories of the person who runs the command, by the XDG base directory specification: an empty or relative path
/// in a variable counts as unset.
enum UserDirectory {
  /// Throws a `CommandFailure` with status 64 if a variable is not UTF-8.
  static func data() throws -> String { try directory("XDG_DATA_HOME", default: ".local/share") }

  /// Throws a `CommandFailure` with status 64 if a variable is not UTF-8.
  static func configuration() throws -> String { try directory("XDG_CONFIG_HOME", default: ".config") }

  private static func directory(_ variable: String, default usual: String) throws -> String {
    if let directory = try path(in: variable), directory.hasPrefix("/") { return directory }
    if let home = try path(in: "HOME") { return "\(home)/\(usual)" }
    guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return usual }
    return "\(String(cString: home))/\(usual)"
  }

  /// The path that a variable holds; `nil` if it is unset or empty. Foundation would repair one that is not UTF-8, and
  /// files would be looked for elsewhere.
  static func path(in variable: String) throws -> String? {
    guard let value = getenv(variable), value.pointee != 0 else { return nil }
    guard let path = String(validatingCString: value) else {
      throw CommandFailure.usage("\(variable) is not valid UTF-8: \"\(String(cString: value))\"")
    }
    return path
  }
}

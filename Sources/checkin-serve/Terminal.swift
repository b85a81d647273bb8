import Glibc

/// What the program says.
enum Terminal {
  enum Channel: Int32 {
    case answers = 1
    case errors = 2
  }

  /// Writes a line at once, whatever reads it.
  static func say(_ line: String, to channel: Channel) {
    let bytes = Array((line + "\n").utf8)
    _ = write(channel.rawValue, bytes, bytes.count)
  }
}

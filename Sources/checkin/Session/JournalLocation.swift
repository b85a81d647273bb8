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
    } else if let path = try UserDirectory.path(in: "CHECKIN_JOURNAL") {
      self.init(path: path, isNamed: true)
    } else {
      self.init(path: try UserDirectory.data() + "/checkin", isNamed: false)
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
}

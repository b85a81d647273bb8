import CheckInJournal
import Glibc

/// The location of the journal.
struct JournalLocation {
  var path: String
  /// `true` if the user chose the location explicitly, with `--journal` or `CHECKIN_JOURNAL`.
  ///
  /// A journal at any other location can be read before it exists.
  var isNamed: Bool

  /// The directory of `--journal`, else of the journal that is named, else of `CHECKIN_JOURNAL`, else of the
  /// configuration file, else `checkin` in the XDG data directory.
  ///
  /// Throws a `CommandFailure` with status 64 if `option` is empty, there is no journal of the name, or a variable is
  /// not UTF-8.
  init(option: String?, name: String?, _ preferences: Preferences) throws {
    guard option == nil || name == nil else {
      throw CommandFailure.usage("--journal and --journal-name cannot be given together")
    }
    if let option {
      guard !option.isEmpty else { throw CommandFailure.usage("--journal needs a directory") }
      self.init(path: option, isNamed: true)
    } else if let name {
      // It need not exist yet either, as the one at the default place.
      self.init(path: try preferences.journal(named: name), isNamed: false)
    } else if let path = try UserDirectory.path(in: "CHECKIN_JOURNAL") {
      self.init(path: path, isNamed: true)
    } else if let set = preferences.value(of: .journal) {
      self.init(path: set.value, isNamed: false)
    } else {
      self.init(path: try UserDirectory.data() + "/checkin", isNamed: false)
    }
  }

  private init(path: String, isNamed: Bool) {
    self.path = path
    self.isNamed = isNamed
  }

  /// The path as a message shows it: `~` replaces the home directory.
  func shownPath(home: String?) -> String {
    guard let home, !home.isEmpty, path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.count)
  }

  /// `true` if the location contains a part of a journal, or something that prevents opening one.
  var isOccupied: Bool {
    ["/log", "/HEAD", "/snapshot.sqlite"].contains { name in
      var status = stat()
      return lstat(path + name, &status) == 0 || errno != ENOENT
    } || Journal.hasPhotos(at: path)
  }
}

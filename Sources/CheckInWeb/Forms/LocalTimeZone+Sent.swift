import CheckInJournal

extension LocalTimeZone {
  /// Returns `true` if a received text can be the name of an IANA time zone, known here or not.
  static func isName(_ text: String) -> Bool { text.wholeMatch(of: /[A-Za-z0-9_+\-\/]{1,64}/) != nil }

  /// The zone that a browser or a program names; `nil` if this machine does not know it.
  init?(sent name: String) {
    guard Self.isName(name) else { return nil }
    self.init(identifier: name)
  }
}

internal import CheckInJournal
internal import CheckInSync
internal import FoundationEssentials
internal import Glibc

/// `postgresql://…#identity-of-the-group`
struct PostgresAddress {
  /// The connection URI for libpq.
  var server: String
  var group: UUID?
  /// The address without account and options.
  var name: String
  /// The timeout of a response, in seconds.
  var timeLimit: Int32

  /// - Throws: `invalidValue` if the address contains a password, or something other than a group's identity after `#`.
  init(_ text: String) throws(JournalError) {
    try RemoteAddress.postgreSQL(text).requireNoPassword()
    server = text
    if let mark = text.lastIndex(of: "#") {
      guard let group = UUID(text: String(text[text.index(after: mark)...])) else {
        throw JournalError(.invalidValue, "The part of the address after # is not the identity of a group.")
      }
      (self.group, server) = (group, String(text[..<mark]))
    }
    name = RemoteAddress.name(ofServer: server)
    timeLimit = 60
    if let text = getenv("CHECKIN_SYNC_TIMEOUT").map({ String(cString: $0) }), !text.isEmpty {
      guard let seconds = Int32(text), seconds > 0 else {
        throw JournalError(.invalidValue, "CHECKIN_SYNC_TIMEOUT must be a number of seconds, such as 60.")
      }
      timeLimit = seconds
    }
  }
}

package import CheckInJournal

/// The address of the remote that a group syncs with: a folder's path, or `postgresql://…`.
public enum RemoteAddress: Hashable, Sendable {
  /// An absolute path.
  case folder(String)
  /// With `#` and the group's identity at the end, once that is known.
  case postgreSQL(String)

  /// - Parameter directory: the one that a relative path counts from.
  public init(_ text: String, in directory: String) {
    if ["postgresql://", "postgres://"].contains(where: { text.hasPrefix($0) }) {
      self = .postgreSQL(text)
    } else {
      var path = text.hasPrefix("/") ? text : directory + "/" + text
      while path.count > 1, path.hasSuffix("/") { path.removeLast() }
      self = .folder(path)
    }
  }

  /// The address as it is kept.
  public var text: String {
    switch self {
    case .folder(let path): path
    case .postgreSQL(let address): address
    }
  }

  /// The address as it is told to another device: with the account, without a password. Where that cannot be told
  /// apart, ``name`` with the group's identity.
  package var shared: String {
    guard case .postgreSQL(let address) = self else { return text }
    let scheme = address.prefix { $0 != ":" }
    let all = address.dropFirst(scheme.count + 3)
    let authority = all.prefix { !"/?#".contains($0) }
    let group = address.lastIndex(of: "#").map { String(address[$0...]) } ?? ""
    let rest = all[authority.endIndex...]
    let options = rest.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst().split(separator: "&")
    guard !rest.contains("@"), !options.contains(where: Self.isSecret) else { return name + group }
    guard let at = authority.lastIndex(of: "@") else { return address }
    return "\(scheme)://\(authority[..<at].prefix { $0 != ":" })\(all[at...])"
  }

  /// Checks that the address contains no password.
  ///
  /// Only ``text`` is stored, which anyone can read who can read the journal or a backup of it.
  ///
  /// - Throws: `invalidValue` if it contains one, or might.
  package func requireNoPassword() throws(JournalError) {
    guard shared == text else {
      throw JournalError(
        .invalidValue,
        "The address contains a password, which group.json would store as readable text. Remove it from the address, "
          + "and store it in ~/.pgpass or in the file that PGPASSFILE specifies. In a name, write @ as %40.")
    }
  }

  /// Returns `true` if an option of an address, such as `password=…`, holds a secret, or its name is not readable.
  private static func isSecret(_ option: Substring) -> Bool {
    let name = option.prefix { $0 != "=" }.lowercased()
    return ["password", "secret", "%"].contains { name.contains($0) }
  }

  /// The address without what is secret.
  public var name: String {
    switch self {
    case .folder(let path): path
    case .postgreSQL(let address): Self.name(ofServer: address)
    }
  }

  /// `postgresql://host:5432/database` of an address that may hold an account, a password and options.
  package static func name(ofServer address: String) -> String {
    let scheme = address.prefix { $0 != ":" }
    let all = address.dropFirst(scheme.count + 3)
    var rest = all.prefix { $0 != "?" && $0 != "#" }
    if let at = rest.lastIndex(of: "@") {
      rest = rest[rest.index(after: at)...]
    } else if all[rest.endIndex...].contains("@") {
      // A password may stand where host and database should: one with such characters in it.
      rest = "…"
    }
    return "\(scheme)://\(rest)"
  }
}

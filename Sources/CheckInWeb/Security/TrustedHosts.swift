/// The names by which requests may call a listener, and what its pages' own addresses begin with.
///
/// Another site can make its own name point to this machine, and so read answers as its own (DNS rebinding). Its
/// requests have its name in `Host`, and are refused before anything else is looked at.
struct TrustedHosts: Sendable {
  /// `http` or `https`, as browsers see it.
  let scheme: String
  /// In lower case, IPv6 addresses in brackets. `*.example.org` matches every name with one label before it.
  let names: [String]
  /// The port that browsers see; `nil` for the listener's own.
  let port: Int?

  /// The names by which this machine reaches itself.
  static let loopback = TrustedHosts(scheme: "http", names: ["127.0.0.1", "localhost", "[::1]"], port: nil)

  private var defaultPort: Int { scheme == "https" ? 443 : 80 }

  /// Returns `true` if a `Host` header names this listener, with exactly its host and port.
  ///
  /// - Parameter localPort: The listener's own port.
  func contains(_ authority: String?, localPort: Int) -> Bool {
    guard let authority = authority?.lowercased() else { return false }
    let port = shownPort(localPort: localPort)
    let suffix = ":\(port)"
    if authority.hasSuffix(suffix) { return hasName(String(authority.dropLast(suffix.count))) }
    return port == defaultPort && hasName(authority)
  }

  private func shownPort(localPort: Int) -> Int {
    if let port { port } else { localPort }
  }

  private func hasName(_ host: String) -> Bool {
    names.contains { name in
      guard name.hasPrefix("*.") else { return name == host }
      guard let dot = host.firstIndex(of: "."), dot != host.startIndex else { return false }
      return host[dot...] == name.dropFirst()
    }
  }

  /// Returns `true` if an `Origin` header is the web app's own, for a request to this authority.
  func isSame(origin: String, authority: String?) -> Bool {
    guard let authority = authority?.lowercased() else { return false }
    // Browsers leave out the default port in both; other programs may write it.
    return origin.lowercased() == "\(scheme)://" + withoutDefaultPort(authority)
  }

  private func withoutDefaultPort(_ authority: String) -> String {
    let suffix = ":\(defaultPort)"
    return authority.hasSuffix(suffix) ? String(authority.dropLast(suffix.count)) : authority
  }

  /// The beginning of the addresses that devices open; `nil` if there is no name that could be opened.
  func address(localPort: Int) -> String? {
    guard let name = names.first(where: { !$0.hasPrefix("*") }) else { return nil }
    let port = shownPort(localPort: localPort)
    return "\(scheme)://\(name)" + (port == defaultPort ? "" : ":\(port)")
  }
}

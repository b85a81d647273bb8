/// The names under which this machine reaches itself.
///
/// A page from elsewhere can let its own name point to 127.0.0.1 and so read answers as its own (DNS rebinding). Its
/// requests carry its name in `Host`, and are refused before anything else is looked at.
struct LoopbackHost {
  private let authorities: Set<String>

  init(port: Int) {
    authorities = Set(["127.0.0.1", "localhost", "[::1]"].map { port == 80 ? $0 : "\($0):\(port)" })
  }

  /// Whether a `Host` header names this server: host and port, exactly.
  func contains(_ authority: String?) -> Bool {
    authority.map { authorities.contains($0.lowercased()) } ?? false
  }

  /// Whether an `Origin` header is the page's own, for a request to this authority.
  static func isSame(origin: String, authority: String?) -> Bool {
    guard let authority else { return false }
    return origin.lowercased() == "http://" + authority.lowercased()
  }
}

import CheckInJournal
import Glibc

/// A numeric address to listen at, and a port.
struct ListenAddress: Hashable, Sendable {
  static let defaultPort = 8428

  /// As the system writes it: `192.168.1.20`, `fd00::1`.
  let host: String
  let port: Int
  let isIPv6: Bool

  /// Reads `192.168.1.20`, `192.168.1.20:8428`, `fd00::1`, `[fd00::1]`, `[fd00::1]:8428`.
  ///
  /// - Throws: `invalidValue`.
  init(_ text: String) throws(JournalError) {
    let (host, port) = try Self.split(text)
    if let four = Self.canonical(host, family: AF_INET, size: MemoryLayout<in_addr>.size) {
      (self.host, isIPv6) = (four, false)
    } else if let six = Self.canonical(host, family: AF_INET6, size: MemoryLayout<in6_addr>.size) {
      (self.host, isIPv6) = (six, true)
    } else {
      throw Self.refusal(text)
    }
    self.port = port
  }

  private static func split(_ text: String) throws(JournalError) -> (host: String, port: Int) {
    var host = Substring(text)
    var portText: Substring?
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      host = text[text.index(after: text.startIndex)..<end]
      let rest = text[text.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { throw refusal(text) }
      portText = rest.isEmpty ? nil : rest.dropFirst()
    } else if let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") {
      (host, portText) = (text[..<colon], text[text.index(after: colon)...])
    }
    guard let portText else { return (String(host), defaultPort) }
    guard let port = Int(portText), (0...65_535).contains(port), portText.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 })
    else { throw refusal(text) }
    return (String(host), port)
  }

  private static func refusal(_ text: String) -> JournalError {
    JournalError(
      .invalidValue,
      "--listen takes an address of this machine in digits, with a port or without one, such as 192.168.1.20, "
        + "[fd00::1]:\(defaultPort) or 0.0.0.0, and not \"\(text)\"")
  }

  /// Returns an address as the system and browsers write it; `nil` if it is not of the family.
  static func canonical(_ text: String, family: CInt, size: Int) -> String? {
    var bytes = [UInt8](repeating: 0, count: size)
    guard inet_pton(family, text, &bytes) == 1 else { return nil }
    return self.text(of: bytes)
  }

  /// The address in 4 or 16 bytes; `nil` for any other count.
  static func text(of bytes: [UInt8]) -> String? {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count)) != nil else {
      return nil
    }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// `true` if the host is a wildcard address, which includes every address of the machine.
  var isEverywhere: Bool { host == "0.0.0.0" || host == "::" }

  var isLoopback: Bool { host == "::1" || host.hasPrefix("127.") }

  /// As it stands in an address of the web.
  var urlHost: String { isIPv6 ? "[\(host)]" : host }
}

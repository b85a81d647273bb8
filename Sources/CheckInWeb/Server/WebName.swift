import CheckInJournal

/// The address by which browsers reach a proxy: `https://journal.example.org`.
struct WebName: Hashable, Sendable {
  /// In lower case.
  let host: String
  let port: Int

  /// - Throws: `invalidValue` if it is not `https`, a host, and perhaps a port.
  init(_ text: String) throws(JournalError) {
    let refusal = JournalError(
      .invalidValue,
      "--behind-proxy takes the page's address at the proxy, such as https://journal.example.org, and not "
        + "\"\(text)\"")
    var rest = text.lowercased()[...]
    guard rest.hasPrefix("https://") else { throw refusal }
    rest = rest.dropFirst("https://".count)
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    if rest.hasPrefix("[") || Self.looksNumeric(rest) {
      let address: ListenAddress
      do throws(JournalError) { address = try ListenAddress(String(rest)) } catch { throw refusal }
      host = address.urlHost
      port = Self.hasPort(rest) ? address.port : 443
    } else {
      let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard Self.isHostName(String(parts[0])) else { throw refusal }
      host = String(parts[0])
      guard parts.count == 2 else {
        port = 443
        return
      }
      guard let number = UInt16(parts[1]), number > 0 else { throw refusal }
      port = Int(number)
    }
  }

  private static func looksNumeric(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { (48...58).contains($0) || $0 == UInt8(ascii: ".") }
  }

  private static func hasPort(_ text: Substring) -> Bool {
    text.hasPrefix("[") ? text.contains("]:") : text.contains(":")
  }

  /// Returns `true` if a lowercase text is a DNS name: labels of letters, digits, hyphens and underscores.
  static func isHostName(_ text: String) -> Bool {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    return text.utf8.count <= 253
      && labels.allSatisfy { label in
        (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
          && label.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (48...57).contains(byte)
              || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
          }
      }
  }
}

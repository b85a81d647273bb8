/// A browser that was let in by pairing.
public struct Device: Codable, Hashable, Sendable {
  /// Its number, which no other device of the journal gets.
  public let number: Int
  /// The name from pairing: at most 60 characters, and different from every other device's.
  public let name: String
  /// SHA-256 of its cookie. Who reads it cannot make the cookie of it.
  let digest: String
  /// Milliseconds since 1970.
  public let pairedAt: Int64
  /// Milliseconds since 1970. Written some minutes late.
  public internal(set) var seenAt: Int64

  static let maximumNameLength = 60
  private static let unknownName = "Device"
  /// Browsers keep a cookie no longer than this after its last renewal.
  static let lifetimeMilliseconds: Int64 = 400 * 86_400_000

  /// A name that can be used: without control characters, shortened, and unlike the others.
  static func name(_ text: String, unlike others: [String]) -> String {
    let plain = String(text.unicodeScalars.filter { $0.properties.generalCategory != .control })
    let words = plain.split(separator: " ").joined(separator: " ")
    let base = words.isEmpty ? unknownName : String(words.prefix(maximumNameLength))
    var name = base
    var count = 1
    while others.contains(where: { $0.lowercased() == name.lowercased() }) {
      count += 1
      name = "\(base.prefix(maximumNameLength - 4)) \(count)"
    }
    return name
  }

  /// Returns a readable name for a browser's user agent: "iPhone, Safari".
  static func name(ofBrowser userAgent: String?) -> String {
    guard let agent = userAgent else { return unknownName }
    func first(_ names: [(mark: String, name: String)]) -> String? { names.first { agent.contains($0.mark) }?.name }
    // Each claims to be those that come after it.
    let machine = first([
      ("iPhone", "iPhone"), ("iPad", "iPad"),
      ("Android", agent.contains("Mobile") ? "Android phone" : "Android tablet"),
      ("CrOS", "Chromebook"), ("Macintosh", "Mac"), ("Windows", "Windows"), ("Linux", "Linux"),
    ])
    let browser = first([
      ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox/", "Firefox"),
      ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ])
    let names = [machine, browser].compactMap(\.self)
    return names.isEmpty ? unknownName : names.joined(separator: ", ")
  }
}

/// The arguments from `checkin serve`: the journal's directory, then words and `--name=value`.
struct ServeArguments {
  enum Action {
    case serve
    case pair
    case list
    case revoke(String)
  }

  let journal: String
  private var words: Set<String> = []
  private var values: [String: [String]] = [:]

  /// `nil` if the arguments aren't those of `checkin serve`.
  init?(_ arguments: some Collection<String>) {
    guard let journal = arguments.first else { return nil }
    self.journal = journal
    for argument in arguments.dropFirst() {
      guard argument.hasPrefix("--") else { return nil }
      let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 {
        values[String(parts[0]), default: []].append(String(parts[1]))
      } else {
        words.insert(String(parts[0]))
      }
    }
    guard (0...65_535).contains(port) else { return nil }
  }

  var action: Action {
    if let device = values["revoke"]?.last { return .revoke(device) }
    if words.contains("devices") { return .list }
    // Beside a server that runs, unless this is to become one.
    let serves = listen != nil || certificate != nil || key != nil || !proxies.isEmpty || isOpening
    return isPairing && !serves ? .pair : .serve
  }

  var port: Int { values["port"]?.last.flatMap { Int($0) } ?? -1 }
  var listen: String? { values["listen"]?.last }
  var certificate: String? { values["tls-certificate"]?.last }
  var key: String? { values["tls-key"]?.last }
  var proxies: [String] { values["behind-proxy"] ?? [] }
  var isPairing: Bool { words.contains("pair") }
  var isOpening: Bool { words.contains("open") }
  var isJSON: Bool { words.contains("json") }
  var isASCII: Bool { words.contains("ascii") }
  var hasColor: Bool { words.contains("color") }
}

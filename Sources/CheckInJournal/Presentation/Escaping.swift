/// Stored text on its way to a terminal or a page.
package enum Escaping {
  /// The text with characters that would steer the terminal, or turn the reading direction, written out: `\u{1b}`.
  ///
  /// - Parameter keepingNewlines: whether line feeds stay, for text of several lines.
  package static func escaped(_ text: String, keepingNewlines: Bool = false) -> String {
    guard text.unicodeScalars.contains(where: { isSteering($0) && !(keepingNewlines && $0 == "\n") }) else {
      return text
    }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isSteering(scalar), !(keepingNewlines && scalar == "\n") {
        result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  private static func isSteering(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F: true
    // Line and paragraph separators; the overrides and isolates of the bidirectional algorithm.
    case 0x2028...0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

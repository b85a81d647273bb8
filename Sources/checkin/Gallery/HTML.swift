import CheckInJournal

/// Text for a page.
enum HTML {
  /// The text as it stands in an element or a quoted attribute: what steers is written out, and nothing is markup.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in Escaping.escaped(text).unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}

extension Color {
  /// `#ff9500`
  var hexadecimal: String {
    let digits = String(red << 16 | green << 8 | blue, radix: 16)
    return "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }
}

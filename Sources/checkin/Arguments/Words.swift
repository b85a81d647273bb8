extension String {
  /// The words of the text with one space between them, and none at the ends.
  var collapsed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

extension [String] {
  /// The words without the `--` that ends the options; the parser hands it on with arguments that may look like
  /// options.
  var withoutTerminator: [String] {
    var words = self
    if let end = firstIndex(of: "--") { words.remove(at: end) }
    return words
  }
}

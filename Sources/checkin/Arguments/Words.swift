extension String {
  /// The words of the text with one space between them, and none at the ends.
  var collapsed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

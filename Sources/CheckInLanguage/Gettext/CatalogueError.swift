/// Why a catalogue cannot be read.
package struct CatalogueError: Error, Hashable, CustomStringConvertible {
  /// What is wrong, in a sentence without an end.
  package let reason: String
  /// The line it was found in, from 1; `nil` if it concerns none.
  package var line: Int?

  init(_ reason: String, line: Int? = nil) {
    self.reason = reason
    self.line = line
  }

  package var description: String { line.map { "Line \($0): \(reason)" } ?? reason }
}

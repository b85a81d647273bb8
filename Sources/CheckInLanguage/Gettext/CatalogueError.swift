/// An error in a catalogue that can't be read.
package struct CatalogueError: Error, Hashable, CustomStringConvertible {
  /// A description of the error: a sentence without a full stop.
  package let reason: String
  /// The line of the error, from 1; `nil` if the error isn't in a line.
  package var line: Int?

  init(_ reason: String, line: Int? = nil) {
    self.reason = reason
    self.line = line
  }

  package var description: String { line.map { "Line \($0): \(reason)" } ?? reason }
}

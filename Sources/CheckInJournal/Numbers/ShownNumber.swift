/// The number of something of this journal, with what people call it: `17`, or `phone/17` if another device of the
/// group created it.
package struct ShownNumber: Hashable, Sendable, CustomStringConvertible {
  /// By which this journal knows it.
  package var number: Int
  /// `nil` for one of the journal's own.
  package var numberInGroup: String?

  package init(number: Int, numberInGroup: String?) {
    self.number = number
    self.numberInGroup = numberInGroup
  }

  package var description: String { numberInGroup ?? String(number) }
}

import CheckInJournal
import CheckInLanguage

extension Style {
  /// `80 kg × 10`, with the kind and the effort.
  ///
  /// - Parameter isRecorded: `true` to show the weight in the unit that it was recorded in.
  func text(_ entry: SetEntry, isRecorded: Bool = false) -> String {
    plain(localization.description(entry, in: isRecorded ? nil : weightUnit))
  }

  /// The text as it is written on a terminal.
  func plain(_ text: String) -> String {
    let text = text.replacing("\u{A0}", with: " ")
    guard isASCII else { return text }
    return [("×", "x"), ("–", "-"), ("−", "-"), (" ·", ",")].reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}

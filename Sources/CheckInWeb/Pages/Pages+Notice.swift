import CheckInJournal
import CheckInLanguage
import CheckInViewModels

extension Pages {
  private static let notices: [String: Phrase] = [
    "added": Phrase("Checked in"),
    "changed": Phrase("Changed"),
    "discarded": Phrase("Discarded"),
    "restored": Phrase("Restored"),
    "undone": Phrase("Undone"),
    "partly-undone": Phrase("Undone, but for what other devices have had their say about"),
    "started": Phrase("Workout started"),
    "open": Phrase("This workout is open already"),
    "logged": Phrase("Set logged"),
    "removed": Phrase("Set removed"),
    "finished": Phrase("Workout finished"),
    "finished-added": Phrase("Workout finished and checked in"),
    "finished-linked": Phrase("Workout finished and linked to its check-in"),
    "planned": Phrase("Plan saved"),
    "used": Phrase("This plan is active now"),
    "unused": Phrase("No plan is active now"),
    "linked": Phrase("Check-in and workout are linked"),
    "unlinked": Phrase("Check-in and workout are not linked any more"),
    "imported": Phrase("Imported"),
    "defined": Phrase("Exercise defined"),
    "goal": Phrase("Goal set"),
    "settled": Phrase("Settled"),
    "no-goal": Phrase("Goal cleared"),
    "marked": Phrase("Marked"),
    "unmarked": Phrase("Mark removed"),
  ]

  /// The notices that an undo leads to.
  static let undone: Set = ["undone", "partly-undone"]

  /// The message about what was done last: one of a fixed set, never a text from the address.
  ///
  /// - Parameter back: The page that an undo leads to: the one that offers it.
  func notice(for query: FormFields, in journal: Journal, back: String) -> PageLayout.Notice? {
    guard let name = query["notice"],
      let text = name == "merged" ? merged(query) : Self.notices[name].map({ words($0) })
    else { return nil }
    let sequence = query["after"].flatMap(UInt64.init)
    return PageLayout.Notice(
      text: text, undo: !Self.undone.contains(name) && sequence == journal.sequence ? sequence : nil, back: back)
  }

  /// The message about an edit that was merged with others' changes.
  private func merged(_ query: FormFields) -> String {
    let kept = (query["kept"] ?? "").split(separator: " ")
    let fields = kept.compactMap { name in CheckInField.audited.first { $0.inputName == name } }
    return words(
      "Changed. What others changed in the meantime was kept: {fields}",
      ["fields": fields.map { words($0.label) }.joined(separator: ", ").lowercased()])
  }
}

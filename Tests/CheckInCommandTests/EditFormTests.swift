import Foundation
import TestSupport
import Testing

/// `edit` without options: a check-in as a text in the user's editor.
struct EditFormTests {
  /// A journal with the samples, and an editor that runs a line of shell on its file, which it calls `$1`.
  private struct Desk {
    let checkin: CheckInProcess

    init() throws { checkin = try CheckInProcess.withSamples() }

    func edit(_ id: String, _ line: String, _ arguments: String...) throws -> CheckInProcess.Outcome {
      let editor = checkin.directory + "/editor"
      try Data((line + "\n").utf8).write(to: URL(filePath: editor))
      return try checkin.run(
        ["edit", id] + arguments,
        environment: ["EDITOR": "sh '\(editor)'", "TMPDIR": checkin.directory, "checkin": CheckInProcess.binary])
    }

    /// The texts that were kept.
    func kept() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: checkin.directory).filter { $0.hasPrefix("checkin-") }
    }

    func shown(_ number: Int) throws -> [String: Any] { try checkin.run("show", "\(number)", "--json").object() }
  }

  @Test func fieldsAndNotesAreChangedByOneCommand() throws {
    let desk = try Desk()
    let outcome = try desk.edit(
      "2",
      """
      cp "$1" "$HOME/seen"; stat -c %a "$1" >"$HOME/mode"
      sed -i -e 's/^title:.*/TITLE :  Legs: heavy /' -e 's/^location:.*/location:/' -e 's/^at:.*/at: 18:30/' \
        -e 's/^calories:.*/calories: 400/' "$1"
      printf '#gym\\n-\\n' >>"$1"
      """)
    let changed = "Changed 2  Legs: title \"Legs\" → \"Legs: heavy"
    #expect(outcome.status == 0 && outcome.lines.first?.hasPrefix(changed) == true, "\(outcome)")
    let text = try String(contentsOfFile: desk.checkin.directory + "/seen", encoding: .utf8)
    for line in [
      "type:     Gym", "title:    Legs", "at:       2026-11-20 18:00", "zone:     Europe/Berlin", "calories:",
      "location: Hall", "--- notes ---", "Heavy",
    ] {
      #expect(text.split(separator: "\n").contains { $0 == line }, "\(line)")
    }
    #expect(try String(contentsOfFile: desk.checkin.directory + "/mode", encoding: .utf8) == "600\n")
    let shown = try desk.shown(2)
    #expect(shown["at"] as? String == "2026-11-20T18:30:00+01:00")
    #expect(shown["calories"] as? Int == 400)
    #expect(shown["location"] is NSNull)
    #expect(shown["notes"] as? String == "Heavy\n#gym\n-")
    #expect(try desk.kept() == [])
    try desk.checkin.run("undo")
    #expect(try desk.shown(2)["title"] as? String == "Legs")
  }

  @Test(arguments: [":", #"sed -i 's/$/  /' "$1""#, #"sed -i '1,4d' "$1""#])
  func withoutAChangeNothingIsAppended(_ line: String) throws {
    let desk = try Desk()
    let before = desk.checkin.logFiles()
    let outcome = try desk.edit("2", line)
    #expect(outcome.status == 0 && outcome.lines.first?.hasPrefix("Unchanged 2") == true, "\(outcome)")
    #expect(outcome.errors.contains("Nothing to change"))
    #expect(desk.checkin.logFiles() == before)
    #expect(try desk.kept() == [])
  }

  @Test(arguments: [
    (#"sed -i 's/^title:.*/title:/' "$1""#, "Please enter a title"),
    (#"sed -i 's/^title/titel/' "$1""#, "Line 6: there is no field \"titel\""),
    (#"sed -i 's/^title:/title/' "$1""#, "Line 6: write a field as"),
    (#"sed -i '/^at:/d' "$1""#, "The line of at is missing"),
    (#"sed -i '/^---/d' "$1""#, "The line \"--- notes ---\" is missing"),
    (#"sed -i 's/^calories:.*/title: x/' "$1""#, "title is there already"),
    (#"sed -i 's/^at:.*/at: 2099-01-01/' "$1""#, "Check-in date cannot be in the future"),
    (#"printf '\377' >>"$1""#, "not text in UTF-8"),
  ])
  func whatIsRefusedIsKept(_ line: String, _ message: String) throws {
    let desk = try Desk()
    let before = desk.checkin.logFiles()
    let outcome = try desk.edit("2", line)
    #expect(outcome.status == (message.contains("UTF-8") ? 65 : 64) && outcome.errors.contains(message), "\(outcome)")
    #expect(desk.checkin.logFiles() == before)
    let kept = try desk.kept()
    #expect(kept.count == 1 && outcome.errors.contains("Your text is kept in \(desk.checkin.directory)/\(kept[0])"))
  }

  @Test func whatOthersChangedMeanwhileIsNoticed() throws {
    let desk = try Desk()
    let outcome = try desk.edit(
      "2", #""$checkin" edit 2 --calories 9 >/dev/null; sed -i 's/^title:.*/title: Mine/' "$1""#)
    #expect(outcome.status == 75 && outcome.errors.contains("has changed since event"), "\(outcome)")
    #expect(try desk.kept().count == 1)
    #expect(try desk.shown(2)["title"] as? String == "Legs")
    #expect(try desk.shown(2)["calories"] as? Int == 9)
  }

  @Test func editorsThatFailAndCheckInsThatCannotBeEdited() throws {
    let desk = try Desk()
    let failed = try desk.edit("2", "exit 3")
    #expect(failed.status == 74 && failed.errors.contains("nothing was changed"))
    #expect(try desk.kept() == [])
    #expect(try desk.edit("4", ":").errors.contains("checkin restore 4"))
    #expect(try desk.edit("9", ":").status == 66)
    #expect(try desk.edit("2", ":", "--no-input").errors.contains("Nothing to change was given"))
  }
}

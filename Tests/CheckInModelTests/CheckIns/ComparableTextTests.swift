import CheckInJournal
import Testing

/// Texts that differ only in line endings or in Unicode composition are equal.
struct ComparableTextTests {
  static let pairs = [
    ("Wet leaves\nand wind", "Wet leaves\r\nand wind"), ("Wet leaves\nand wind", "Wet leaves\rand wind"),
    ("a\n\nb", "a\r\n\r\nb"), ("a\n\nb", "a\n\rb"), ("Müggelsee", "Mu\u{308}ggelsee"),
    ("Ở Huế", "O\u{31B}\u{309} Hue\u{302}\u{301}"),
    ("한강", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1161}\u{11BC}"), ("がんばる", "か\u{3099}んは\u{3099}る"),
    ("q\u{323}\u{307}", "q\u{307}\u{323}"), ("5 Å", "5 \u{212B}"), ("Köln\n5k", "Ko\u{308}ln\r\n5k"),
  ]

  @Test(arguments: pairs)
  func formMakesNoDifference(_ one: String, _ other: String) {
    #expect(!one.unicodeScalars.elementsEqual(other.unicodeScalars))
    #expect(one.isSameText(as: other) && other.isSameText(as: one))
    #expect(one.comparable.utf8.elementsEqual(other.comparable.utf8))
  }

  @Test(arguments: [
    ("a b", "a\nb"), ("a\n\nb", "a\nb"), ("Lake", "lake"), ("resume", "résumé"), ("a", "a "), ("", "\r\n"), ("2", "²"),
    ("ﬁt", "fit"), ("Straße", "Strasse"),
  ])
  func otherTextsDiffer(_ one: String, _ other: String) {
    #expect(!one.isSameText(as: other) && !other.isSameText(as: one))
  }

  @Test(arguments: pairs)
  func anEditChangesNothingThen(_ one: String, _ other: String) throws {
    for (recorded, edited) in [(one, other), (other, one)] {
      let journal = try Journal.inMemory()
      let time = CheckInTime(instantMilliseconds: 1_763_744_400_000, offsetMinutes: 60)
      let draft = CheckInDraft(type: .run, title: recorded, time: time, location: recorded, notes: recorded)
      let checkIn = try journal.create(draft).checkIn
      let edit = try journal.edit(
        checkIn.number, with: CheckInChanges(title: edited, location: .set(edited), notes: edited))
      #expect(!edit.isChanged)
      #expect(edit.checkIn.notes.unicodeScalars.elementsEqual(recorded.unicodeScalars))
      #expect(try journal.edit(checkIn.number, with: CheckInChanges(notes: edited + "!")).isChanged)
    }
  }

  @Test(arguments: pairs)
  func anEditOfAWorkoutChangesNothingThen(_ one: String, _ other: String) throws {
    let journal = try Journal.inMemory()
    let start = CheckInTime(instantMilliseconds: 1_763_744_400_000, offsetMinutes: 60)
    let session = try journal.startSession(SessionDraft(start: start, title: "Push", note: one))
    #expect(try !journal.editSession(session.number, with: SessionChanges(title: "Push", note: other)).isChanged)
    #expect(try journal.editSession(session.number, with: SessionChanges(note: other + "!")).isChanged)
  }

  @Test func searchIgnoresTheForm() {
    for (one, other) in Self.pairs {
      #expect(SearchWords(one).areFound(in: [other]) && SearchWords(other).areFound(in: [one]), "\(one)")
      #expect(SearchTerms(one).areFound(in: [other]) && SearchTerms(other).areFound(in: [one]), "\(one)")
    }
  }
}

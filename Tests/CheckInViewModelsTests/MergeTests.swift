import CheckInJournal
import CheckInViewModels
import Testing

@Suite("Two edits of one check-in")
struct MergeTests {
  private static let base: CheckInForm = {
    var form = CheckInForm()
    (form.type, form.title, form.time) = ("Run", "First", "2026-11-20T10:00")
    (form.calories, form.location, form.notes) = ("100", "Park", "Notes")
    (form.duration, form.distance) = ("45:00", "5km")
    return form
  }()

  @Test(
    "A field that one side changed is that side's, and one that neither did stays",
    arguments: CheckInField.editable)
  func oneSide(field: CheckInField) {
    var changed = Self.base
    changed[field] = "x"
    #expect(changed.merged(with: Self.base, since: Self.base) == .init(form: changed))
    #expect(Self.base.merged(with: changed, since: Self.base) == .init(form: changed, taken: [field]))
    #expect(changed.merged(with: changed, since: Self.base) == .init(form: changed))
    var other = Self.base
    other[field] = ""
    #expect(changed.merged(with: other, since: Self.base) == .init(form: changed, contested: [field]))
    #expect(changed.merged(with: other, since: nil) == .init(form: changed, contested: [field]))
  }

  @Test("White space at the ends and line ends are no change")
  func spaces() {
    var (mine, theirs) = (Self.base, Self.base)
    (mine.title, mine.notes) = (" First ", "Notes\n")
    (theirs.title, theirs.notes) = ("Theirs", "a\r\nb")
    let merge = mine.merged(with: theirs, since: Self.base)
    #expect(merge.form == theirs && merge.taken == [.title, .notes])
    mine.notes = "a\nb"
    #expect(mine.merged(with: theirs, since: theirs).form.notes == "a\r\nb")
  }
}

import CheckInJournal
import CheckInViewModels
import JournalTestSupport
import TestSupport
import Testing

@Suite("The form of a check-in that is there")
struct CheckInFormTests {
  let place: ScreenJournal
  let checkIn: CheckIn

  init() throws {
    place = try ScreenJournal()
    let time = CheckInTime(
      instantMilliseconds: try ScreenJournal.instant("2026-03-01T08:00:30-05:00"), offsetMinutes: -300,
      timeZone: "America/New_York")
    checkIn = try place.journal.create(
      CheckInDraft(type: .run, title: "Central Park", time: time, calories: 100, location: "New York", notes: "n")
    ).checkIn
  }

  @Test("Left as it is, it changes nothing: neither seconds nor offset are lost")
  func unchanged() throws {
    let form = CheckInForm(checkIn)
    let read = form.changes(to: checkIn, now: place.now)
    let (changes, messages) = (read.changes, read.messages)
    #expect(messages.isEmpty && changes.value.time == nil)
    #expect(try !place.journal.edit(checkIn.number, with: changes).isChanged)
  }

  @Test("Another time is read where the check-in was recorded")
  func otherTime() throws {
    var form = CheckInForm(checkIn)
    form.time = "2026-07-01T09:30"
    let read = form.changes(to: checkIn, now: place.now)
    let (changes, messages) = (read.changes, read.messages)
    #expect(messages.isEmpty)
    let time = changes.value.time
    #expect(time?.description == "2026-07-01T09:30:00-04:00" && time?.timeZone == "America/New_York")
  }

  @Test("Emptied fields are cleared")
  func cleared() throws {
    var form = CheckInForm(checkIn)
    (form.calories, form.location, form.notes) = ("", " ", "")
    let read = form.changes(to: checkIn, now: place.now)
    let (changes, messages) = (read.changes, read.messages)
    #expect(messages.isEmpty)
    let edited = try place.journal.edit(checkIn.number, with: changes).checkIn
    #expect(edited.calories == nil && edited.location == nil && edited.notes == "")
  }

  @Test("Everything that is wrong is told, each with its field, in the form's order")
  func wrong() {
    var form = CheckInForm(checkIn)
    form.type = ""
    form.title = String(repeating: "x", count: 101)
    form.time = "2026-11-22T00:00"
    form.calories = "-1"
    form.location = String(repeating: "x", count: 201)
    let messages = form.changes(to: checkIn, now: place.now).messages
    #expect(messages.map(\.field) == [.type, .title, .at, .calories, .location])
    #expect(
      messages.map(\.message) == [
        "Please select an exercise type", "Title must be 100 characters or less",
        "Check-in date cannot be in the future", "Calories cannot be negative",
        "Location must be 200 characters or less",
      ])
  }

  @Test("A text with NUL is told beside it")
  func null() {
    var form = CheckInForm(checkIn)
    (form.title, form.location, form.notes) = ("a\0b", "a\0b", "a\0b")
    #expect(form.draft(zone: place.zone, now: place.now).messages.map(\.field) == [.title, .location, .notes])
  }

  @Test("A time that cannot be read is told beside it", arguments: ["", "tomorrow", "2026-02-30T10:00"])
  func time(text: String) {
    var form = CheckInForm(checkIn)
    form.time = text
    #expect(form.changes(to: checkIn, now: place.now).messages.map(\.field) == [.at])
    #expect(form.draft(zone: place.zone, now: place.now).messages.map(\.field) == [.at])
  }
}

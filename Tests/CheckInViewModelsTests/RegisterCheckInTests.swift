import CheckInJournal
import CheckInViewModels
import EventLog
import JournalTestSupport
import Observation
import Synchronization
import TestSupport
import Testing

@Suite("Registering a check-in")
struct RegisterCheckInTests {
  let place: ScreenJournal
  let screen: RegisterCheckInViewModel

  init() throws {
    let place = try ScreenJournal()
    self.place = place
    screen = RegisterCheckInViewModel(journal: place.journal, zone: place.zone, now: { [now = place.now] in now })
  }

  @Test("It opens empty, with the present time, and with nothing to lose")
  func opensEmpty() {
    #expect(screen.form.type == "" && screen.form.title == "" && screen.form.calories == "")
    #expect(screen.form.time == "2026-11-21T07:30")
    #expect(!screen.hasUnsavedChanges && !screen.didSave && screen.validationErrors.isEmpty)
  }

  @Test("With all fields filled it is saved, with every one of them", arguments: ExerciseType.selectable)
  func savesEverything(type: ExerciseType) throws {
    screen.setExerciseType(type.name)
    screen.setTitle("  Morning 5k ")
    screen.setCalories("320")
    screen.setLocation("Park")
    screen.setNotes("Windy")
    screen.setTime(try ScreenJournal.instant("2026-11-20T18:05:00+01:00"))
    #expect(screen.hasUnsavedChanges)
    #expect(screen.save())
    let saved = try #require(screen.saved)
    #expect(try place.journal.checkIn(saved.number) == saved)
    #expect(saved.type == type && saved.title == "Morning 5k" && saved.calories == 320)
    #expect(saved.location == "Park" && saved.notes == "Windy")
    #expect(saved.time.description == "2026-11-20T18:05:00+01:00")
    #expect(screen.didSave && !screen.hasUnsavedChanges && !screen.isSaving)
  }

  @Test("Type and title alone are enough; the photo is optional")
  func savesWithoutPhoto() throws {
    screen.setExerciseType("Run")
    screen.setTitle("Morning 5k")
    #expect(screen.save())
    #expect(screen.saved?.photo == nil)
    #expect(screen.saved?.time.instantMilliseconds == place.now)
  }

  @Test("What is missing is told in the specification's words, and nothing is saved")
  func missingFields() throws {
    #expect(!screen.save())
    #expect(screen.validationErrors == ["Please select an exercise type", "Please enter a title"])
    #expect(screen.messages.map(\.field) == [.type, .title])
    screen.setTitle("   ")
    screen.setExerciseType("Chess")
    #expect(!screen.save())
    #expect(screen.validationErrors == ["Please select an exercise type", "Please enter a title"])
    #expect(place.journal.sequence == 0 && !screen.didSave)
  }

  @Test("Setting a field clears its message, and no other")
  func clearsOneMessage() {
    screen.save()
    screen.setExerciseType("Gym")
    #expect(screen.validationErrors == ["Please enter a title"])
    screen.setTitle("Legs")
    #expect(screen.validationErrors.isEmpty)
  }

  @Test("A time in the future becomes the present one")
  func futureTime() {
    screen.setTime(place.now + 86_400_000)
    #expect(screen.form.time == "2026-11-21T07:30")
  }

  @Test("A title is cut to 100 characters as a reader counts them, a location to 200")
  func limits() {
    screen.setTitle(String(repeating: "👩‍👩‍👧‍👦", count: 101))
    #expect(screen.form.title.count == 100)
    screen.setLocation(String(repeating: "x", count: 201))
    #expect(screen.form.location.count == 200)
    screen.setTitle("Morning ")
    #expect(screen.form.title == "Morning ", "the space before the next word")
  }

  @Test("Calories take digits only", arguments: ["-5", "12a", "1.5", "٣", " "])
  func calories(text: String) {
    screen.setCalories("100")
    screen.setCalories(text)
    #expect(screen.form.calories == "")
  }

  @Test("Calories too large for a number are told")
  func hugeCalories() {
    screen.setExerciseType("Run")
    screen.setTitle("Far")
    screen.setCalories("99999999999999999999")
    #expect(!screen.save())
    #expect(screen.messages == [CheckInForm.Problem(.calories, message: "Calories must be a whole number")])
  }

  @Test("A photo is loaded, saved with the check-in, and can be taken away again")
  func photo() async throws {
    let photo = NewPhoto(jpeg: [0xFF, 0xD8, 0xFF, 1], width: 4, height: 3)
    await screen.loadPhoto { photo }
    #expect(screen.photo == photo && screen.hasUnsavedChanges)
    screen.clearPhoto()
    #expect(screen.photo == nil && !screen.hasUnsavedChanges)
    await screen.loadPhoto { photo }
    screen.setExerciseType("Walk")
    screen.setTitle("Round the lake")
    #expect(screen.save())
    #expect(screen.saved?.photo?.digest == Digest(of: photo.jpeg))
    #expect(try place.journal.history(of: 1).map(\.event.command) == [1, 1], "one command, which one undo takes back")
  }

  @Test("A photo that cannot be loaded is told, and does not stand in the way")
  func brokenPhoto() async {
    struct Broken: Error {}
    await screen.loadPhoto { throw Broken() }
    #expect(screen.messages.map(\.field) == [.photo] && screen.photo == nil)
    await screen.loadPhoto { nil }
    #expect(screen.photo == nil)
    screen.setExerciseType("Walk")
    screen.setTitle("Round the lake")
    #expect(screen.save())
  }

  @Test("A photo of 2 MB is refused, one byte less is taken")
  func photoSize() {
    screen.setPhoto(.init(jpeg: [UInt8](repeating: 0, count: 2_000_000), width: 1, height: 1))
    #expect(screen.validationErrors == ["Photo size must be less than 2MB"] && screen.photo == nil)
    screen.setPhoto(.init(jpeg: [UInt8](repeating: 0, count: 1_999_999), width: 1, height: 1))
    #expect(screen.validationErrors.isEmpty && screen.photo != nil)
  }

  @Test("What the journal refuses is told as an error, and may be tried again")
  func journalRefuses() throws {
    let readOnly = try Journal(at: place.directory.path + "/journal", for: .readOnly)
    let screen = RegisterCheckInViewModel(journal: readOnly, zone: place.zone, now: { [now = place.now] in now })
    screen.setExerciseType("Run")
    screen.setTitle("Morning 5k")
    #expect(!screen.save())
    #expect(screen.error != nil && screen.hasUnsavedChanges && !screen.isSaving)
  }

  @Test("A reset empties the form for another check-in")
  func reset() {
    screen.setExerciseType("Run")
    screen.setTitle("Morning 5k")
    screen.save()
    #expect(!screen.save(), "the same check-in is not saved twice")
    screen.reset()
    #expect(screen.form.title == "" && !screen.didSave && !screen.hasUnsavedChanges)
    #expect(place.journal.lastNumber == 1)
  }

  @Test("Changes can be observed")
  func observed() {
    let isTold = Mutex(false)
    withObservationTracking {
      _ = screen.form
    } onChange: {
      isTold.withLock { $0 = true }
    }
    screen.setTitle("Morning 5k")
    #expect(isTold.withLock { $0 })
  }
}

import CheckInJournal
import CheckInLanguage
import CheckInViewModels
import JournalTestSupport
import TestSupport
import Testing

@Suite("What devices have said differently, on screens")
struct ConflictingFieldTests {
  private let place: ScreenJournal
  private let phone: Journal
  private let devices: TwoDevices
  private let number: Int

  init() throws {
    place = try ScreenJournal()
    let now = place.now
    let path = place.directory.path + "/phone"
    phone = try Journal(at: path, configuration: Journal.Configuration(now: { now }))
    try place.add(.run, "Lake", at: "2026-11-20T18:00:00+01:00")
    devices = try TwoDevices(laptop: place.directory.path + "/journal", phone: path)
    try devices.sync()
    try phone.refresh()
    number = try #require(phone.number(1, on: "laptop"))
  }

  private func fields() throws -> [ConflictingField] {
    try devices.sync()
    try place.journal.refresh()
    return try ConflictingField.all(
      in: place.journal, zone: place.zone, today: place.today, unit: .kilograms, localization: Localization())
  }

  @Test("Each field is described in words, with who said it, and what is shown")
  func words() throws {
    #expect(try fields().isEmpty)
    let (early, late) = (
      place.zone.time(atInstant: try ScreenJournal.instant("2026-11-20T07:00:00+01:00")),
      place.zone.time(atInstant: try ScreenJournal.instant("2026-11-20T08:30:00+01:00"))
    )
    try place.journal.edit(
      1,
      with: CheckInChanges(
        type: .walk, title: "Hill", time: early, calories: .set(310), durationSeconds: .set(2700),
        distanceMetres: .set(5020), location: .set("Park"), notes: "cold"))
    try phone.edit(
      number,
      with: CheckInChanges(
        type: .bike, title: "Pool", time: late, calories: .set(200), durationSeconds: .set(60),
        distanceMetres: .set(800), location: .set("Sea"), notes: "warm"))
    let fields = try fields()
    #expect(
      fields.map(\.label)
        == [
          "Exercise type", "Title", "Date and time", "Calories", "Duration", "Distance", "Location", "Notes",
        ])
    let said = fields.map { field in field.choices.first { $0.candidate.device == "laptop" }?.text ?? "" }
    #expect(said[0] == "Walk" && said[1] == "Hill" && said[2].hasSuffix("07:00"), "\(said)")
    #expect(said[3] == "310 kcal" && said[4] == "45:00" && said[5] == "5.02\u{A0}km" && said[6] == "Park", "\(said)")
    for field in fields {
      #expect(field.choices.count == 2 && field.choices.map(\.isShown) == [false, true])
      #expect(field.choices.allSatisfy { $0.recorded != nil } && field.checkIn?.number == 1)
      #expect(field.seen.contains("laptop/2") && field.seen.contains("phone/"))
    }
  }

  @Test(
    "Settling by one device's word gives exactly its value, also where that is shown already", arguments: [true, false])
  func settle(isLaptop: Bool) throws {
    let zone = try LocalTimeZone.system(environment: ["TZ": "Asia/Tokyo"])
    let time = zone.time(atInstant: place.now - 3_600_000)
    try place.journal.edit(1, with: CheckInChanges(time: time, calories: .set(300)))
    try phone.edit(number, with: CheckInChanges(time: place.zone.time(atInstant: place.now), calories: .set(200)))
    for field in try fields() {
      let choice = try #require(field.choices.first { ($0.candidate.device == "laptop") == isLaptop })
      let edit = try place.journal.resolve(field.conflict, with: choice.candidate)
      #expect(edit.isChanged != choice.isShown)
      #expect(throws: JournalError.self) { try place.journal.resolve(field.conflict, with: choice.candidate) }
    }
    #expect(try fields().isEmpty)
    for journal in [place.journal, phone] {
      try journal.refresh()
      #expect(journal.conflicts().isEmpty)
      let checkIn = try #require(try journal.checkIns(limit: 1).first)
      #expect(checkIn.calories == (isLaptop ? 300 : 200))
      #expect(checkIn.time.timeZone == (isLaptop ? "Asia/Tokyo" : "Europe/Berlin"))
    }
  }

  @Test("Photos are settled, also by having none")
  func photos() throws {
    let one = NewPhoto(jpeg: [0xFF, 0xD8, 0xFF, 1], width: 4, height: 3)
    let other = NewPhoto(jpeg: [0xFF, 0xD8, 0xFF, 2], width: 4, height: 3)
    try place.journal.attachPhoto(one, to: 1)
    try devices.sync()
    try phone.refresh()
    try phone.clearPhoto(of: number)
    try place.journal.attachPhoto(other, to: 1)
    let field = try #require(try fields().first)
    #expect(field.label == "Photo" && Set(field.choices.map(\.text)) == ["a photo", "nothing"])
    let none = try #require(field.choices.first { $0.candidate.value == nil })
    try place.journal.resolve(field.conflict, with: none.candidate)
    #expect(try place.journal.existingCheckIn(1).photo == nil)
    #expect(try fields().isEmpty)
  }
}

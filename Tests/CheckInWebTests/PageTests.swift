import CheckInJournal
import CheckInViewModels
import EventLog
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import CheckInWeb

@Suite("The pages")
struct PageTests {
  let client: WebClient

  init() throws { client = try WebClient() }

  private func journal() throws -> Journal { try Journal(at: client.journalPath, for: .readOnly) }

  @Test("Every page is there, empty and with check-ins")
  func everyPage() async throws {
    let pages = [
      "/", "/months", "/photos", "/add", "/days/2026-11-20", "/year/2026", "/stats", "/audit", "/search", "/import",
    ]
    for path in pages { #expect(try await client.get(path).status == 200) }
    try await client.add("Run", "Morning 5k")
    for path in pages + ["/check-ins/1", "/check-ins/1/edit", "/check-ins/1/history", "/audit?at=2026-11-20"] {
      #expect(try await client.get(path).status == 200)
    }
    #expect(try await client.get("/year").headers[.location] == "/year/2026")
  }

  @Test("Every page leads to goals, to import, export and backup, and to devices, once there are check-ins")
  func navigation() async throws {
    try await client.add("Run", "Morning 5k")
    for path in ["/", "/months", "/stats", "/check-ins/1", "/goals", "/import", "/devices", "/check-ins/9"] {
      let page = try await client.get(path).text
      // In the bar of a wide window and in that of a phone.
      for link in ["/goals", "/import", "/devices"] {
        #expect(page.split(separator: "<a href=\"\(link)\"").count == 3, "\(link) on \(path)")
      }
    }
    for path in ["/goals", "/import", "/devices"] {
      #expect(try await client.get(path).text.contains("<a href=\"\(path)\" aria-current=\"page\">"))
    }
  }

  @Test("Where there is nothing to show, a page says how to begin")
  func greetings() async throws {
    for path in ["/", "/months", "/stats"] {
      #expect(try await client.get(path).text.contains("Your journal starts with one check-in"), "\(path)")
    }
    try await client.add("Run", "Morning 5k")
    let empty = try await client.get("/year/2025").text
    #expect(empty.contains("No check-ins in 2025") && !empty.contains("heat-days"))
    #expect(try await client.get("/year/2026").text.contains("heat-days"))
  }

  @Test("A form is saved as the web's, with everything in it, and leads home")
  func save() async throws {
    let more = [("calories", "320"), ("location", "Park"), ("notes", "a\r\nb")]
    let answer = try await client.add("Strength Training", " Legs ", at: "2026-11-20T18:05", more)
    #expect(answer.status == 303 && answer.headers[.location]?.hasPrefix("/?notice=added") == true)
    let checkIn = try #require(try journal().checkIn(1))
    #expect(checkIn.type == .strengthTraining && checkIn.title == "Legs" && checkIn.calories == 320)
    #expect(checkIn.location == "Park" && checkIn.notes == "a\nb")
    #expect(checkIn.time.description == "2026-11-20T18:05:00+01:00" && checkIn.time.timeZone == "Europe/Berlin")
    #expect(try journal().history(of: 1).first?.event.origin == .web)
    #expect(try await client.get("/").text.contains("Friday 20 November, 1 check-in, newest Strength Training"))
  }

  @Test("A day shows its newest photo, also where a newer check-in has none")
  func picture() async throws {
    try await client.add("Run", "Morning", at: "2026-11-20T07:00")
    try await client.add("Gym", "Evening", at: "2026-11-20T19:00")
    let writer = try Journal(at: client.journalPath)
    try writer.attachPhoto(NewPhoto(jpeg: [0xFF, 0xD8, 0xFF, 1], width: 4, height: 3), to: 1)
    try writer.close()
    let digest = try #require(try journal().checkIn(1)?.photo?.digest)
    for path in ["/", "/months"] {
      let page = try await client.get(path).text
      #expect(page.contains("2 check-ins, newest Gym"))
      #expect(page.contains("/thumbnails/\(digest)"))
    }
    let month = try await client.get("/api/months/2026-11").text
    #expect(month.contains(#""newest":2,"type":"Gym","photo":{"checkIn":1,"sha256":"\#(digest.hexadecimal)""#))
  }

  @Test("The same form sent twice is one check-in")
  func twice() async throws {
    let fields = [
      ("token", try await client.token()), ("id", try await client.value(named: "id", in: "/add")), ("type", "Run"),
      ("title", "x"), ("time", "2026-11-20T10:00"),
    ]
    for _ in 0..<2 { #expect(try await client.submit("/add", fields).status == 303) }
    #expect(try journal().sequence == 1)
  }

  @Test("What is wrong stands beside its field, the input stays, and nothing is saved")
  func invalid() async throws {
    let answer = try await client.add(
      "", String(repeating: "x", count: 101), at: "2026-11-22T00:00", [("calories", "-1"), ("location", "Park")])
    #expect(answer.status == 422)
    for text in [
      "Please select an exercise type", "Title must be 100 characters or less",
      "Check-in date cannot be in the future", "Calories cannot be negative",
    ] {
      #expect(answer.text.contains(text))
    }
    #expect(answer.text.contains(#"aria-describedby="title-problem title-hint" aria-invalid="true""#))
    #expect(answer.text.contains(#"value="Park""#))
    #expect(try journal().sequence == 0)
  }

  @Test("Text is text: no markup, no steering characters")
  func escaping() async throws {
    try await client.add(
      "Run", "<script>alert(1)</script>\u{202E}\"'&", at: "2026-11-20T10:00", [("notes", "</textarea><b>")])
    for path in ["/days/2026-11-20", "/check-ins/1", "/check-ins/1/edit", "/check-ins/1/history", "/audit", "/"] {
      let text = try await client.get(path).text
      #expect(!text.contains("<script>alert") && !text.contains("</textarea><b>"))
    }
    #expect(try await client.get("/check-ins/1").text.contains("\\u{202e}"))
    #expect(try await client.get("/check-ins/1/edit").text.contains("\u{202E}&quot;"))
  }

  /// The fields of an edit's form, as a browser sends them.
  private func fields(_ form: CheckInForm, expect: String) async throws -> [(String, String)] {
    CheckInField.editable.map { ($0.inputName, form[$0]) }
      + [("token", try await client.token()), ("expect", expect)]
  }

  private func form(_ number: Int = 1) throws -> CheckInForm {
    CheckInForm(try #require(try journal().checkIn(number)))
  }

  @Test("Edits of different fields are put together, whoever saves last; nobody undoes what the other did")
  func merge() async throws {
    try await client.add("Run", "First", [("calories", "100"), ("location", "Park")])
    let opened = try form()
    var mine = opened
    mine.calories = "200"
    mine.location = ""
    var theirs = opened
    theirs.title = "Theirs"
    theirs.time = "2026-11-19T06:00"
    #expect(try await client.submit("/check-ins/1/edit", fields(theirs, expect: "1")).status == 303)
    let answer = try await client.submit("/check-ins/1/edit", fields(mine, expect: "1"))
    #expect(answer.status == 303)
    let notice = try #require(answer.headers[.location])
    let page = try await client.get(notice).text
    #expect(page.contains("What others changed in the meantime was kept: title, date and time"))
    let checkIn = try #require(try journal().checkIn(1))
    #expect(checkIn.title == "Theirs" && checkIn.calories == 200 && checkIn.location == nil)
    #expect(checkIn.time.description == "2026-11-19T06:00:00+01:00")
  }

  @Test("A duration and a distance are typed as people write them, shown, and cleared by emptying their fields")
  func measures() async throws {
    try await client.add("Run", "Long", [("duration", "1h 30min"), ("distance", "3.1 mi")])
    let checkIn = try #require(try journal().checkIn(1))
    #expect(checkIn.durationSeconds == 5400 && checkIn.distanceMetres == 4989)
    let page = try await client.get("/check-ins/1").text
    #expect(page.contains("<dd>1:30:00</dd>") && page.contains("<dd>4.989\u{A0}km</dd>"))
    let form = try await client.get("/check-ins/1/edit").text
    #expect(form.contains(#"name="duration" value="1:30:00""#) && form.contains(#"name="distance" value="4.989km""#))
    var mine = try self.form()
    (mine.duration, mine.distance) = ("soon", "far")
    let refused = try await client.submit("/check-ins/1/edit", fields(mine, expect: "1"))
    #expect(refused.status == 422 && refused.text.contains(#"id="duration-problem""#))
    #expect(refused.text.contains(#"id="distance-problem""#) && refused.text.contains(#"value="soon""#))
    (mine.duration, mine.distance) = ("", "800m")
    #expect(try await client.submit("/check-ins/1/edit", fields(mine, expect: "1")).status == 303)
    let changed = try #require(try journal().checkIn(1))
    #expect(changed.durationSeconds == nil && changed.distanceMetres == 800)
    let changes = try await client.get("/audit").text
    #expect(changes.contains("duration removed") && changes.contains("800\u{A0}m"))
    // The sums are those of what is recorded.
    let statistics = try await client.get("/stats").text
    #expect(statistics.contains("800\u{A0}m") && !statistics.contains("1:30:00"))
  }

  @Test("Only what both changed is asked about; saving again decides it")
  func conflict() async throws {
    try await client.add("Run", "First")
    let opened = try form()
    var theirs = opened
    (theirs.title, theirs.location) = ("Theirs", "Park")
    var mine = opened
    (mine.title, mine.notes) = ("Mine", "Notes")
    #expect(try await client.submit("/check-ins/1/edit", fields(theirs, expect: "1")).status == 303)
    let second = try await client.submit("/check-ins/1/edit", fields(mine, expect: "1"))
    #expect(second.status == 409)
    #expect(
      second.text.contains("<td>First</td><td>Theirs</td><td>Mine</td>") && second.text.contains(#"value="Mine""#))
    #expect(second.text.contains(#"value="Park""#) && second.text.contains("as it is now: location."))
    #expect(!second.text.contains(#"<th scope="row">Notes"#) && !second.text.contains(#"<th scope="row">Location"#))
    #expect(second.text.contains(#"name="expect" value="2-"#))
    #expect(try form() == theirs)
    var merged = mine
    merged.location = "Park"
    #expect(try await client.submit("/check-ins/1/edit", fields(merged, expect: "2")).status == 303)
    #expect(try form() == merged)
  }

  @Test("What a form began with is read from the log: an older number than the check-in's asks about everything")
  func forgedBase() async throws {
    try await client.add("Gym", "Before")
    try await client.add("Run", "First")
    var mine = try form(2)
    mine.title = "Mine"
    let answer = try await client.submit("/check-ins/2/edit", fields(mine, expect: "1"))
    #expect(answer.status == 409 && answer.text.contains("<td>–</td><td>First</td><td>Mine</td>"))
    #expect(try await client.submit("/check-ins/2/edit", fields(mine, expect: "99")).status == 303)
  }

  @Test("A photo that others attached meanwhile is not replaced unasked")
  func photoConflict() async throws {
    try await client.add("Run", "First")
    let opened = try await fields(form(), expect: "1")
    let writing = try Journal(at: client.journalPath)
    _ = try writing.attachPhoto([0xFF, 0xD8, 0xFF, 0], width: 1, height: 1, to: 1)
    try writing.close()
    // Left alone, it is kept.
    #expect(try await client.submit("/check-ins/1/edit", opened).status == 303)
    #expect(try journal().checkIn(1)?.photo != nil)
    let answer = try await client.submit("/check-ins/1/edit", opened + [("remove", "yes")])
    #expect(
      answer.status == 409 && answer.text.contains(#"<th scope="row">Photo</th><td>–</td><td>a photo</td><td>–</td>"#))
    #expect(answer.text.contains(#"name="remove" value="yes" checked"#))
    #expect(try journal().checkIn(1)?.photo != nil)
    let decided = try await fields(form(), expect: "2") + [("remove", "yes")]
    #expect(try await client.submit("/check-ins/1/edit", decided).status == 303)
    #expect(try journal().checkIn(1)?.photo == nil)
  }

  @Test("Text that a browser's field cannot hold is left as it is by an edit of something else")
  func unholdable() async throws {
    let writing = try Journal(at: client.journalPath)
    let time = CheckInTime(instantMilliseconds: 1_760_000_000_000, offsetMinutes: 60)
    _ = try writing.create(CheckInDraft(type: .run, title: "Two\nlines", time: time, notes: "a\r\nb"))
    try writing.close()
    var mine = try form()
    (mine.title, mine.notes, mine.calories) = ("Twolines", "a\nb", "5")
    #expect(try await client.submit("/check-ins/1/edit", fields(mine, expect: "1")).status == 303)
    let checkIn = try #require(try journal().checkIn(1))
    #expect(checkIn.title == "Two\nlines" && checkIn.notes == "a\r\nb" && checkIn.calories == 5)
  }

  @Test("An edit of what was discarded meanwhile offers to restore it, and keeps the input")
  func discardedMeanwhile() async throws {
    try await client.add("Run", "First")
    var mine = try form()
    mine.title = "Mine"
    let token = try await client.token()
    #expect(try await client.post("/check-ins/1/discard", "token=\(token)").status == 303)
    let answer = try await client.submit("/check-ins/1/edit", fields(mine, expect: "1"))
    #expect(answer.status == 409 && answer.text.contains("Restore and save") && answer.text.contains(#"value="Mine""#))
    #expect(!answer.text.contains("checkin restore") && !answer.text.contains("title-problem"))
    mine.calories = "-1"
    let wrong = try await client.submit("/check-ins/1/edit", fields(mine, expect: "1") + [("restore", "yes")])
    #expect(wrong.status == 422 && wrong.text.contains("Restore and save"))
    #expect(try journal().checkIn(1)?.isDiscarded == true, "what is refused restores nothing")
    mine.calories = ""
    #expect(
      try await client.submit("/check-ins/1/edit", fields(mine, expect: "1") + [("restore", "yes")]).status == 303)
    let checkIn = try #require(try journal().checkIn(1))
    #expect(checkIn.title == "Mine" && !checkIn.isDiscarded)
  }

  @Test("A journal that cannot be written keeps the form's input")
  func unwritable() async throws {
    try await client.add("Run", "First")
    let opened = try await fields(form(), expect: "1")
    let id = try await client.value(named: "id", in: "/add")
    try client.directory.remove("journal/lock")
    try client.directory.remove("journal/HEAD")
    for (path, fields) in [
      ("/add", opened + [("id", id)]), ("/check-ins/1/edit", opened.filter { $0.0 != "calories" }),
    ] {
      let answer = try await client.submit(path, fields + (path == "/add" ? [] : [("calories", "7")]))
      #expect(answer.status == 500 && answer.text.contains(#"value="First""#) && answer.text.contains("was not saved"))
    }
  }

  @Test("Discarded, restored, undone")
  func discard() async throws {
    try await client.add("Run", "Kept")
    let token = try await client.token()
    #expect(try await client.post("/check-ins/1/discard", "token=\(token)").status == 303)
    #expect(try await client.get("/check-ins/1").text.contains("This check-in is discarded"))
    #expect(try await client.get("/check-ins/1/edit").status == 303)
    #expect(try await client.post("/check-ins/1/discard", "token=\(token)").status == 422)
    let restored = try await client.post("/check-ins/1/restore", "token=\(token)")
    #expect(restored.status == 303 && restored.headers[.location] == "/check-ins/1?notice=restored&after=3")
    #expect(try await client.get("/check-ins/1?notice=restored&after=3").text.contains("<p>Restored</p>"))
    #expect(try await client.post("/undo", "token=\(token)&expect=2").status == 409)
    #expect(try await client.post("/undo", "token=\(token)&expect=3").status == 303)
    #expect(try journal().checkIn(1)?.isDiscarded == true)
  }

  @Test("A month after the present one is not shown, and no message is what an address says")
  func addresses() async throws {
    try await client.add("Run", "Morning 5k")
    #expect(try await client.get("/?month=2027-01").text.contains("November 2026"))
    #expect(try await !client.get("/?notice=%3Cb%3EYou+won").text.contains("You won"))
  }

  @Test("Days before today lead to the form with their date, later ones nowhere")
  func emptyDays() async throws {
    try await client.add("Run", "Morning 5k", at: "2026-11-19T07:00")
    let text = try await client.get("/").text
    #expect(text.contains("/add?day=2026-11-20") && text.contains("/add?day=2026-11-21"))
    #expect(!text.contains("/add?day=2026-11-22"))
    #expect(try await client.get("/add?day=2026-11-20").text.contains(#"value="2026-11-20T12:00""#))
  }

  @Test("What was done can be done again: its type, title and place, and nothing that was of that time")
  func again() async throws {
    try await client.add(
      "Run", "Morning 5k", at: "2026-11-18T06:10",
      [("calories", "390"), ("location", "Stadtpark"), ("notes", "windy")])
    let text = try await client.get("/add?again=1").text
    #expect(text.contains(#"value="Run" checked"#) && text.contains(#"value="Morning 5k""#))
    #expect(text.contains(#"value="Stadtpark""#) && text.contains(#"value="2026-11-21T07:30""#))
    #expect(!text.contains(#"value="390""#) && !text.contains("windy"))
    #expect(text.contains(#"href="/add?again=1""#), "it is offered as a suggestion")
    let form = try await client.get("/add?again=1&day=2026-11-20").text
    #expect(form.contains(#"value="2026-11-20T12:00""#))
    #expect(try await client.get("/add?again=2").status == 404)
    #expect(try await client.get("/add?again=x").status == 404)
  }

  @Test("A photo that cannot be taken is told beside it, and the check-in is not saved without it")
  func brokenPhoto() async throws {
    let fields = [
      ("token", try await client.token()), ("id", try await client.value(named: "id", in: "/add")), ("type", "Run"),
      ("title", "x"), ("time", "2026-11-20T10:00"),
    ]
    let answer = try await client.submit("/add", fields, photo: Array("no photo".utf8))
    #expect(answer.status == 422 && answer.text.contains("photo-problem"))
    let empty = try await client.submit("/add", fields, photo: [])
    #expect(empty.status == 422 && empty.text.contains("The photo is empty."))
    let large = try await client.submit("/add", fields, photo: [UInt8](repeating: 0, count: 50_000_001))
    #expect(large.status == 413 && large.text.contains("up to 50 MB") && large.text.contains(#"value="x""#))
    #expect(try journal().sequence == 0)
    #expect(try await client.submit("/add", fields, photo: [], fileName: "").status == 303, "no file was chosen")
  }

  @Test("A form of three megabytes is sent back with its input and the reason")
  func largeForm() async throws {
    let notes = String(repeating: "n", count: 3_000_000)
    let fields = [
      ("token", try await client.token()), ("id", try await client.value(named: "id", in: "/add")), ("type", "Run"),
      ("title", "Kept title"), ("time", "2026-11-20T10:00"), ("notes", notes),
    ]
    let answer = try await client.submit("/add", fields)
    #expect(answer.status == 422 && answer.text.contains("notes-problem"))
    #expect(answer.text.contains(#"value="Kept title""#) && answer.text.contains(notes))
    #expect(try journal().sequence == 0)
  }

  @Test("An undo leads back to the page that offers it: the edited check-in, the month")
  func undoLeadsBack() async throws {
    try await client.add("Run", "Before", at: "2026-10-20T10:00")
    let added = try await client.value(named: "back", in: "/?month=2026-10&notice=added&after=1")
    #expect(added == "/?month=2026-10")
    let expect = try await client.value(named: "expect", in: "/check-ins/1/edit")
    let edited = try await client.submit(
      "/check-ins/1/edit",
      [
        ("token", try await client.token()), ("expect", expect), ("type", "Run"), ("title", "After"),
        ("time", "2026-10-20T10:00"),
      ])
    let location = try #require(edited.headers[.location])
    let back = try await client.value(named: "back", in: location)
    #expect(back == "/check-ins/1")
    let undone = try await client.post("/undo", "token=\(try await client.token())&expect=2&back=\(back)")
    #expect(undone.headers[.location] == "/check-ins/1?notice=undone")
    #expect(try journal().existingCheckIn(1).title == "Before")
  }

  @Test("Photos are shown smaller than they are stored, by size and density, and the original on demand")
  func previews() async throws {
    let file = URL(filePath: #filePath).appending(path: "../../../Fixtures/photos/display-p3.jpg").standardized
    let bytes = try Array(Data(contentsOf: file))
    let id = try await client.value(named: "id", in: "/add")
    let added = try await client.submit(
      "/add",
      [
        ("token", try await client.token()), ("id", id), ("type", "Run"), ("title", "x"), ("time", "2026-11-20T10:00"),
      ], photo: bytes)
    try #require(added.status == 303)
    let photo = try #require(try journal().checkIn(1)?.photo)
    let thumbnail = "/thumbnails/\(photo.digest)"
    let timeline = try await client.get("/photos").text
    #expect(timeline.contains("srcset=\"\(thumbnail)/240 1x, \(thumbnail)/480 2x\""))
    #expect(timeline.contains("srcset=\"\(thumbnail) 1x, \(thumbnail)/240 2x, \(thumbnail)/480 3x\""))
    for path in ["/", "/photos", "/days/2026-11-20", "/check-ins/1", "/check-ins/1/edit", "/months", "/year/2026"] {
      #expect(try await !client.get(path).text.contains("src=\"/photos/"), "\(path)")
    }
    #expect(try await client.get("/check-ins/1").text.contains("href=\"/photos/\(photo.digest)\""))
    for side in [240, 480, 960] {
      let preview = try await client.get("\(thumbnail)/\(side)")
      #expect(preview.status == 200 && preview.headers[.contentType] == "image/jpeg" && preview.headers[.eTag] != nil)
      #expect(preview.bytes.starts(with: [0xFF, 0xD8]) && preview.headers[.contentEncoding] == nil)
    }
    for side in ["0", "241", "99999", "-1", "x"] {
      #expect(try await client.get("\(thumbnail)/\(side)").status == 404, "\(side)")
    }
    // A preview is not shown from memory once its photo is gone.
    let name = photo.digest.hexadecimal
    try client.directory.remove("journal/photos/\(name.prefix(2))/\(name).jpg")
    #expect(try await client.get("\(thumbnail)/240").status == 404)
  }

  @Test("A missing photo breaks no page")
  func missingPhoto() async throws {
    try await client.add("Run", "With a photo")
    let writing = try Journal(at: client.journalPath)
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0]
    let photo = try #require(try writing.attachPhoto(jpeg, width: 1, height: 1, to: 1).photo)
    try writing.close()
    let path = "/photos/\(photo.digest)"
    let answer = try await client.get(path)
    #expect(answer.bytes == jpeg && answer.headers[.cacheControl] == "private, no-cache")
    let tag = try #require(answer.headers[.eTag])
    for known in [tag, "\"other\", \(tag)"] {
      let unchanged = try await client.send(.get, path, headers: ["If-None-Match": known])
      #expect(unchanged.status == 304 && unchanged.bytes.isEmpty && unchanged.headers[.eTag] == tag)
    }
    #expect(try await client.send(.get, path, headers: ["If-None-Match": "\"other\""]).bytes == jpeg)
    let name = photo.digest.hexadecimal
    try client.directory.remove("journal/photos/\(name.prefix(2))/\(name).jpg")
    #expect(try await client.send(.get, path, headers: ["If-None-Match": tag]).status == 404)
    #expect(try await client.get("/check-ins/1").text.contains("missing or damaged"))
    #expect(try await client.get("/").status == 200)
  }
}

import CheckInJournal
import CheckInViewModels
import HTTPTypes
import TestSupport
import Testing

@testable import CheckInWeb

extension WebClient.Answer {
  /// The text, with spaces for those that do not break.
  fileprivate var words: String { text.replacing("\u{A0}", with: " ") }
}

@Suite("The pages of workouts")
struct WorkoutPageTests {
  let client: WebClient

  init() throws { client = try WebClient() }

  private static let plan = "Bench Press / w 1x10 40kg / 3x8-10 80kg @8 / rest 2:00\nPlank / 3x1:00"

  private func journal() throws -> Journal { try Journal(at: client.journalPath, for: .readOnly) }

  /// Sends a form of an exercise, a plan or a workout, with the token.
  @discardableResult
  private func submit(_ path: String, _ fields: [(String, String)] = []) async throws -> WebClient.Answer {
    let all = [("token", try await client.token())] + fields
    return try await client.post(
      path, all.map { "\(FormFields.encoded($0.0))=\(FormFields.encoded($0.1))" }.joined(separator: "&"))
  }

  /// Where an answer leads, without the message.
  private func target(_ answer: WebClient.Answer) -> String? {
    answer.headers[.location].map { String($0.prefix { $0 != "?" }) }
  }

  /// A completed workout of 19 November, and the open one of today.
  private func train() async throws {
    let journal = try Journal(at: client.journalPath)
    let zone = try LocalTimeZone.system(environment: WebClient.environment)
    let start = zone.resolve(try #require(WrittenTime("2026-11-19T18:00"))).time
    try journal.createPlan(name: "Push A", try PlanText.parse(Self.plan, unit: .kilograms))
    try journal.usePlan(1)
    try journal.startSession(SessionDraft(start: start, title: "Push A", plan: 1))
    try journal.log(
      try SetNotation.parse("w40x10 80x10 90x8 100x6", unit: .kilograms), exercise: "bench", at: start,
      isTimeGiven: true)
    try journal.log(
      try SetNotation.parse("1:30", unit: .kilograms), exercise: "plank", at: start, isTimeGiven: true)
    try journal.completeSession(endMilliseconds: start.instantMilliseconds + 52 * 60_000)
    try journal.close()
    try await submit("/session/start", [("plan", "1")])
  }

  // MARK: Reading

  @Test("The worker brings a page of the open workout that has every field, and nothing of the journal")
  func offlineSession() async throws {
    try await train()
    let worker = try await client.get(Assets.workerPath).text
    let parts = [
      "/offline/session", "/offline/revoked", "/offline/full", #"id=\"log-weight\""#, #"id=\"log-time\""#,
      #"id=\"set-distance\""#, #"<option value=\"Strength Training\" selected>"#,
    ]
    for part in parts { #expect(worker.contains(part), "\(part)") }
    for text in ["Push A", "Bench Press", "Plank"] { #expect(!worker.contains(text), "\(text)") }
  }

  @Test("Every page is there, empty and with workouts, and says what to do where there is nothing")
  func everyPage() async throws {
    for (path, words) in [
      ("/", "Your journal starts with one check-in"), ("/workouts", "No plans yet"), ("/session", "No workout is open"),
      ("/progress", "No completed workouts yet"), ("/progress?tab=exercises", "No completed workouts yet"),
      ("/workouts/discarded", "Nothing is discarded"), ("/plans/new", "Add an exercise"),
    ] {
      let answer = try await client.get(path)
      #expect(answer.status == 200 && answer.words.contains(words), "\(path)")
    }
    #expect(try await client.get("/session/finish").headers[.location] == "/session")
    try await train()
    for path in [
      "/", "/workouts", "/session", "/session?exercise=2", "/session?name=squat", "/session?name=nonsense",
      "/session/finish", "/progress", "/progress?tab=exercises", "/plans/1", "/plans/1/edit", "/sessions/1",
      "/sessions/1/edit", "/sessions/1/sets/2", "/exercises/1", "/exercises/2", "/workouts/discarded",
    ] {
      #expect(try await client.get(path).status == 200, "\(path)")
    }
    #expect(try await client.get("/sessions/2").headers[.location] == "/session", "the open one has its own page")
    for path in [
      "/sessions/9", "/plans/9", "/exercises/9", "/sessions/1/sets/9", "/sessions/0", "/sessions/x",
      "/session?exercise=9", "/progress?tab=other", "/progress?from=-1", "/sessions/1/sets/0",
    ] {
      #expect(try await client.get(path).status == 404, "\(path)")
    }
  }

  @Test("Home has the active plan with Start, and the last workout: when, how long, how much")
  func home() async throws {
    try await train()
    #expect(try await client.get("/").words.contains("Continue"))
    try await submit("/sessions/2/discard")
    let page = try await client.get("/").words
    for words in [
      "Active plan · last done Thursday", #"aria-label="Start Push A""#, "2 days ago · 4 sets", "52 min", "2,120 kg",
      "2 records", "100 kg × 6", "Last: Push A, 2 days ago", "3 × 8–10 · 80 kg · RPE 8",
    ] {
      #expect(page.contains(words), "\(words)")
    }
  }

  @Test("Progress has its two lists, fifty workouts at a time, newest first")
  func progress() async throws {
    let writing = try Journal(at: client.journalPath)
    let first = try #require(WrittenTime("2026-06-01T18:00+02:00")).localMilliseconds - 7_200_000
    for index in 0..<60 {
      let start = CheckInTime(instantMilliseconds: first + Int64(index) * 86_400_000, offsetMinutes: 120)
      try writing.startSession(SessionDraft(start: start, title: "Workout number \(index)."))
      try writing.log(
        try SetNotation.parse("\(60 + index)x5", unit: .kilograms), exercise: "squat", at: start, isTimeGiven: true)
      try writing.completeSession(endMilliseconds: start.instantMilliseconds + 3_600_000)
    }
    try writing.close()
    let newest = try await client.get("/progress").words
    #expect(newest.contains("60 workouts · 1 exercise") && newest.contains("/progress?tab=workouts&amp;from=50"))
    #expect(newest.contains("number 59.") && newest.contains("number 10.") && !newest.contains("number 9."))
    let older = try await client.get("/progress?tab=workouts&from=50").words
    #expect(older.contains("number 9.") && older.contains("number 0.") && !older.contains("number 10."))
    #expect(older.contains("/progress?tab=workouts&amp;from=0") && !older.contains("from=100"))
    let exercises = try await client.get("/progress?tab=exercises").words
    #expect(exercises.contains("119 kg × 5") && exercises.contains("60 sets"))
  }

  @Test("An exercise has its record, the best at each weight, and graphs whose numbers are a table")
  func exercise() async throws {
    try await train()
    let page = try await client.get("/exercises/1").words
    for words in [
      "100 kg × 6", "19 November, in Push A", "120 kg", "2,120 kg", "Best at each weight", "<td>120 kg</td>",
      #"role="img" aria-label="Estimated maximum, 1 workout: from 120 kg to 120 kg""#, "History",
    ] {
      #expect(page.contains(words), "\(words)")
    }
    #expect(target(try await submit("/exercises/1/rename", [("name", "Supino")])) == "/exercises/1")
    let renamed = try await client.get("/exercises/1").words
    #expect(renamed.contains("<h1>Supino</h1>") && renamed.contains("100 kg × 6"))
    #expect(try await submit("/exercises/1/rename", [("name", "plank")]).status == 422)
  }

  // MARK: Plans

  @Test("A plan is written, used, changed, discarded and restored; each can be undone")
  func planLife() async throws {
    let made = try await submit(
      "/plans/new", [("name", " Push A "), ("text", Self.plan.replacing("\n", with: "\r\n"))])
    #expect(made.status == 303 && target(made) == "/plans/1")
    let shown = try await client.get(try #require(made.headers[.location])).words
    for words in ["Plan saved", "Warm-up 1 × 10 · 40 kg", "3 × 8–10 · 80 kg · RPE 8", "rest 2:00", "3 × 1:00", "Undo"] {
      #expect(shown.contains(words), "\(words)")
    }
    #expect(target(try await submit("/plans/1/use")) == "/plans/1")
    #expect(try journal().activePlan()?.name == "Push A")
    let form = try await client.get("/plans/1/edit").words
    for field in [
      #"name="exercise-0" value="Bench Press""#, #"name="sets-0" value="w 1x10 40 / 3x8-10 80 @8""#,
      #"name="rest-0" value="2:00""#, #"name="exercise-1" value="Plank""#, #"name="sets-1" value="3x1:00""#,
    ] {
      #expect(form.contains(field), "\(field)")
    }
    let version = try await client.value(named: "expect", in: "/plans/1/edit")
    let edited = try await submit(
      "/plans/1/edit", [("name", "Push B"), ("text", "Dip / 3x10"), ("expect", version)])
    #expect(edited.status == 303)
    #expect(try journal().existingPlan(1).name == "Push B")
    let after = try #require(edited.headers[.location]?.split(separator: "after=").last)
    let undone = try await submit("/undo", [("expect", String(after)), ("back", "/plans/1")])
    #expect(undone.headers[.location] == "/plans/1?notice=undone")
    #expect(try journal().existingPlan(1).name == "Push A")
    try await submit("/plans/1/deactivate")
    #expect(try journal().activePlan() == nil)
    #expect(target(try await submit("/plans/1/discard")) == "/plans/1")
    #expect(try await client.get("/workouts/discarded").words.contains(#"action="/plans/1/restore""#))
    #expect(try await client.get("/plans/1/edit").status == 303)
    let refused = try await submit("/session/start", [("plan", "1")])
    #expect(refused.status == 422 && !refused.words.contains("checkin plan"), "a page does not speak of commands")
    #expect(try await submit("/plans/1/restore").status == 303)
    #expect(try journal().plans().count == 1)
  }

  @Test("What is wrong with a plan is told with its line, and the text stays")
  func invalidPlan() async throws {
    let answer = try await submit("/plans/new", [("name", ""), ("text", "Bench Press / 3x8\nSquat / 80y10")])
    #expect(answer.status == 422 && answer.words.contains("Please enter a name"))
    #expect(answer.words.contains("Line 2: Cannot read &#39;80y10&#39;") && answer.words.contains("Squat / 80y10"))
    let unknown = try await submit("/plans/new", [("name", "x"), ("text", "Bonch Press / 3x8")])
    #expect(unknown.status == 404 && unknown.words.contains("the nearest is Bench Press"))
    #expect(!unknown.words.contains("checkin exercise new") && unknown.words.contains("Bonch Press / 3x8"))
    #expect(try journal().sequence == 0)
  }

  @Test("A plan that others changed meanwhile is not overwritten unasked")
  func planConflict() async throws {
    try await submit("/plans/new", [("name", "Push A"), ("text", "Dip / 3x10")])
    let version = try await client.value(named: "expect", in: "/plans/1/edit")
    try await submit("/plans/1/edit", [("name", "Theirs"), ("text", "Dip / 3x11"), ("expect", version)])
    let mine = [("name", "Mine"), ("text", "Dip / 3x12")]
    let answer = try await submit("/plans/1/edit", mine + [("expect", version)])
    #expect(answer.status == 409 && answer.words.contains("Changed in the meantime"))
    #expect(answer.words.contains("Theirs\nDip / 3x11") && answer.words.contains("Dip / 3x12"))
    #expect(try journal().existingPlan(1).name == "Theirs")
    let decided = try #require(
      answer.text.firstMatch(of: /name="expect" value="([0-9a-f-]+)"/).map { String($0.output.1) })
    #expect(try await submit("/plans/1/edit", mine + [("expect", decided)]).status == 303)
    #expect(try journal().existingPlan(1).name == "Mine")
  }

  @Test("The rows of a plan are added, moved and removed without saving; the next control has the focus")
  func planRows() async throws {
    let rows = [
      ("name", "Push A"), ("exercise-0", "Bench Press"), ("sets-0", "w 1x10 40 / 3x8-10 82,5 @8"), ("rest-0", "2:00"),
      ("superset-0", ""), ("exercise-1", "Pull-up"), ("sets-1", "4x8"), ("rest-1", ""), ("superset-1", "A"),
    ]
    func press(_ button: String) async throws -> String {
      let answer = try await submit("/plans/new", rows + [("do", button)])
      #expect(answer.status == 200, "\(button)")
      return answer.words
    }
    let added = try await press("add")
    #expect(added.contains(#"name="exercise-2" value="" list="exercise-names" autocomplete="off" autofocus"#))
    let moved = try await press("up-1")
    #expect(moved.contains(#"name="exercise-0" value="Pull-up""#) && moved.contains("Pull-up is number 1 of 2 now"))
    #expect(moved.contains(#"id="down-0" autofocus aria-label="Move Pull-up down""#))
    #expect(try await press("down-0").contains(#"id="up-1" autofocus aria-label="Move Bench Press up""#))
    let removed = try await press("remove-0")
    #expect(removed.contains("Bench Press removed") && !removed.contains(#"name="exercise-1""#))
    #expect(
      try await press("text").contains(
        "Bench Press / w 1x10 40 / 3x8-10 82,5 @8 / rest 2:00\nPull-up / 4x8 / superset A"))
    for button in ["up-0", "up-9", "x", "remove", "add-1", "down--1"] {
      let status = try await submit("/plans/new", rows + [("do", button)]).status
      #expect(status == 200 || status == 400, "\(button)")
    }
    #expect(try journal().sequence == 0)
    #expect(target(try await submit("/plans/new", rows)) == "/plans/1")
    let plan = try await client.get("/plans/1").words
    #expect(plan.contains("3 × 8–10 · 82.5 kg · RPE 8") && plan.contains("superset A"))
    let text = try await submit("/plans/new", [("name", "x"), ("text", "Plank / 3x1:00"), ("do", "rows")]).words
    #expect(text.contains(#"name="exercise-0" value="Plank""#) && text.contains(#"name="sets-0" value="3x1:00""#))
  }

  @Test("What is wrong with a row is told with its number, and the row is marked")
  func wrongPlanRow() async throws {
    let answer = try await submit(
      "/plans/new",
      [
        ("name", "x"), ("exercise-0", "Squat"), ("sets-0", "3x8"), ("exercise-1", ""), ("exercise-2", "Plank"),
        ("sets-2", "80y10"),
      ])
    #expect(answer.status == 422)
    #expect(answer.words.contains(##"<a href="#exercise-2">Exercise 3: Cannot read &#39;80y10&#39;"##))
    #expect(answer.words.contains(#"name="sets-2" value="80y10""#))
    #expect(try journal().sequence == 0)
  }

  @Test("An undo is offered only for what was just done")
  func undoOfOwnOnly() async throws {
    try await submit("/plans/new", [("name", "Push A"), ("text", "Dip / 3x10")])
    for path in ["/plans/1/deactivate", "/plans/1/use", "/plans/1/use"] {
      let before = try journal().sequence
      let location = try #require(try await submit(path).headers[.location])
      let isChanged = try journal().sequence > before
      #expect(location.contains("after=") == isChanged, "\(path)")
      #expect(try await client.get(location).words.contains(#"id="undo""#) == isChanged, "\(path)")
    }
    let edited = try await submit("/exercises/1/rename", [("name", "Dip")])
    #expect(edited.headers[.location] == "/exercises/1?notice=changed")
  }

  // MARK: The open workout

  @Test("A workout is started once, whatever is pressed twice")
  func start() async throws {
    let id = ("id", "8C1F0000-0000-4000-8000-000000000001")
    #expect(target(try await submit("/session/start", [id])) == "/session")
    let again = try await submit("/session/start", [id])
    #expect(again.headers[.location] == "/session?notice=open")
    #expect(try journal().sequence == 1 && journal().openSession()?.title == "Workout")
    #expect(try await client.get("/session?notice=open").words.contains("This workout is open already"))
  }

  @Test("The page has the last time beside today, and offers the next set and the one before")
  func lastTime() async throws {
    try await train()
    let first = try await client.get("/session").words
    #expect(first.contains("40 kg × 10") && first.contains("80 kg × 10") && first.contains("record 100 kg × 6"))
    #expect(first.contains(#"name="weight" value="40""#) && first.contains("Log warm-up"))
    #expect(!first.contains(#"id="again""#) && first.contains(#"data-seconds="120""#))
    try await submit("/session/log", [("exercise", "1"), ("weight", "42.5"), ("reps", "10"), ("kind", "warmUp")])
    let second = try await client.get("/session").words
    #expect(second.contains("<strong>42.5 kg × 10</strong>") && second.contains(#"name="weight" value="80""#))
    #expect(second.contains("Log set 1") && second.contains(#"aria-label="Repeat warm-up 42.5 kg × 10""#))
    let plank = try await client.get("/session?exercise=2").words
    #expect(plank.contains(#"name="time" value="1:30""#) && !plank.contains(#"name="reps""#))
    let run = try await client.get("/session?name=run").words
    #expect(run.contains(#"name="distance""#) && run.contains(#"name="time""#) && run.contains(#"value="Run""#))
  }

  @Test("A set is logged with everything in it, by fields or in the notation, and the same form twice is one set")
  func log() async throws {
    try await train()
    let id = ("id", "8C1F0000-0000-4000-8000-000000000002")
    let fields = [
      ("exercise", "1"), ("weight", "82,5"), ("unit", "kg"), ("reps", "8"), ("kind", "failure"), ("rpe", "9.5"),
      ("note", "a\r\nb"),
    ]
    for isFirst in [true, false] {
      let answer = try await submit("/session/log", fields + [id])
      let location = try #require(answer.headers[.location])
      #expect(location.hasPrefix("/session?exercise=1&notice=logged"))
      // Only what this form did is offered to be undone.
      #expect(location.contains("&after=") == isFirst)
    }
    try await submit("/session/log", [("exercise", "1"), ("sets", "185lbx5 60x12 @8")])
    try await submit("/session/log", [("name", "run"), ("distance", "5"), ("distanceUnit", "km"), ("time", "25:00")])
    try await submit("/session/log", [("name", "plank"), ("time", "90")])
    let sets = try #require(try journal().openSession()).sets
    #expect(
      sets.map { SetNotation.text($0.entry, unit: .kilograms) }
        == ["f82.5x8@9.5", "185lbx5", "60x12@8", "5kmx25:00", "1:30"])
    #expect(sets[0].entry.note == "a\nb" && Set(sets.map(\.number)) == [1, 2, 3, 4, 5])
    #expect(sets[0].atMilliseconds == (try #require(WrittenTime("2026-11-21T06:30:00Z"))).localMilliseconds)
    let told = try await client.get("/session?exercise=2&notice=logged&after=\(try journal().sequence)").words
    #expect(told.contains("Logged: Plank 1:30") && told.contains(#"name="back" value="/session?exercise=2""#))
  }

  @Test("The message about a logged set is about that set, whatever others have logged since")
  func messageOfOwnSet() async throws {
    try await train()
    let location = try #require(
      try await submit("/session/log", [("exercise", "1"), ("sets", "80x9")]).headers[.location])
    let other = try Journal(at: client.journalPath)
    let start = try #require(try other.openSession()).start
    try other.log(try SetNotation.parse("70x5", unit: .kilograms), exercise: "bench", at: start)
    try other.close()
    let page = try await client.get(location).words
    #expect(page.contains("Logged: Bench Press 80 kg × 9") && !page.contains("Logged: Bench Press 70 kg × 5"))
  }

  @Test("Sets are counted by their kind: one that counts does not take the place of a warm-up that was skipped")
  func kinds() async throws {
    let plan = try Journal(at: client.journalPath)
    try plan.createPlan(name: "Kinds", try PlanText.parse("Bench Press / w 2x8 / 3x8 / rest 1:30", unit: .kilograms))
    try plan.close()
    try await submit("/session/start", [("plan", "1")])
    #expect(try await client.get("/session").words.contains("Log warm-up"))
    func rows() async throws -> [String] {
      try await client.get("/session").words.matches(of: /<th scope="row"><span aria-hidden="true">([^<]*)<.*?<\/tr>/)
        .map { row in
          let today = row.output.0.firstMatch(of: /<strong>([^<]*)</).map { String($0.output.1) }
          return "\(row.output.1) \(today ?? (row.output.0.contains("proposed") ? "next" : "-"))"
        }
    }
    #expect(try await rows() == ["W next", "W -", "1 -", "2 -", "3 -"])
    try await submit("/session/log", [("exercise", "1"), ("sets", "80x8")])
    #expect(try await rows() == ["W -", "W -", "1 80 kg × 8", "2 next", "3 -"])
    let page = try await client.get("/session").words
    #expect(page.contains("Log set 2") && page.contains(#"name="reps" value="8""#))
    try await submit("/session/log", [("exercise", "1"), ("sets", "w40x8 80x8 80x7")])
    #expect(try await rows() == ["W 40 kg × 8", "W -", "1 80 kg × 8", "2 80 kg × 8", "3 80 kg × 7", "4 next"])
  }

  @Test("The next set is offered as the one of its kind in its place was the last time")
  func kindsOfTheLastTime() async throws {
    try await train()
    try await submit("/session/log", [("exercise", "1"), ("sets", "80x9")])
    let page = try await client.get("/session").words
    // The last time it was w40x10 80x10 90x8 100x6.
    #expect(page.contains(#"name="weight" value="90""#) && page.contains("Log set 2"))
  }

  @Test("A set form that is sent again after the end is recognised; another one opens no new workout")
  func logAfterEnd() async throws {
    try await train()
    let set = [
      ("session", "2"), ("id", "8C1F0000-0000-4000-8000-000000000003"), ("exercise", "1"), ("weight", "80"),
      ("reps", "8"),
    ]
    try await submit("/session/log", set)
    try await submit("/session/finish", [("session", "2"), ("end", "2026-11-21T07:30")])
    let before = try journal().sequence
    #expect(try await submit("/session/log", set).headers[.location] == "/sessions/2?notice=logged")
    let late = try await submit("/session/log", set.filter { $0.0 != "id" })
    #expect(late.status == 409 && late.text.contains("not open any more"))
    try await submit("/sessions/2/discard")
    let discarded = try journal().sequence
    #expect(try await submit("/session/log", set).headers[.location] == "/sessions/2?notice=logged")
    #expect(try journal().sequence == discarded && discarded == before + 1 && journal().openSession() == nil)
  }

  @Test("The rest runs since the set that was logged last, as long as it lasts")
  func rest() async throws {
    try await train()
    #expect(try await !client.get("/session").text.contains("data-elapsed"))
    try await submit("/session/log", [("exercise", "1"), ("sets", "80x10")])
    #expect(try await client.get("/session").text.contains(#"data-seconds="120" data-elapsed="0" data-set="2-1""#))
  }

  @Test("Wrong sets log nothing, and the form keeps what was typed")
  func wrongSets() async throws {
    try await train()
    let before = try journal().sequence
    let fields = try await submit(
      "/session/log", [("exercise", "1"), ("weight", "heavy"), ("reps", "8"), ("rpe", "11"), ("note", "Kept")])
    #expect(fields.status == 422 && fields.words.contains(#"name="weight" value="heavy""#))
    for words in [
      ExerciseSetForm.weightNoNumber.text, ExerciseSetForm.rpeOutOfRange.text, "Kept", "Nothing was logged",
    ] {
      #expect(fields.words.contains(words), "\(words)")
    }
    let text = try await submit("/session/log", [("exercise", "1"), ("sets", "80x10 80y10")])
    #expect(text.status == 422 && text.words.contains("80y10&#39;") && text.words.contains(#"value="80x10 80y10""#))
    let unfit = try await submit("/session/log", [("name", "plank"), ("reps", "8")])
    #expect(unfit.status == 422 && unfit.words.contains("measured by its duration"))
    #expect(try await submit("/session/log", [("exercise", "1")]).words.contains("A set needs repetitions"))
    #expect(try await submit("/session/log", [("name", "nonsense"), ("reps", "8")]).status == 404)
    #expect(try journal().sequence == before)
  }

  @Test("An exercise that nobody knows can be defined, or is one of the nearest")
  func unknownExercise() async throws {
    try await train()
    let page = try await client.get("/session?name=Zercher+Squat").words
    #expect(page.contains("Define “Zercher Squat” as a new exercise"))
    #expect(try await client.get("/session?name=curl").words.contains("/session?name=Barbell%20Curl"))
    let defined = try await submit(
      "/exercises/new", [("name", "Zercher Squat"), ("measures", "weight"), ("load", "external")])
    #expect(defined.headers[.location]?.hasPrefix("/session?exercise=3&notice=defined") == true)
    #expect(try await client.get("/session?exercise=3").words.contains("Log set 1"))
    #expect(try await submit("/exercises/new", [("name", " ")]).status == 422)
  }

  @Test("A set is changed and removed; what others did meanwhile is not overwritten unasked")
  func editSet() async throws {
    try await train()
    let expect = try await client.value(named: "expect", in: "/sessions/1/sets/2")
    let edited = try await submit(
      "/sessions/1/sets/2", [("weight", "85"), ("reps", "10"), ("kind", "normal"), ("expect", expect)])
    #expect(target(edited) == "/sessions/1")
    let late = try await submit("/sessions/1/sets/2", [("weight", "70"), ("reps", "1"), ("expect", expect)])
    #expect(late.status == 409 && late.words.contains("there now: 85 kg × 10") && late.words.contains(#"value="70""#))
    #expect(try journal().existingSession(1).sets[1].entry.weight?.number == "85")
    let wrong = try await submit("/sessions/1/sets/2", [("weight", "70"), ("expect", "99")])
    #expect(wrong.status == 422 && wrong.words.contains("A set needs repetitions"))
    #expect(target(try await submit("/sessions/1/sets/2/remove")) == "/sessions/1")
    #expect(try journal().existingSession(1).sets.map(\.number) == [1, 3, 4, 5])
    #expect(try await submit("/sessions/1/sets/2/remove").status == 404)
    try await submit("/session/log", [("exercise", "1"), ("sets", "80x10")])
    let open = try await client.value(named: "expect", in: "/sessions/2/sets/1")
    #expect(target(try await submit("/sessions/2/sets/1", [("reps", "9"), ("expect", open)])) == "/session")
  }

  @Test("Undoing the change of a set leads back to its exercise")
  func undoneSet() async throws {
    try await train()
    try await submit("/session/log", [("exercise", "2"), ("sets", "1:00")])
    let expect = try await client.value(named: "expect", in: "/sessions/2/sets/1")
    let edited = try await submit("/sessions/2/sets/1", [("time", "1:10"), ("expect", expect)])
    let location = try #require(edited.headers[.location])
    #expect(location.hasPrefix("/session?exercise=2&notice=changed"))
    let back = try await client.value(named: "back", in: location)
    let undone = try await submit("/undo", [("expect", "\(try journal().sequence)"), ("back", back)])
    #expect(undone.headers[.location] == "/session?exercise=2&notice=undone")
    #expect(try await client.get("/session?exercise=2&notice=undone").words.contains("Undone"))
  }

  @Test("Undoing a set that defined its exercise leads back to the workout")
  func undoneFirstSet() async throws {
    try await submit("/session/start")
    let logged = try await submit("/session/log", [("name", "Dip"), ("sets", "x10")])
    let location = try #require(logged.headers[.location])
    let back = try await client.value(named: "back", in: location)
    let undone = try await submit("/undo", [("expect", "\(try journal().sequence)"), ("back", back)])
    #expect(try await client.get(try #require(undone.headers[.location])).status == 200)
  }

  @Test("A name that no exercise can have is sent back with the reason")
  func refusedNames() async throws {
    try await train()
    let long = String(repeating: "n", count: 300_000)
    for (path, name) in [("/exercises/1/rename", long), ("/exercises/new", long), ("/exercises/1/rename", "Plank")] {
      let answer = try await submit(path, [("name", name)])
      #expect([409, 422].contains(answer.status), "\(path)")
      #expect(answer.text.contains("value=\"\(name)\""), "\(path)")
    }
    let note = try await submit(
      "/session/log", [("exercise", "1"), ("weight", "80"), ("reps", "8"), ("note", long)])
    #expect(note.status == 422 && note.text.contains(long))
    let plan = try await submit("/plans/new", [("name", "Kept"), ("text", long)])
    #expect(plan.status == 422 && plan.text.contains(#"value="Kept""#))
  }

  // MARK: The end

  @Test("Finishing checks in as well, linked both ways")
  func finish() async throws {
    try await train()
    try await submit("/session/log", [("exercise", "1"), ("sets", "80x10")])
    let form = try await client.get("/session/finish").words
    #expect(form.contains(#"name="check-in" value="yes" checked"#) && form.contains(#"value="Push A""#))
    #expect(form.contains(#"value="2026-11-21T07:30""#) && form.contains(#"value="Strength Training" selected"#))
    let fields = [
      ("session", "2"), ("check-in", "yes"), ("type", "Gym"), ("title", "Legs"), ("end", "2026-11-21T07:30"),
    ]
    let finished = try await submit("/session/finish", fields)
    #expect(target(finished) == "/sessions/2")
    let checkIn = try #require(try journal().checkIn(1))
    #expect(checkIn.type == .gym && checkIn.title == "Legs")
    #expect(try journal().existingSession(2).checkIn == 1 && journal().existingSession(2).state == .completed)
    let page = try await client.get(try #require(finished.headers[.location])).words
    #expect(page.contains(#"href="/check-ins/1""#) && page.contains("Workout finished") && page.contains("Undo"))
    #expect(try await client.get("/check-ins/1").words.contains(#"href="/sessions/2""#))
    #expect(target(try await submit("/session/finish", fields)) == "/sessions/2", "the same form once more")
    #expect(try journal().sequence == checkIn.sequence)
  }

  @Test("Finishing links the check-in of the day, and the form names it")
  func finishLinked() async throws {
    try await train()
    try await client.add("Gym", "Morning", at: "2026-11-21T07:00")
    let form = try await client.get("/session/finish").words
    #expect(form.contains("Link the check-in 07:00 Morning, Gym") && !form.contains("<select id=\"type\""))
    let finished = try await submit(
      "/session/finish",
      [
        ("session", "2"), ("check-in", "yes"), ("type", "Strength Training"), ("title", "Push A"),
        ("end", "2026-11-21T07:30"),
      ])
    let page = try await client.get(try #require(finished.headers[.location])).words
    #expect(page.contains("Workout finished and linked to its check-in") && page.contains("Undo"))
    #expect(try journal().existingSession(2).checkIn == 1 && journal().checkIn(2) == nil)
  }

  @Test("A finished workout without a check-in gets one by a button")
  func checkInLater() async throws {
    try await train()
    #expect(try await client.get("/sessions/1").words.contains(#"action="/sessions/1/check-in""#))
    let answer = try await submit("/sessions/1/check-in")
    #expect(target(answer) == "/sessions/1")
    #expect(try journal().existingSession(1).checkIn == 1 && journal().existingCheckIn(1).title == "Push A")
    #expect(try await client.get(try #require(answer.headers[.location])).words.contains("Checked in"))
    #expect(try await !client.get("/sessions/1").words.contains(#"action="/sessions/1/check-in""#))
    let sequence = try journal().sequence
    #expect(target(try await submit("/sessions/1/check-in")) == "/sessions/1")
    #expect(try journal().sequence == sequence)
  }

  @Test("What is wrong at the end finishes nothing, and keeps the form")
  func refusedFinish() async throws {
    try await train()
    let before = try journal().sequence
    func finish(_ changes: [String: String]) async throws -> WebClient.Answer {
      let fields = ["session": "2", "check-in": "yes", "type": "Gym", "title": "x", "end": "2026-11-21T07:30"]
      return try await submit("/session/finish", fields.merging(changes) { $1 }.map { ($0, $1) })
    }
    for (changes, words) in [
      (["end": "2026-11-21T06:30"], WorkoutValidation.endBeforeStart),
      (["end": "2026-11-21T08:30"], WorkoutValidation.endInFuture), (["end": "soon"], CheckInForm.timeNotUnderstood),
      (["type": ""], Validation.typeMissing),
      (["title": String(repeating: "x", count: 101)], Validation.titleTooLong),
    ] {
      let answer = try await finish(changes)
      #expect(answer.status == 422 && answer.words.contains(words.text), "\(words)")
      #expect(answer.words.contains("The workout was not finished"))
    }
    #expect(try journal().sequence == before)
    #expect(target(try await finish(["check-in": "no", "title": ""])) == "/sessions/2")
    #expect(try journal().existingSession(2).checkIn == nil && journal().checkIn(1) == nil)
  }

  @Test("Discarding a workout keeps its check-in, and an undo brings both together again")
  func discard() async throws {
    try await train()
    try await submit(
      "/session/finish",
      [("session", "2"), ("check-in", "yes"), ("type", "Gym"), ("title", "x"), ("end", "2026-11-21T07:30")])
    let discarded = try await submit("/sessions/2/discard")
    let page = try await client.get(try #require(discarded.headers[.location])).words
    #expect(page.contains("This workout is discarded") && page.contains("Undo"))
    #expect(try journal().checkIn(1)?.isDiscarded == false && journal().session(ofCheckIn: 1) == nil)
    #expect(try await !client.get("/check-ins/1").words.contains("/sessions/2"))
    let sequence = try journal().sequence
    let undone = try await submit("/undo", [("expect", "\(sequence)"), ("back", "/sessions/2")])
    #expect(undone.headers[.location] == "/sessions/2?notice=undone")
    #expect(try journal().session(ofCheckIn: 1) == 2 && !journal().existingSession(2).isDiscarded)
    try await submit("/sessions/2/discard")
    #expect(try await client.get("/workouts/discarded").words.contains(#"action="/sessions/2/restore""#))
    #expect(target(try await submit("/sessions/2/restore")) == "/sessions/2")
    #expect(try await submit("/sessions/2/restore").status == 422)
  }

  @Test("A check-in of the same day can be linked, and unlinked")
  func link() async throws {
    try await train()
    try await client.add("Gym", "Evening", at: "2026-11-19T19:00")
    #expect(try await client.get("/sessions/1").words.contains("19:00 Evening, Gym"))
    #expect(target(try await submit("/sessions/1/link", [("check-in", "1")])) == "/sessions/1")
    #expect(try journal().session(ofCheckIn: 1) == 1)
    #expect(target(try await submit("/sessions/1/unlink")) == "/sessions/1")
    #expect(try journal().session(ofCheckIn: 1) == nil)
    #expect(try await submit("/sessions/1/link", [("check-in", "9")]).status == 404)
  }

  @Test("Title, note and times of a workout are changed; untouched times keep their seconds")
  func editSession() async throws {
    try await train()
    let version = try await client.value(named: "expect", in: "/sessions/1/edit")
    let fields = [
      ("title", "Push"), ("note", "a\r\nb"), ("start", "2026-11-19T18:00"), ("end", "2026-11-19T19:00"),
    ]
    let before = try journal().existingSession(1)
    #expect(target(try await submit("/sessions/1/edit", fields + [("expect", version)])) == "/sessions/1")
    let session = try journal().existingSession(1)
    #expect(session.title == "Push" && session.note == "a\nb" && session.start == before.start)
    #expect(session.durationSeconds == 3600)
    #expect(try await submit("/sessions/1/edit", fields + [("expect", version)]).status == 409)
    let wrong = try await submit("/sessions/1/edit", [("title", ""), ("note", "Kept"), ("expect", "99")])
    #expect(wrong.status == 422 && wrong.words.contains("Please enter a name") && wrong.words.contains("Kept"))
  }

  // MARK: Safety

  @Test(
    "Nothing is changed without the token, or from elsewhere",
    arguments: [
      "/session/start", "/session/log", "/session/finish", "/plans/new", "/plans/1/edit", "/plans/1/use",
      "/plans/1/deactivate", "/plans/1/discard", "/plans/1/restore", "/sessions/1/edit", "/sessions/1/discard",
      "/sessions/1/restore", "/sessions/1/check-in", "/sessions/1/link", "/sessions/1/unlink", "/sessions/1/sets/1",
      "/sessions/1/sets/1/remove", "/exercises/new", "/exercises/1/rename",
    ])
  func guarded(path: String) async throws {
    try await train()
    let before = try journal().sequence
    let token = try await client.token()
    let fields = "name=x&text=Dip+/+3x8&expect=99&reps=5&sets=80x10&exercise=1&session=2&check-in=1&title=x"
    #expect(try await client.post(path, fields).status == 403)
    #expect(try await client.post(path, "token=\(String(repeating: "0", count: 64))&\(fields)").status == 403)
    let elsewhere = try await client.send(
      .post, path, headers: ["Sec-Fetch-Site": "cross-site", "Content-Type": "application/x-www-form-urlencoded"],
      body: Array("token=\(token)&\(fields)".utf8))
    #expect(elsewhere.status == 403)
    #expect(try await client.send(.post, path, body: Array("token=\(token)&\(fields)".utf8)).status == 403)
    #expect(try await client.send(.post, path, hasKey: false).status == 403)
    #expect(try journal().sequence == before)
  }

  @Test("Names and notes are text: no markup, no steering characters")
  func escaping() async throws {
    let evil = "<script>alert(1)</script>\u{202E}\"'&"
    let writing = try Journal(at: client.journalPath)
    let time = CheckInTime(
      instantMilliseconds: try #require(WrittenTime("2026-11-20T17:00:00Z")).localMilliseconds, offsetMinutes: 60)
    try writing.defineExercise(ExerciseDraft(name: evil, aliases: [evil + "2"]))
    try writing.createPlan(name: evil, [PlanText.Entry(exercise: evil, Prescription(sets: 3, target: .reps(8...8)))])
    try writing.usePlan(1)
    let entries = [SetEntry(reps: 5, note: evil)]
    for _ in 0..<2 {
      try writing.startSession(SessionDraft(start: time, title: evil, note: evil, plan: 1))
      try writing.log(entries, exercise: evil, at: time, isTimeGiven: true)
      try writing.completeSession(
        endMilliseconds: time.instantMilliseconds + 60_000,
        checkIn: .added(CheckInDraft(type: .gym, title: "", time: time)))
    }
    try writing.startSession(SessionDraft(start: time, title: evil, note: evil, plan: 1))
    try writing.log(entries, exercise: evil, at: time, isTimeGiven: true)
    try writing.close()
    for path in [
      "/", "/workouts", "/session", "/session?name=%3Cscript%3Ealert%22", "/session/finish", "/sessions/1",
      "/sessions/1/edit", "/sessions/1/sets/1", "/plans/1", "/plans/1/edit", "/exercises/1", "/progress",
      "/progress?tab=exercises", "/check-ins/1",
    ] {
      let text = try await client.get(path).text
      #expect(text.contains("alert") && !text.contains("<script>alert") && !text.contains("alert(1)\""), "\(path)")
      if !path.hasSuffix("/edit") { #expect(!text.contains("<h1>\(evil)"), "\(path)") }
    }
    #expect(try await client.get("/sessions/1").words.contains("\\u{202e}"))
  }

  @Test("An undo leads back to our own pages only")
  func ownPaths() async throws {
    for path in ["/session", "/sessions/12", "/plans/1", "/session?exercise=3", "/?month=2026-10"] {
      #expect(Pages.ownPath(path) == path)
    }
    for path in [
      "", "session", "//evil.example", "/\\evil.example", "https://evil.example", "/a?b=%2f", "/a#b", "/a b", "/\r\nx",
      "/" + String(repeating: "a", count: 200),
    ] {
      #expect(Pages.ownPath(path) == nil, "\(path)")
    }
    try await submit("/session/start")
    let undone = try await submit("/undo", [("expect", "1"), ("back", "//evil.example")])
    #expect(undone.headers[.location] == "/?notice=undone")
  }

  // MARK: For programs

  @Test("Sessions, plans, records and progress are answered in the command's forms")
  func programs() async throws {
    #expect(try await client.get("/api/session").text == "null")
    #expect(try await client.get("/api/progress").text == #"{"workouts":[],"exercises":[]}"#)
    try await train()
    let session = try await client.get("/api/sessions/1").words
    #expect(session.contains(#""state":"completed""#) && session.contains(#""plan":{"number":1,"name":"Push A"}"#))
    #expect(try await client.get("/api/sessions").text == "[\(session)]")
    #expect(try await client.get("/api/sessions?skip=1").text == "[]")
    #expect(try await client.get("/api/session").words.contains(#""number":2"#))
    try await submit("/session/finish", [("session", "2"), ("end", "2026-11-21T07:30")])
    let page = try await client.get("/api/sessions?limit=1")
    #expect(page.headers[API.linkHeader] == #"</api/sessions?limit=1&skip=1>; rel="next""#)
    #expect(try await client.get("/api/sessions?limit=1&skip=1").text == "[\(session)]")
    let plan = try await client.get("/api/plans/1").words
    #expect(plan.contains(#""active":true"#) && plan.contains(#""reps":{"from":8,"to":10}"#))
    #expect(try await client.get("/api/plans").text == "[\(plan)]")
    let record = try await client.get("/api/records?exercise=bench").words
    #expect(record.contains(#""text":"100.0kg × 6""#))
    #expect(try await client.get("/api/records").words.contains(#""exercise":"Plank""#))
    #expect(try await client.get("/api/progress").words.contains(#""exercises":[{"exercise":"#))
    for path in ["/api/sessions/9", "/api/plans/9", "/api/sessions/x", "/api/records?exercise=nonsense"] {
      #expect(try await client.get(path).status == 404, "\(path)")
    }
    #expect(try await client.get("/api/sessions?limit=0").status == 422)
    #expect(try await client.get("/api/sessions?skip=-1").status == 422)
  }
}

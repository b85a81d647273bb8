import CheckInJournal
import CheckInLanguage
import Testing

@Suite("Goals in the words of a language")
struct GoalWordsTests {
  private func goal(_ text: String, _ localization: Localization) throws -> Goal {
    try localization.goal(text) { localization.type(named: $0) }
  }

  @Test("What is shown of a goal is read back", arguments: Language.allCases)
  func shown(_ language: Language) throws {
    let localization = Localization(language)
    for subject in Goal.Subject.selectable {
      for period in Goal.Period.allCases {
        let range = Goal.countRange(of: subject, each: period)
        for count in [range.lowerBound, 2, 2700, 12_345, 18_000, range.upperBound - 1, range.upperBound]
        where range.contains(count) {
          let written = Goal(subject, count: count, each: period)
          let title = localization.title(of: written)
          #expect(try goal(title, localization) == written, "\(title)")
          #expect(try Goal(written.text) == written)
        }
      }
    }
    let miles = localization.title(of: Goal(.sum(.distance, of: .run), count: 40_234, each: .week), in: .miles)
    #expect(miles.contains("25 mi"))
    #expect(try goal(miles, localization).count == 40_234)
  }

  @Test(
    "Goals are read as people write them",
    arguments: [
      (.german, "laufen 3 mal pro Woche", "Run 3/week"), (.spanish, "correr 3 veces por semana", "Run 3/week"),
      (.portuguese, "corrida 3 vezes por semana", "Run 3/week"), (.english, "run 3 times a week", "Run 3/week"),
      (.german, "3 Läufe/Woche", "Run 3/week"), (.german, "Laufen 3/Woche", "Run 3/week"),
      (.german, "40 km pro Woche", "40km/week"), (.german, "Laufen 100 km im Monat", "Run 100km/month"),
      (.german, "5 Stunden in der Woche", "5h/week"), (.german, "2.000 kcal/Woche", "2000kcal/week"),
      (.german, "2,5 km täglich", "2.5km/day"), (.german, "20 Tage im Monat", "days 20/month"),
      (.german, "tage 200/jahr", "days 200/year"), (.german, "1.200 Kilometer pro Jahr", "1200km/year"),
      (.spanish, "3 carreras por semana", "Run 3/week"), (.spanish, "correr 3/semana", "Run 3/week"),
      (.spanish, "40 kilómetros al mes", "40km/month"), (.spanish, "natacion: 4 km al mes", "Swim 4km/month"),
      (.spanish, "2 h al dia", "2h/day"), (.spanish, "20 días/mes", "days 20/month"),
      (.portuguese, "3 corridas por semana", "Run 3/week"), (.portuguese, "corrida 3/semana", "Run 3/week"),
      (.portuguese, "1.000 km por ano", "1000km/year"), (.portuguese, "5 horas semanais", "5h/week"),
      (.portuguese, "corrida 2,5 km a cada dia", "Run 2.5km/day"),
    ] as [(Language, String, String)])
  func typed(_ language: Language, _ text: String, _ written: String) throws {
    #expect(try goal(text, Localization(language)).text == written)
  }

  @Test(
    "English is read in every language",
    arguments: [
      ("run 3/week", "Run 3/week"), ("Runs 3 a week", "Run 3/week"), ("3 gym visits a week", "Gym 3/week"),
      ("run 100km a month", "Run 100km/month"), ("40 km per week", "40km/week"), ("2.5 miles a day", "4.023km/day"),
      ("5 hours weekly", "5h/week"), ("20 days a month", "days 20/month"), ("2000 kcal each week", "2000kcal/week"),
      ("walk 10 kilometers every week", "Walk 10km/week"), ("hike 3/week", "Walk 3/week"),
    ])
  func english(_ text: String, _ written: String) throws {
    for language in Language.allCases { #expect(try goal(text, Localization(language)).text == written) }
  }

  @Test("Words that are not a goal are rejected", arguments: Language.allCases)
  func rejected(_ language: Language) {
    for text in [
      "", "3", "run", "run 3", "run 3 week", "xyz 3/week", "run 3 5km/week", "40 xyz/week", "run 3/xyz", "/week",
    ] {
      #expect(throws: JournalError.self, "\(text)") { try goal(text, Localization(language)) }
    }
  }

  @Test("The subject of a goal is named by its type, its unit or its quantity")
  func subjects() {
    for (language, text, subject) in [
      (.english, "run", .type(.run)), (.english, "days", .days), (.english, "run km", .sum(.distance, of: .run)),
      (.english, "distance", .sum(.distance, of: nil)),
      (.english, "strength hours", .sum(.duration, of: .strengthTraining)),
      (.english, "run 40 km a week", .sum(.distance, of: .run)), (.english, "gym visits", .type(.gym)),
      (.english, "xyz km", nil), (.english, "xyz", nil), (.english, "", nil),
      (.german, "Tage", .days), (.german, "Laufen Strecke", .sum(.distance, of: .run)),
      (.german, "run distance", .sum(.distance, of: .run)), (.german, "Kalorien", .sum(.calories, of: nil)),
      (.spanish, "correr distancia", .sum(.distance, of: .run)), (.portuguese, "horas", .sum(.duration, of: nil)),
    ] as [(Language, String, Goal.Subject?)] {
      let localization = Localization(language)
      #expect(localization.goalSubject(text) { localization.type(named: $0) } == subject, "\(text)")
    }
  }
}

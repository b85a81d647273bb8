import CheckInJournal
import CheckInLanguage
import Testing

@Suite("Days and times in the words of a language")
struct DayWordsTests {
  @Test(
    "Words become the English ones, in their order; English and other words stay",
    arguments: [
      (.german, "gestern 18:30 uhr", "yesterday 18:30"), (.german, "gestern um 18 uhr", "yesterday at 18:00"),
      (.german, "am montag", "on monday"), (.german, "mo", "monday"), (.german, "vor 3 tagen", "3 days ago"),
      (.german, "vor einer woche", "a week ago"), (.german, "vor einer stunde", "an hour ago"),
      (.german, "letzte woche", "last week"), (.german, "letzten montag", "last monday"),
      (.german, "21. november 2026", "21 november 2026"), (.german, "21. nov.", "21 november"),
      (.german, "fr., 20. nov.", "friday 20 november"), (.german, "vorgestern", "2 days ago"),
      (.german, "sonnabend", "saturday"), (.german, "diesen monat", "this month"), (.german, "7 am", "7 am"),
      (.german, "yesterday", "yesterday"), (.german, "3 days ago", "3 days ago"), (.german, "xyz", "xyz"),
      (.spanish, "ayer a las 7:00", "yesterday at 7:00"), (.spanish, "hace 3 días", "3 days ago"),
      (.spanish, "hace dias", "ago days"), (.spanish, "21 de noviembre de 2026", "21 november 2026"),
      (.spanish, "el lunes pasado", "last monday"), (.spanish, "21 ago", "21 august"),
      (.spanish, "3 days ago", "3 days ago"), (.spanish, "miercoles", "wednesday"),
      (.portuguese, "ontem às 18:00", "yesterday at 18:00"), (.portuguese, "hoje", "today"),
      (.portuguese, "segunda", "monday"), (.portuguese, "segunda-feira", "monday"),
      (.portuguese, "há 2 semanas", "2 weeks ago"), (.portuguese, "3 dias atrás", "3 days ago"),
      (.portuguese, "semana passada", "last week"),
      (.portuguese, "sex., 20 de nov. de 2026", "friday 20 november 2026"),
      (.portuguese, "out", "october"), (.english, "gestern", "gestern"),
    ] as [(Language, String, String)])
  func reads(_ language: Language, _ words: String, _ english: String) {
    let known = DayWords(Localization(language))
    #expect(known.inEnglish(words.split(separator: " ").map(String.init)).joined(separator: " ") == english)
  }

  @Test("Types are named in every language, with and without accents, and always in English")
  func types() {
    for language in Language.allCases {
      let localization = Localization(language)
      for type in ExerciseType.selectable {
        #expect(localization.type(named: localization.name(of: type)) == type)
        #expect(localization.type(named: type.name) == type)
      }
      for word in ["stretching", "unknown", ""] { #expect(localization.type(named: word) == nil) }
    }
    #expect(Localization(.spanish).type(named: "natacion") == .swim)
  }
}

import CheckInModel
import Testing

@Suite("Tags")
struct TagTests {
  @Test(arguments: [
    ("Night #race", ["race"]), ("#Race #race", ["race", "race"]), ("#Läufe-im_Wald!", ["läufe-im_wald"]),
    ("(#a1), #b:#c", ["a1", "b", "c"]), ("#hill-climb- and #x--", ["hill-climb", "x"]), ("#東京 #5k", ["東京", "5k"]),
    ("#5 #10-2 #_ #- # ##a", []), ("C#sharp a#b &#x /#top #", []), ("#a#b", ["a"]), ("", []),
    ("#re\u{301}tro", ["rétro"]), ("🏃#run", ["run"]),
  ])
  func found(_ text: String, _ names: [String]) {
    #expect(Tag.all(in: text).map(\.name) == names)
  }

  @Test("Case and accents make no difference")
  func equality() throws {
    #expect(Tag("#Läufe") == Tag("LAUFE") && Tag("race") != Tag("races"))
    #expect(try #require(Tag("Race")).description == "#race")
    for text in ["", "#", "a b", "5", "#5", "a-", "-", "##a", "a#b", "a.b"] { #expect(Tag(text) == nil, "\(text)") }
  }
}

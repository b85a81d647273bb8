import CheckInJournal
import CheckInLanguage

/// The page that looks for check-ins.
struct SearchView {
  /// A piece of a text, and whether it is what was looked for.
  struct Piece {
    var text: String
    var isMatch: Bool
  }

  struct Result {
    var number: Int
    var badge: Badge
    var title: [Piece]
    var isTitled: Bool
    var when: String
    var type: String
    var calories: String?
    var location: [Piece]
    var hasLocation: Bool
    var notes: [Piece]
    var hasNotes: Bool
  }

  var layout: PageLayout
  var q: String
  var types: [Choice]
  var place: String
  var photos: [Choice]
  var since: String
  var until: String
  var latest: String
  /// A filter that has no field, which the form keeps.
  var weekday: String?
  var hour: String?
  /// The filters that have no field, each with its text and the address without it.
  var extras: [Extra]
  var isFiltered: Bool
  var summary: String
  var results: [Result]
  var isEmpty: Bool
  var problem: String?
  var next: String?
  /// `true` if earlier results precede the shown ones.
  var isContinued: Bool

  struct Extra {
    var text: String
    var without: String
  }
}

extension SearchView.Result {
  /// Notes are shown around the first match only, and so many characters of them.
  private static let noteCharacters = 160

  init(_ checkIn: CheckIn, filter: CheckInFilter, in localization: Localization) {
    number = checkIn.number
    badge = Badge(checkIn)
    title = SearchView.pieces(of: checkIn.title, matching: filter.words)
    isTitled = !checkIn.title.isEmpty
    when = "\(localization.shortTitle(of: checkIn.day)), \(localization.timeOfDay(of: checkIn.time))"
    type = localization.name(of: checkIn.type)
    calories = checkIn.calories.map { localization.number($0) }
    let places = filter.place.isEmpty ? filter.words : filter.place
    location = checkIn.location.map { SearchView.pieces(of: $0, matching: places) } ?? []
    hasLocation = !location.isEmpty
    notes = Self.excerpt(of: checkIn.notes, around: filter.words)
    hasNotes = !notes.isEmpty
  }

  /// The notes around the first match; nothing where the words are not in them.
  private static func excerpt(of notes: String, around words: SearchWords) -> [SearchView.Piece] {
    guard let first = words.matches(in: notes).first else { return [] }
    let start = notes.index(first.lowerBound, offsetBy: -40, limitedBy: notes.startIndex) ?? notes.startIndex
    let end = notes.index(start, offsetBy: noteCharacters, limitedBy: notes.endIndex) ?? notes.endIndex
    var pieces = SearchView.pieces(
      of: String(notes[start..<end]).withLineFeeds.replacing("\n", with: " "), matching: words)
    if start > notes.startIndex { pieces.insert(SearchView.Piece(text: "…", isMatch: false), at: 0) }
    if end < notes.endIndex { pieces.append(SearchView.Piece(text: "…", isMatch: false)) }
    return pieces
  }
}

extension SearchView {
  /// The text, cut where the words are.
  static func pieces(of text: String, matching words: SearchWords) -> [Piece] {
    var pieces: [Piece] = []
    var start = text.startIndex
    for match in words.matches(in: text) {
      if start < match.lowerBound {
        pieces.append(Piece(text: shown(String(text[start..<match.lowerBound])), isMatch: false))
      }
      pieces.append(Piece(text: shown(String(text[match])), isMatch: true))
      start = match.upperBound
    }
    if start < text.endIndex { pieces.append(Piece(text: shown(String(text[start...])), isMatch: false)) }
    return pieces
  }
}

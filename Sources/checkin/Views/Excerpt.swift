import CheckInJournal

/// The part of a text where words are that were looked for.
struct Excerpt {
  enum Field: String {
    case title, location, notes
  }

  struct Piece {
    var text: String
    var isMatch: Bool
  }

  /// Characters of long notes before the first match, and in all.
  private static let leadCount = 40
  private static let totalCount = 160

  let field: Field
  private(set) var pieces: [Piece] = []
  /// `true` for each side of the excerpt on which text is left out.
  private(set) var isCut = (before: false, after: false)

  /// The text, or what of it is around the first match; `nil` if none of the words is in it.
  init?(_ field: Field, of text: String, matching filter: CheckInFilter) {
    self.field = field
    let tags = field == .location ? [] : Tag.ranges(of: filter.tags, in: text)
    let matches = Self.apart(filter.terms.matches(in: text) + tags)
    guard let first = matches.first else { return nil }
    var (start, end) = (text.startIndex, text.endIndex)
    if field == .notes {
      start = text.index(first.lowerBound, offsetBy: -Self.leadCount, limitedBy: start) ?? start
      end = text.index(start, offsetBy: Self.totalCount, limitedBy: end) ?? end
      end = max(end, first.upperBound)
      isCut = (start > text.startIndex, end < text.endIndex)
    }
    for match in matches where match.upperBound <= end {
      if start < match.lowerBound { pieces.append(Piece(text: String(text[start..<match.lowerBound]), isMatch: false)) }
      pieces.append(Piece(text: String(text[match]), isMatch: true))
      start = match.upperBound
    }
    if start < end { pieces.append(Piece(text: String(text[start..<end]), isMatch: false)) }
  }

  /// Ranges that ascend and do not overlap, and together are the same.
  private static func apart(_ ranges: [Range<String.Index>]) -> [Range<String.Index>] {
    var result: [Range<String.Index>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, last.upperBound > range.lowerBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }

  /// Those of a check-in.
  static func all(of checkIn: CheckIn, _ filter: CheckInFilter) -> [Excerpt] {
    [
      Excerpt(.title, of: checkIn.title, matching: filter),
      checkIn.location.flatMap { Excerpt(.location, of: $0, matching: filter) },
      Excerpt(.notes, of: checkIn.notes, matching: filter),
    ].compactMap { $0 }
  }

  /// In one line, with the matches underlined, or in brackets where nothing can be.
  ///
  /// - Parameter indentation: columns before it, of a terminal's: a longer text is cut before the first match as far as
  ///   that takes to show the match.
  func line(_ style: Style, indentation: Int) -> String {
    var parts = pieces.map { piece in
      let text = Escaping.escaped(piece.text.withLineFeeds.replacing("\n", with: " "))
      guard piece.isMatch else { return text }
      return style.depth == .none ? "[\(text)]" : style.bold(style.underlined(text))
    }
    if isCut.after { parts.append(style.ellipsis) }
    guard let width = style.width, let lead = pieces.first, !lead.isMatch else {
      return (isCut.before ? style.ellipsis : "") + parts.joined()
    }
    let (room, others) = (max(0, width - indentation), parts.dropFirst())
    let match = DisplayWidth.of(others.first ?? "")
    // At least a third of what the match leaves, and all that comes after it.
    let forLead = max((room - match) / 3, room - others.reduce(0) { $0 + DisplayWidth.of($1) })
    let text = (isCut.before ? style.ellipsis : "") + parts[0]
    return DisplayWidth.end(of: text, fitting: forLead, ellipsis: style.ellipsis) + others.joined()
  }

  /// Writes the member of a check-in's object that holds excerpts.
  static func write(_ excerpts: [Excerpt], to json: inout JSONWriter) {
    json.objects("matches", of: excerpts) { json, excerpt in
      json["field"] = excerpt.field.rawValue
      json.objects("pieces", of: excerpt.pieces) { json, piece in
        json["text"] = piece.text
        json["match"] = piece.isMatch
      }
    }
  }
}

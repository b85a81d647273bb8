import ArgumentParser
import CheckInInterchange
import CheckInJournal
import CheckInLanguage

struct SearchCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", _superCommandName: "checkin",
    abstract: "Search titles, locations and notes",
    usage: "checkin search <words> ... [<options>]",
    discussion: """
      Finds the check-ins that have all of the words, newest first: in any case, with or without accents, in whichever \
      of the three texts. The last word may be the beginning of one: "morning lak" finds "Morning at the lake". \
      Punctuation between words means nothing; a word such as '#race' is a tag. What was found is marked; with --json \
      it is in "matches".

      A journal with more than 16,384 check-ins has an index for this, made by the import that brings them or by the \
      first search: search.sqlite in its directory, a cache, which searches and imports keep up to date.
      """)

  @Argument(help: ArgumentHelp("What to look for.", valueName: "words"))
  var words: [String] = []

  @OptionGroup var selection: SelectionOptions

  @Flag(help: "Only those with a photo.")
  var photo = false

  @OptionGroup var days: DayRangeOptions

  @OptionGroup var count: LimitOption

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  /// The first page is small, so that it comes soon; those after it are larger and larger.
  private static let pageCounts = (first: 32, growth: 8, last: 32_768)

  func answer(from journal: ReadableJournal, in session: Session) throws {
    var filter = try selection.filter(try days.range(in: session))
    (filter.terms, filter.tags) = try wanted()
    filter.hasPhoto = photo ? true : nil
    var results = SearchResults(
      filter: filter, lastNumber: journal.journal?.lastNumber ?? 0, isJSON: global.json, session: session)
    try results.begin()
    if let journal = journal.journal { try find(filter, in: journal, &results) }
    try results.end()
    guard let journal = journal.journal, past.asOf == nil else { return }
    session.indexAfterAnswer(journal)
  }

  private func find(_ filter: CheckInFilter, in journal: Journal, _ results: inout SearchResults) throws {
    var rest = count.limit ?? .max
    var pageCount = Self.pageCounts.first
    var place: CheckInPlace?
    while rest > 0 {
      let page = try journal.search(filter, after: place, limit: min(pageCount, rest))
      try results.write(page.checkIns)
      rest -= page.checkIns.count
      pageCount = min(pageCount * Self.pageCounts.growth, Self.pageCounts.last)
      place = page.next
      if place == nil { return }
    }
  }

  /// The words and the tags: a word such as #race means the tag.
  private func wanted() throws -> (SearchTerms, Set<Tag>) {
    let parts = words.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
    let named = parts.map { $0.hasPrefix("#") ? Tag($0) : nil }
    let text = zip(parts, named).filter { $1 == nil }.map(\.0).joined(separator: " ")
    let terms = SearchTerms(text)
    let tags = try selection.tags.union(named.compactMap { $0 })
    guard terms.isEmpty, !text.isEmpty || tags.isEmpty else { return (terms, tags) }
    throw CommandFailure.usage(
      text.isEmpty ? "What to look for? Give one or more words, or a tag" : "There is no word in \"\(text)\"",
      hint: "As in: checkin search lake")
  }
}

/// The output of the search results, as JSON or as lines.
private struct SearchResults {
  let filter: CheckInFilter
  let lastNumber: Int
  let isJSON: Bool
  let session: Session
  private var count = 0

  init(filter: CheckInFilter, lastNumber: Int, isJSON: Bool, session: Session) {
    self.filter = filter
    self.lastNumber = lastNumber
    self.isJSON = isJSON
    self.session = session
  }

  func begin() throws {
    if isJSON { try session.output.write("[") }
  }

  /// Writes a page at once.
  mutating func write(_ checkIns: [CheckIn]) throws {
    if isJSON {
      for checkIn in checkIns {
        if count > 0 { try session.output.write(",") }
        var json = JSONWriter()
        checkIn.write(to: &json) { Excerpt.write(Excerpt.all(of: checkIn, filter), to: &$0) }
        try session.output.write(bytes: json.bytes)
        count += 1
      }
    } else {
      count += checkIns.count
      try SearchTable(
        checkIns: checkIns, filter: filter, lastNumber: lastNumber, today: session.today, style: session.style
      )
      .write(to: session.output)
    }
    try session.output.flush()
  }

  func end() throws {
    if isJSON { try session.output.line("]") } else if count == 0 { session.messages.note("No check-ins found.") }
  }
}

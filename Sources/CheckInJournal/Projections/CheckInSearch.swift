/// What check-ins are looked for.
///
/// ```swift
/// let search = CheckInSearch(words: SearchWords("lake"), types: [.run])
/// let page = try journal.search(search, limit: 50)
/// for checkIn in page.checkIns { print(checkIn.title) }
/// ```
public struct CheckInSearch: Hashable, Sendable {
  /// Each of them is in the title, the location or the notes, if need be inside a longer word.
  public var words: SearchWords
  /// Each of them is a word of the title, the location or the notes.
  public var terms: SearchTerms
  /// Each of them is in the title or the notes.
  public var tags: Set<Tag>
  /// Each of them is in the location.
  public var place: SearchWords
  /// Empty for every type.
  public var types: Set<ExerciseType>
  /// Those with a photo, those without one, or, for `nil`, both.
  public var hasPhoto: Bool?
  /// The first day; `nil` for the beginning.
  public var from: CivilDay?
  /// The last day; `nil` for the end.
  public var to: CivilDay?
  /// `nil` for every day of the week.
  public var weekday: Weekday?
  /// The local hour in which it took place: 0...23.
  public var hour: Int?

  /// All check-ins, or those alone that meet every condition that is given.
  public init(
    words: SearchWords = SearchWords(""), terms: SearchTerms = SearchTerms(""), tags: Set<Tag> = [],
    place: SearchWords = SearchWords(""), types: Set<ExerciseType> = [], hasPhoto: Bool? = nil, from: CivilDay? = nil,
    to: CivilDay? = nil, weekday: Weekday? = nil, hour: Int? = nil
  ) {
    self.words = words
    self.terms = terms
    self.tags = tags
    self.place = place
    self.types = types
    self.hasPhoto = hasPhoto
    self.from = from
    self.to = to
    self.weekday = weekday
    self.hour = hour
  }

  /// Whether it finds every check-in.
  public var isEmpty: Bool { self == CheckInSearch() }

  /// A page of what was found.
  public struct Results: Hashable, Sendable {
    /// The newest first.
    public var checkIns: [CheckIn] = []
    /// Where to go on; `nil` if everything was looked at.
    public var next: CheckInPlace?

    package init() {}
  }
}

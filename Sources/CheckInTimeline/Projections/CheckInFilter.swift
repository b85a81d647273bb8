/// The conditions by which lists, searches, queries and figures select check-ins.
///
/// ```swift
/// let filter = CheckInFilter(words: SearchWords("lake"), types: [.run])
/// let page = try journal.search(filter, limit: 50)
/// for checkIn in page.checkIns { print(checkIn.title) }
/// ```
public struct CheckInFilter: Hashable, Sendable {
  /// Words that the title, the location or the notes contain, each of them if need be inside a longer word.
  public var words: SearchWords
  /// Terms, each of which is a word of the title, the location or the notes.
  public var terms: SearchTerms
  /// Tags, each of which is in the title or the notes.
  public var tags: Set<Tag>
  /// Words that the location contains.
  public var place: SearchWords
  /// The types; empty for every type.
  public var types: Set<ExerciseType>
  /// `true` for check-ins with a photo, `false` for those without one, `nil` for both.
  public var hasPhoto: Bool?
  /// The kilocalories, which a check-in must have; `nil` for all check-ins.
  public var calories: ClosedRange<Int>?
  /// The first day; `nil` for the beginning.
  public var from: CivilDay?
  /// The last day; `nil` for the end.
  public var to: CivilDay?
  /// The day of the week; `nil` for all.
  public var weekday: Weekday?
  /// The local hour in which the check-in took place: 0...23.
  public var hour: Int?
  /// `true` for the discarded check-ins instead of the others.
  public var isDiscarded: Bool

  /// Creates a filter that selects the check-ins that meet every given condition.
  public init(
    words: SearchWords = SearchWords(""), terms: SearchTerms = SearchTerms(""), tags: Set<Tag> = [],
    place: SearchWords = SearchWords(""), types: Set<ExerciseType> = [], hasPhoto: Bool? = nil,
    calories: ClosedRange<Int>? = nil, from: CivilDay? = nil, to: CivilDay? = nil, weekday: Weekday? = nil,
    hour: Int? = nil, isDiscarded: Bool = false
  ) {
    self.words = words
    self.terms = terms
    self.tags = tags
    self.place = place
    self.types = types
    self.hasPhoto = hasPhoto
    self.calories = calories
    self.from = from
    self.to = to
    self.weekday = weekday
    self.hour = hour
    self.isDiscarded = isDiscarded
  }

  /// `true` if the filter has no condition and so selects every check-in that is not discarded.
  public var isEmpty: Bool { self == CheckInFilter() }

  /// A page of the check-ins that a filter selects.
  public struct Results: Hashable, Sendable {
    /// The check-ins, newest first.
    public var checkIns: [CheckIn] = []
    /// The place after which the next page starts; `nil` if this is the last page.
    public var next: CheckInPlace?

    package init() {}
  }
}

/// The former name of the filter.
@available(*, deprecated, renamed: "CheckInFilter")
public typealias CheckInSearch = CheckInFilter

extension CheckInFilter {
  /// Returns the days of a month that the filter selects: a bit for each, the lowest for the 1st.
  func days(of month: CivilMonth) -> UInt32 {
    let first = month.firstDay
    if from.map({ $0 > month.lastDay }) ?? false || to.map({ $0 < first }) ?? false { return 0 }
    guard from != nil || to != nil || weekday != nil else { return .max }
    var days: UInt32 = 0
    for offset in 0..<31 {
      let day = first.adding(days: offset)
      guard from.map({ $0 <= day }) ?? true, to.map({ day <= $0 }) ?? true, weekday.map({ $0 == day.weekday }) ?? true
      else { continue }
      days |= 1 << offset
    }
    return days
  }
}

internal import EventLog
internal import Synchronization

import struct FoundationEssentials.UUID

/// The index for searching: when it is used, and when it is made.
extension Journal {
  /// The index is brought up to date when so many events have come since.
  private static let maximumIndexTailEventCount: UInt64 = 256
  /// If more events have come since, finding out what they changed takes longer than looking at all check-ins.
  private static let maximumReadTailEventCount: UInt64 = 4096

  /// A Boolean value that indicates whether updating the search index makes the next search faster.
  ///
  /// See ``updateSearchIndex(progress:)``.
  public var isSearchIndexDue: Bool {
    guard let (sequence, _) = indexableMoment() else { return false }
    guard let known = knownSearchIndex(at: sequence) else { return true }
    return sequence - known.index.header.sequence >= Self.maximumIndexTailEventCount
  }

  /// Makes the index that ``search(_:after:limit:)`` finds terms by, or brings it up to date: `search.sqlite`, a cache
  /// in the journal's directory, which nothing else reads or writes. Where it cannot be written, searching takes as
  /// long as without it.
  ///
  /// Only a journal with more than 16,384 check-ins has one. Takes time proportional to the check-ins that are new to
  /// the index.
  ///
  /// - Parameter progress: is called now and then, with check-ins.
  public func updateSearchIndex(progress: Progress? = nil) {
    guard let (sequence, journalID) = indexableMoment(),
      let header = searchIndexHeader(at: sequence, journalID)
    else { return }
    let known = knownSearchIndex(at: sequence)
    let entries: SearchIndex.Entries = { put in
      try self.forEachSearchEntry(after: known?.index.header.sequence ?? 0, known?.changed, progress, put)
    }
    if let known {
      try? known.index.add(header, at: directory.searchDatabasePath, entries)
    } else {
      try? SearchIndex.create(header, at: directory.searchPath, in: directory.fileSystem, entries)
    }
    searchIndex.withLock { $0 = .unknown }
  }

  /// Takes the index away, whatever is wrong with it.
  package func removeSearchIndex() {
    searchIndex.withLock { $0 = .unknown }
    guard (try? directory.fileSystem.kind(of: directory.searchPath)) == .file else { return }
    try? directory.fileSystem.remove(directory.searchPath)
  }

  /// The last event and the journal's identity; `nil` if there is nothing to make an index of: of a group's check-ins,
  /// those of other devices change without an event of this journal, so all are looked at.
  private func indexableMoment() -> (sequence: UInt64, journalID: UUID)? {
    state.withLock { state in
      guard state.past == nil, state.problem == nil, !state.merged.isActive, let journalID = state.journalID,
        state.timeline.directory.total >= configuration.minimumIndexedCount
      else { return nil }
      return (state.timeline.directory.sequence, journalID)
    }
  }

  private func searchIndexHeader(at sequence: UInt64, _ journalID: UUID) -> SearchIndex.Header? {
    var header: SearchIndex.Header?
    let isComplete = try? eventLookup()?.forEach([sequence]) { event, _ throws(JournalError) in
      header = SearchIndex.Header(journalID: journalID, event)
    }
    return isComplete == true ? header : nil
  }

  private func eventLookup() -> EventLookup? {
    state.withLock { EventLookup(&$0, in: directory) }
  }

  /// The index and what has changed since, if it can be used for what this journal shows.
  func knownSearchIndex() -> KnownSearchIndex? {
    indexableMoment().flatMap { knownSearchIndex(at: $0.sequence) }
  }

  private func knownSearchIndex(at sequence: UInt64) -> KnownSearchIndex? {
    switch searchIndex.withLock({ $0 }) {
    case .known(let known) where known.sequence == sequence: return known
    case .unusable: return nil
    default: break
    }
    guard let (_, journalID) = indexableMoment(), let index = SearchIndex(readingFrom: directory.searchDatabasePath),
      index.header.journalID == journalID, index.header.sequence <= sequence,
      sequence - index.header.sequence <= Self.maximumReadTailEventCount
    else { return nil }
    var changed: Set<Int> = []
    var isSame = false
    let isComplete = try? eventLookup()?.forEach(Array(index.header.sequence...sequence)) {
      event, _ throws(JournalError) in
      if event.sequence == index.header.sequence {
        isSame = SearchIndex.Header(journalID: journalID, event) == index.header
      } else if event.checkIn > 0, let number = Int(exactly: event.checkIn) {
        changed.insert(number)
      }
    }
    guard isComplete == true, isSame else { return nil }
    let known = KnownSearchIndex(index: index, sequence: sequence, changed: changed)
    searchIndex.withLock { $0 = .known(known) }
    return known
  }

  /// Hands over the entries of check-ins that events after `sequence` created or changed, the newest first.
  ///
  /// - Parameter changed: their numbers; `nil` for all that there are.
  private func forEachSearchEntry(
    after sequence: UInt64, _ changed: Set<Int>?, _ progress: Progress?, _ put: (SearchEntry) throws -> Void
  ) throws {
    let (months, total) = try read { timeline in
      var months = timeline.directory.months.map(\.month)
      if let changed {
        var wanted: Set<CivilMonth> = []
        for number in changed { if let checkIn = try timeline.checkIn(number) { wanted.insert(checkIn.day.month) } }
        months = months.filter { wanted.contains($0) }
      }
      return (months, timeline.directory.total)
    }
    var count = 0
    for month in months.reversed() {
      let entries = try read { timeline in
        try timeline.searchEntries(in: month, after: sequence)
      }
      for entry in entries { try put(entry) }
      count += entries.count
      progress?(min(count, total), total)
    }
  }
}

extension SearchIndex.Header {
  fileprivate init(journalID: UUID, _ event: EventView) {
    self.init(
      journalID: journalID, sequence: event.sequence, recordedAtMilliseconds: event.recordedAtMilliseconds,
      checkIn: event.checkIn)
  }
}

extension Journal {
  /// A page of what is looked for, by the index; `nil` if that cannot be used.
  func indexedSearch(
    _ filter: CheckInFilter, after place: CheckInPlace?, limit: Int
  ) throws(JournalError) -> CheckInFilter.Results? {
    guard !filter.isDiscarded, !filter.terms.isEmpty || !filter.tags.isEmpty, let known = knownSearchIndex()
    else { return nil }
    var changed: [CheckIn] = []
    for number in known.changed {
      if let checkIn = try self.found(by: filter, number: number, after: place) { changed.append(checkIn) }
    }
    var found = IndexedSearchResults(changed: changed, order: recordingOrder, limit: limit)
    var first = SearchEntry.Place(rowID: .min)
    if let to = filter.to { first = .first(inHourOf: Int64(to.adding(days: 1).dayNumber) * 86_400_000) }
    if let place { first = max(first, .first(inHourOf: place.localMilliseconds)) }
    let last =
      filter.from.map { SearchEntry.Place.last(inHourOf: Int64($0.dayNumber) * 86_400_000) }
      ?? SearchEntry.Place(rowID: .max)
    // An hour may have more check-ins than that: then more are asked for.
    var candidateCount = min(limit, 65_536) + 64
    while first <= last, !found.isFull {
      guard var places = candidates(of: filter, in: first...last, limit: candidateCount, known.index)
      else { return nil }
      let isCut = places.count == candidateCount
      if isCut, let last = places.last?.hour {
        places.removeLast(places.count - (places.firstIndex { $0.hour == last } ?? 0))
        candidateCount *= 2
        if places.isEmpty { continue }
      }
      var index = 0
      while index < places.count, !found.isFull {
        let hour = places[index].hour
        var checkIns: [CheckIn] = []
        while index < places.count, places[index].hour == hour {
          let number = places[index].number
          index += 1
          guard !known.changed.contains(number), let checkIn = try self.found(by: filter, number: number, after: place),
            // Of one whose time was changed, an entry is left at its former place.
            SearchEntry.Place(checkIn).hour == hour
          else { continue }
          checkIns.append(checkIn)
        }
        found.append(checkIns, ofHour: hour)
      }
      guard isCut, let end = places.last else { break }
      first = SearchEntry.Place(rowID: end.rowID + 1)
    }
    return found.results
  }

  /// The places that an index names; `nil` if it cannot be used any more.
  private func candidates(
    of filter: CheckInFilter, in range: ClosedRange<SearchEntry.Place>, limit: Int, _ index: SearchIndex
  ) -> [SearchEntry.Place]? {
    do {
      let places = try index.places(of: filter, in: range, limit: limit)
      if places == nil { searchIndex.withLock { $0 = .unknown } }
      return places
    } catch {
      searchIndex.withLock { $0 = .unusable }
      return nil
    }
  }

  private func found(
    by filter: CheckInFilter, number: Int, after place: CheckInPlace?
  ) throws(JournalError) -> CheckIn? {
    try read { timeline in try timeline.checkIn(number, if: filter) }.flatMap { checkIn in
      place.map { self.place(of: checkIn) < $0 } ?? true ? checkIn : nil
    }
  }
}

/// A page that is put together of what the index finds, hour by hour, and of what has changed since it was made.
private struct IndexedSearchResults {
  private let limit: Int
  private let order: RecordingOrder
  private var found: [CheckIn] = []
  /// The newest last.
  private var changed: [CheckIn]

  init(changed: [CheckIn], order: RecordingOrder, limit: Int) {
    self.limit = limit
    self.order = order
    self.changed = changed.sorted { order.place(of: $0) < order.place(of: $1) }
  }

  /// One more than wanted shows whether there are others.
  var isFull: Bool { found.count > limit }

  /// Takes what was found in an hour, in any order.
  mutating func append(_ checkIns: [CheckIn], ofHour hour: Int64) {
    var checkIns = checkIns
    while let next = changed.last, SearchEntry.Place(next).hour >= hour {
      changed.removeLast()
      // Of later hours, they come before all others.
      if SearchEntry.Place(next).hour > hour { found.append(next) } else { checkIns.append(next) }
    }
    found += checkIns.sorted { order.place(of: $0) > order.place(of: $1) }
  }

  var results: CheckInFilter.Results {
    var results = CheckInFilter.Results()
    let all = isFull ? found : found + changed.reversed()
    results.checkIns = Array(all.prefix(limit))
    if all.count > limit { results.next = results.checkIns.last.map { order.place(of: $0) } }
    return results
  }
}

extension SearchEntry.Place {
  fileprivate init(_ checkIn: CheckIn) {
    self.init(localMilliseconds: checkIn.time.localMilliseconds, number: checkIn.number)
  }
}

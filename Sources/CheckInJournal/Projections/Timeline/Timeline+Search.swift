internal import EventLog

extension Timeline {
  /// Adds what a month's check-ins come to; those of the days from `from` to `to` count for weekdays and hours. Takes
  /// time proportional to the month's check-ins, and makes none of them.
  mutating func add(
    _ month: CivilMonth, to rhythm: inout TrainingRhythm, from: CivilDay, to: CivilDay
  ) throws(JournalError) {
    guard let page = try page(month) else { return }
    let firstDay = month.firstDay
    var days = InlineArray<32, Int>(repeating: 0)
    var calories: Int?
    for row in page.rows where !row.isDiscarded {
      let day = firstDay.adding(days: Int(row.dayOfMonth) - 1)
      if from <= day, day <= to {
        days[Int(row.dayOfMonth & 31)] += 1
        rhythm.hours[row.hour] += 1
      }
      if let given = try page.details(of: row).calories {
        calories = TrainingRhythm.sum(calories ?? 0, Int(clamping: given))
      }
    }
    for dayOfMonth in 1...31 where days[dayOfMonth] > 0 {
      rhythm.weekdays[firstDay.adding(days: dayOfMonth - 1).weekday, default: 0] += days[dayOfMonth]
    }
    if let calories { rhythm.calories[month] = calories }
  }

  /// The check-ins of a month that are looked for, newest first, from a place on; and how many rows that took.
  mutating func found(
    _ search: CheckInSearch, in month: CivilMonth, after place: CheckInPlace?, limit: Int
  ) throws(JournalError) -> (checkIns: [CheckIn], rowCount: Int) {
    guard let page = try page(month) else { return ([], 0) }
    let firstDay = month.firstDay
    // By the days of the month, the 1st first.
    let isDayWanted = (0..<31).map { offset in
      let day = firstDay.adding(days: offset)
      return search.from.map { $0 <= day } ?? true && search.to.map { day <= $0 } ?? true
        && search.weekday.map { $0 == day.weekday } ?? true
    }
    guard isDayWanted.contains(true) else { return ([], 0) }
    let order = recordingOrder
    var places: [Int] = []
    var folded: [UInt8] = []
    for (index, row) in page.rows.enumerated() {
      guard !row.isDiscarded, isDayWanted[Int(row.dayOfMonth) - 1],
        search.types.isEmpty || search.types.contains(row.type),
        search.hasPhoto.map({ $0 == row.flags.contains(.photo) }) ?? true,
        search.hour.map({ $0 == row.hour }) ?? true, place.map({ order.place(of: row) < $0 }) ?? true,
        try page.matches(search, row, &folded)
      else { continue }
      places.append(index)
    }
    places.sort { order.isNewer(page.rows[$0], than: page.rows[$1]) }
    var checkIns: [CheckIn] = []
    for index in places.prefix(limit) { checkIns.append(try page.checkIn(at: index)) }
    return (checkIns, page.rows.count)
  }

  /// Whether a check-in is looked for, as the rows of ``found(_:in:after:limit:)`` are.
  mutating func finds(_ search: CheckInSearch, _ number: Int) throws(JournalError) -> CheckIn? {
    guard number > 0, let place = try locate(UInt64(number)), let page = pages[place.page],
      let row = page.rows.indices.contains(place.row) ? page.rows[place.row] : nil
    else { return nil }
    let day = page.month.firstDay.adding(days: Int(row.dayOfMonth) - 1)
    var folded: [UInt8] = []
    guard search.includes(row, of: day), try page.matches(search, row, &folded) else { return nil }
    return try page.checkIn(at: place.row)
  }

  /// What an index holds of a month's check-ins that events after `sequence` created or changed: the newest first,
  /// without those that are discarded.
  mutating func searchEntries(
    in month: CivilMonth, after sequence: UInt64
  ) throws(JournalError) -> [SearchEntry] {
    guard let page = try page(month) else { return [] }
    var entries: [SearchEntry] = []
    for row in page.rows where row.sequence > sequence && !row.isDiscarded {
      var words: [UInt8] = []
      page.appendWords(of: try page.details(of: row), to: &words)
      entries.append(
        SearchEntry(
          place: SearchEntry.Place(localMilliseconds: row.localMilliseconds, number: Int(row.number)),
          words: words, type: row.type, hasPhoto: row.flags.contains(.photo), tags: try page.tags(of: row)))
    }
    entries.sort { $0.place < $1.place }
    return entries
  }
}

extension CheckInSearch {
  /// Whether a row is looked for, its texts left aside.
  fileprivate func includes(_ row: CheckInRow, of day: CivilDay) -> Bool {
    !row.isDiscarded && (types.isEmpty || types.contains(row.type))
      && hasPhoto.map { $0 == row.flags.contains(.photo) } ?? true && hour.map { $0 == row.hour } ?? true
      && from.map { $0 <= day } ?? true && to.map { day <= $0 } ?? true && weekday.map { $0 == day.weekday } ?? true
  }
}

extension MonthPage {
  /// Whether a row's texts have the words that are looked for.
  ///
  /// - Parameter folded: memory that is used again and again.
  fileprivate func matches(
    _ search: CheckInSearch, _ row: CheckInRow, _ folded: inout [UInt8]
  ) throws(JournalError) -> Bool {
    if !search.tags.isEmpty {
      guard try search.tags.isSubset(of: tags(of: row)) else { return false }
    }
    if search.words.isEmpty, search.terms.isEmpty, search.place.isEmpty { return true }
    let details = try details(of: row)
    if !search.place.isEmpty {
      guard let location = details.location else { return false }
      folded.removeAll(keepingCapacity: true)
      append(location, to: &folded)
      guard search.place.areFound(where: { SearchWords.firstIndex(of: $0, in: folded, from: 0) != nil }) else {
        return false
      }
    }
    if !search.terms.isEmpty {
      folded.removeAll(keepingCapacity: true)
      appendWords(of: details, to: &folded)
      guard search.terms.areFound(inWords: folded) else { return false }
    }
    if search.words.isEmpty { return true }
    folded.removeAll(keepingCapacity: true)
    if details.title.isEmpty {
      folded.append(contentsOf: FoldedText(legacyTitle.description).bytes)
    } else {
      append(details.title, to: &folded)
    }
    // No word has a line end in it, so none is found across two texts.
    for text in [details.location ?? ByteRange(), details.notes] where !text.isEmpty {
      folded.append(UInt8(ascii: "\n"))
      append(text, to: &folded)
    }
    return search.words.areFound { SearchWords.firstIndex(of: $0, in: folded, from: 0) != nil }
  }

  private func append(_ range: ByteRange, to folded: inout [UInt8]) {
    arena.withUnsafeBytes { bytes in
      FoldedText.append(UnsafeRawBufferPointer(rebasing: bytes[range.start..<range.end]), to: &folded)
    }
  }

  /// Appends the words of a row's texts, as ``WordForm`` writes them.
  fileprivate func appendWords(of details: CheckInDetails, to words: inout [UInt8]) {
    words.append(WordForm.space)
    if details.title.isEmpty {
      legacyTitle.withUTF8Buffer { WordForm.append(UnsafeRawBufferPointer($0), to: &words) }
    }
    arena.withUnsafeBytes { bytes in
      for text in [details.title, details.location ?? ByteRange(), details.notes] where !text.isEmpty {
        WordForm.append(UnsafeRawBufferPointer(rebasing: bytes[text.start..<text.end]), to: &words)
      }
    }
  }
}

extension CheckInRow {
  /// The local hour: 0...23.
  fileprivate var hour: Int {
    let ofDay = Int(localMilliseconds) - floorDivide(Int(localMilliseconds), 86_400_000) * 86_400_000
    return ofDay / 3_600_000
  }
}

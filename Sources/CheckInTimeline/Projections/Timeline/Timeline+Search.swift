internal import EventLog

extension Timeline {
  /// Adds what a month's check-ins come to; those of the days from `from` to `to` count for weekdays and hours. Takes
  /// time proportional to the month's check-ins, and makes none of them.
  package mutating func add(
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

  /// Returns the search entries of a month's check-ins that events after `sequence` created or changed.
  ///
  /// Entries are sorted newest first. Discarded check-ins are omitted.
  package mutating func searchEntries(
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

extension MonthPage {
  /// Appends the words of a row's texts, as ``WordForm`` writes them.
  func appendWords(of details: CheckInDetails, to words: inout [UInt8]) {
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
  var hour: Int {
    let ofDay = Int(localMilliseconds) - floorDivide(Int(localMilliseconds), by: 86_400_000) * 86_400_000
    return ofDay / 3_600_000
  }
}

import CheckInJournal

/// How many kilocalories each week came to. Discarded check-ins count nothing, and come back when they are restored.
struct CaloriesPerWeek: Projection, Codable, Equatable {
  static let name = "calories per week"
  static let version = 1

  private struct Entry: Codable, Equatable {
    var monday: Int
    var calories: Int
    var isDiscarded = false
  }

  /// By number: an edit tells only what changed, so what was there has to be kept.
  private var entries: [Int: Entry] = [:]
  /// Kilocalories by the week's Monday, in days since 1970-01-01; weeks without any are left out.
  private var totals: [Int: Int] = [:]

  /// The kilocalories of the week that the day lies in.
  func calories(inWeekOf day: CivilDay) -> Int {
    totals[Self.monday(of: day)] ?? 0
  }

  mutating func apply(_ event: Event) {
    var entry = entries[event.checkIn]
    if let entry, !entry.isDiscarded { count(-entry.calories, monday: entry.monday) }
    switch event.action {
    case .created(let created):
      entry = Entry(monday: Self.monday(of: created.time.day), calories: created.calories ?? 0)
    case .edited(let changes):
      if let time = changes.time { entry?.monday = Self.monday(of: time.day) }
      if let calories = changes.calories { entry?.calories = calories.value ?? 0 }
    case .discarded: entry?.isDiscarded = true
    case .restored: entry?.isDiscarded = false
    case .photoAttached, .photoCleared, .lost, .seen, .workout, .unknown: break
    }
    if let entry, !entry.isDiscarded { count(entry.calories, monday: entry.monday) }
    entries[event.checkIn] = entry
  }

  private mutating func count(_ calories: Int, monday: Int) {
    let total = (totals[monday] ?? 0) + calories
    totals[monday] = total == 0 ? nil : total
  }

  private static func monday(of day: CivilDay) -> Int {
    day.dayNumber - (day.weekday.rawValue - Weekday.monday.rawValue)
  }
}

public import CheckInJournal

/// How many kilocalories each week came to.
public struct WeeklyCalories: Projection, Codable, Equatable {
  public static let name = "weekly calories"
  public static let version = 1

  private struct Entry: Codable, Equatable {
    var monday: CivilDay
    var calories: Int
    var isDiscarded = false
  }

  /// By number: an edit tells only what changed, so what was there has to be kept.
  private var entries: [Int: Entry] = [:]

  public init() {}

  /// Kilocalories by the week's Monday; discarded check-ins count nothing.
  public var totals: [CivilDay: Int] {
    var totals: [CivilDay: Int] = [:]
    for entry in entries.values where !entry.isDiscarded && entry.calories > 0 {
      totals[entry.monday, default: 0] += entry.calories
    }
    return totals
  }

  public mutating func apply(_ event: Event) {
    let number = event.checkIn
    switch event.action {
    case .created(let created):
      entries[number] = Entry(monday: Self.monday(of: created.time.day), calories: created.calories ?? 0)
    case .edited(let changes):
      if let time = changes.time { entries[number]?.monday = Self.monday(of: time.day) }
      if let calories = changes.calories { entries[number]?.calories = calories.value ?? 0 }
    case .discarded: entries[number]?.isDiscarded = true
    case .restored: entries[number]?.isDiscarded = false
    default: break
    }
  }

  private static func monday(of day: CivilDay) -> CivilDay {
    day.adding(days: Weekday.monday.rawValue - day.weekday.rawValue)
  }
}

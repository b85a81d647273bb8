import CheckInJournal
import CheckInLanguage

/// A day with its check-ins and their pictures, and its mark.
struct DayView {
  struct Picture {
    var number: Int
    var slug: String
    var photo: Preview
    /// `Lunch swim · 12:30`.
    var caption: String
  }

  struct Entry {
    var number: Int
    var slug: String
    var thumbnail: String?
    var title: String
    /// `12:30 · Stadtbad Neukölln · 380 kcal`.
    var detail: String
    /// The label of the button that repeats the check-in.
    var again: String
  }

  var layout: PageLayout
  var heading: String
  /// `2 check-ins · day 10 of 12 in a row`.
  var summary: String
  var isEmpty: Bool
  var hasPictures: Bool
  var pictures: [Picture]
  /// `true` if there is one picture, which then takes the full width.
  var isSingle: Bool
  var entries: [Entry]
  var add: String?
  /// The day in the addresses and fields of its forms.
  var day: String
  /// `Marked as sick (Flu)`; `nil` if the day isn't marked.
  var marked: String?
  var note: String
  var kinds: [Choice]
  var hasProblems = false
  var problems: [String] = []
  var dayBefore: String?
  var dayAfter: String?

  init(
    _ day: CivilDay, checkIns: [CheckIn], mark: DayMark?, streak: Streak?, today: CivilDay,
    localization: Localization, layout: PageLayout
  ) {
    let words = localization.words
    self.layout = layout
    heading = layout.title
    var parts = [words.count(checkIns.count, "{n} check-in", "{n} check-ins")]
    if let streak, streak.days > 1 {
      if let restDays = localization.restDays(in: streak) {
        parts += [words.count(streak.days, "streak {n} day", "streak {n} days"), restDays]
      } else {
        parts.append(
          words(
            "day {n} of {days} in a row",
            ["n": String(day.dayNumber - streak.from.dayNumber + 1), "days": String(streak.days)]))
      }
    }
    summary = parts.joined(separator: " · ")
    isEmpty = checkIns.isEmpty
    pictures = checkIns.compactMap { checkIn in
      checkIn.photo.map { photo in
        Picture(
          number: checkIn.number, slug: checkIn.type.slug, photo: Preview(photo, side: .medium),
          caption: "\(shown(checkIn.title)) · \(localization.timeOfDay(of: checkIn.time))")
      }
    }
    hasPictures = !pictures.isEmpty
    isSingle = pictures.count == 1
    entries = checkIns.map { checkIn in
      let title = shown(checkIn.title)
      return Entry(
        number: checkIn.number, slug: checkIn.type.slug,
        thumbnail: checkIn.photo.map { PhotoPath.thumbnail($0.digest) }, title: title,
        detail: Self.detail(of: checkIn, localization), again: words("Again: {title}", ["title": title]))
    }
    add = day <= today ? "/add?day=\(day)" : nil
    self.day = day.description
    marked = mark.map { words("Marked: {kind}", ["kind": localization.text(of: $0)]) }
    note = shown(mark?.note ?? "")
    kinds = DayMark.Kind.allCases.map {
      Choice(value: $0.name, label: localization.name(of: $0).capitalizedFirst, isChosen: $0 == mark?.kind)
    }
    let (before, after) = (day.adding(days: -1), day.adding(days: 1))
    dayBefore = before.month.year >= 1 ? "/days/\(before)" : nil
    dayAfter = after <= today ? "/days/\(after)" : nil
  }

  private static func detail(of checkIn: CheckIn, _ localization: Localization) -> String {
    var parts = [localization.timeOfDay(of: checkIn.time)]
    if let location = checkIn.location { parts.append(shown(location)) }
    if let calories = checkIn.calories {
      parts.append(localization.words("{n} kcal", ["n": localization.number(calories)]))
    }
    if parts.count == 1 { parts.append(localization.name(of: checkIn.type)) }
    return parts.joined(separator: " · ")
  }
}

import CheckInJournal
import Foundation
import JournalTestSupport
import TestSupport

@testable import CheckInModel
@testable import CheckInTimeline

/// What a journal says, computed the slow and obvious way from an array of check-ins.
struct JournalModel {
  var checkIns: [CheckIn] = []
  var sequence: UInt64 = 0

  private var present: [CheckIn] { checkIns.filter { !$0.isDiscarded } }

  /// All check-ins that a list shows, newest first.
  func list(
    from: CivilDay? = nil, to: CivilDay? = nil, type: ExerciseType? = nil, discarded: Bool = false, limit: Int? = nil
  ) -> [CheckIn] {
    let all = checkIns.filter { checkIn in
      checkIn.isDiscarded == discarded && (type == nil || checkIn.type == type)
        && (from.map { $0 <= checkIn.day } ?? true) && (to.map { checkIn.day <= $0 } ?? true)
    }
    return Array(all.sorted { $0.isNewer(than: $1) }.prefix(limit ?? .max))
  }

  func months() -> [MonthStatistics] {
    Set(present.map(\.day.month)).sorted(by: >).map { calendar(of: $0).statistics }
  }

  func calendar(of month: CivilMonth) -> MonthCalendar {
    let ofMonth = present.filter { $0.day.month == month }
    let days = Dictionary(grouping: ofMonth, by: \.day).sorted { $0.key < $1.key }.map { day, checkIns in
      let newestFirst = checkIns.sorted { $0.isNewer(than: $1) }
      let pictured = newestFirst.first { $0.photo != nil }
      return MonthCalendar.Day(
        day: day, checkIns: checkIns.count, newest: newestFirst[0],
        picture: pictured.flatMap { one in
          one.photo.map { MonthCalendar.Picture(checkIn: one.number, photo: $0) }
        })
    }
    return MonthCalendar(
      statistics: MonthStatistics(month: month, checkIns: ofMonth.count, days: days.count),
      sums: QuantitySums(of: ofMonth), days: days)
  }

  func statistics(today: CivilDay) -> Statistics {
    let days = Set(present.map(\.day))
    let longest = runs(of: days).max { ($0.days, $0.to) < ($1.days, $1.to) }
    let latest = runs(of: days.filter { $0 <= today }).last
    return Statistics(
      total: present.count, days: days.count, firstDay: days.min(), lastDay: days.max(),
      byType: Dictionary(grouping: present, by: \.type).mapValues(\.count),
      currentStreak: latest.flatMap { $0.to >= today.adding(days: -1) ? $0 : nil }, longestStreak: longest,
      sequence: sequence)
  }

  func rhythm(from: CivilDay, to: CivilDay) -> TrainingRhythm {
    var rhythm = TrainingRhythm()
    for checkIn in list(from: from, to: to) {
      rhythm.weekdays[checkIn.day.weekday, default: 0] += 1
      rhythm.hours[checkIn.time.millisecondsOfDay / 3_600_000] += 1
    }
    for checkIn in present {
      guard let calories = checkIn.calories else { continue }
      rhythm.calories[checkIn.day.month] = TrainingRhythm.sum(rhythm.calories[checkIn.day.month] ?? 0, calories)
    }
    return rhythm
  }

  /// Something to look for, made of what there is.
  func search(day: CivilDay, _ generator: inout some RandomNumberGenerator) -> CheckInFilter {
    var search = CheckInFilter()
    let some = checkIns.randomElement(using: &generator)
    let words = some.map { "\($0.title) \($0.location ?? "") \($0.notes)" }?.split(whereSeparator: \.isWhitespace)
    if let word = words?.randomElement(using: &generator) {
      search.words = SearchWords(String(word.prefix(Int.random(in: 1...5, using: &generator))).uppercased())
    }
    if Int.random(in: 0..<4, using: &generator) == 0 { search.place = SearchWords(some?.location ?? "") }
    if Int.random(in: 0..<4, using: &generator) == 0 { search.types = some.map { [$0.type] } ?? [] }
    if Int.random(in: 0..<4, using: &generator) == 0 { search.hasPhoto = Bool.random(using: &generator) }
    if Int.random(in: 0..<4, using: &generator) == 0 { search.from = day }
    if Int.random(in: 0..<4, using: &generator) == 0 { search.to = day }
    if Int.random(in: 0..<6, using: &generator) == 0 { search.weekday = day.weekday }
    if Int.random(in: 0..<6, using: &generator) == 0 { search.hour = Int.random(in: 0...23, using: &generator) }
    if Int.random(in: 0..<6, using: &generator) == 0 { search.calories = 0...(some?.calories ?? 500) }
    if Int.random(in: 0..<6, using: &generator) == 0 { search.isDiscarded = true }
    return search
  }

  /// All that a journal finds, page by page.
  private func found(_ search: CheckInFilter, limit: Int, in journal: Journal) throws -> [CheckIn] {
    var found: [CheckIn] = []
    var place: CheckInPlace?
    repeat {
      let page = try journal.search(search, after: place, limit: limit)
      found += page.checkIns
      place = page.next.flatMap { CheckInPlace($0.description) }
    } while place != nil && found.count <= checkIns.count
    return found
  }

  /// Every day that begins a run, with the day that ends it, ascending.
  private func runs(of days: Set<CivilDay>) -> [Streak] {
    days.filter { !days.contains($0.adding(days: -1)) }.sorted().map { first in
      var last = first
      while days.contains(last.adding(days: 1)) { last = last.adding(days: 1) }
      return Streak(from: first, to: last)
    }
  }
}

extension JournalModel {
  /// Where a journal says something else; empty where it agrees.
  func differences(from journal: Journal, _ generator: inout some RandomNumberGenerator) throws -> [String] {
    var differences: [String] = []
    func compare<Value: Equatable>(_ what: String, _ value: Value, _ expected: Value) {
      if value != expected { differences.append("\(what): \(value), not \(expected)") }
    }
    compare("sequence", journal.sequence, sequence)
    compare("last number", journal.lastNumber, checkIns.count)
    compare("months", try journal.months(), months())
    let dayNumbers = checkIns.map(\.day.dayNumber)
    let someDay = CivilDay(dayNumber: (dayNumbers.randomElement(using: &generator) ?? 0))
    for today in [-1, 0, 1, 2, 400].map({ someDay.adding(days: $0) }) {
      compare("statistics", try journal.statistics(today: today), statistics(today: today))
    }
    compare("calories", try journal.calories(), rhythm(from: someDay, to: someDay).totalCalories)
    let others = [someDay.month.adding(months: 1), someDay.month.adding(months: -1)]
    for month in Set(checkIns.map(\.day.month)).union(others) {
      compare("calendar of \(month)", try journal.calendar(of: month), calendar(of: month))
    }
    compare("list", try journal.checkIns(), list())
    compare("discarded", try journal.checkIns(discarded: true), list(discarded: true))
    let to = someDay.adding(days: Int.random(in: -3...60, using: &generator))
    let type = ExerciseType.selectable.randomElement(using: &generator)
    let limit = Int.random(in: 0...7, using: &generator)
    for today in [someDay, to, to.adding(days: 1)] {
      // The current streak is that of today, whatever days are counted.
      let part = try journal.statistics(today: today, from: someDay, to: to)
      compare("current streak beside a part", part.currentStreak, statistics(today: today).currentStreak)
      let ofType = try journal.statistics(today: today, from: someDay, to: to, types: type.map { [$0] } ?? [])
      var model = self
      if let type { model.checkIns = checkIns.filter { $0.type == type } }
      compare("current streak of a type", ofType.currentStreak, model.statistics(today: today).currentStreak)
    }
    compare("range", try journal.checkIns(from: someDay, to: to), list(from: someDay, to: to))
    compare(
      "filter", try journal.checkIns(from: someDay, types: type.map { [$0] } ?? [], limit: limit),
      list(from: someDay, type: type, limit: limit))
    compare("until", try journal.checkIns(to: to, limit: limit), list(to: to, limit: limit))
    let year = someDay.month.year
    compare(
      "days of \(year)", try journal.dayCounts(inYear: year).map { [$0.day.dayNumber, $0.checkIns] },
      Dictionary(grouping: list().filter { $0.day.month.year == year }, by: \.day.dayNumber)
        .map { [$0.key, $0.value.count] }.sorted { $0[0] < $1[0] })
    compare(
      "days from \(someDay)", try journal.dayCounts(from: someDay, to: to).map { [$0.day.dayNumber, $0.checkIns] },
      Dictionary(grouping: list(from: someDay, to: to), by: \.day.dayNumber)
        .map { [$0.key, $0.value.count] }.sorted { $0[0] < $1[0] })
    compare("rhythm", try journal.rhythm(from: someDay, to: to), rhythm(from: someDay, to: to))
    let search = search(day: someDay, &generator)
    let selected = list(discarded: search.isDiscarded).filter(search.finds)
    compare("search for \(search)", try found(search, limit: max(1, limit), in: journal), selected)
    compare("query for \(search)", try journal.checkIns(matching: search).fetch(), selected)
    compare("count of \(search)", try journal.checkIns(matching: search).count(), selected.count)
    compare(
      "years of \(search)", try journal.groups(by: .year, matching: search).reduce(0) { $0 + $1.checkIns },
      selected.count)
    let ofYear = list().filter { $0.day.month.year == year }
    compare(
      "types of \(year)", try journal.typeCounts(inYear: year),
      Dictionary(grouping: ofYear, by: \.type).mapValues(\.count))
    compare(
      "days up to \(to)", try journal.activeDays(from: someDay, to: max(someDay, to)),
      Set(list(from: someDay, to: max(someDay, to)).map(\.day)))
    compare(
      "streak around \(someDay)", try journal.streak(around: someDay),
      runs(of: Set(present.map(\.day))).first { $0.from <= someDay && someDay <= $0.to })
    let photographed = Dictionary(grouping: list().filter { $0.photo != nil }, by: \.day.month)
    compare(
      "photos of months", try journal.photoCounts().map { [$0.month.monthNumber, $0.photos] },
      photographed.map { [$0.key.monthNumber, $0.value.count] }.sorted { $0[0] > $1[0] })
    compare(
      "photos of \(someDay.month)",
      try journal.photographedCheckIns(in: someDay.month, from: 1, limit: limit),
      Array((photographed[someDay.month] ?? []).dropFirst().prefix(limit)))
    if let one = checkIns.randomElement(using: &generator) {
      let around = try journal.neighbours(of: one)
      compare("before \(one.number)", around.before, list().first { one.isNewer(than: $0) })
      compare("after \(one.number)", around.after, list().last { $0.isNewer(than: one) })
    }
    for checkIn in checkIns {
      compare("check-in \(checkIn.number)", try journal.checkIn(checkIn.number), checkIn)
      compare("identity of \(checkIn.number)", try journal.checkIn(id: checkIn.id), checkIn)
    }
    for number in [0, -1, checkIns.count + 1, Int.max] { compare("no \(number)", try journal.checkIn(number), nil) }
    compare("no such identity", try journal.checkIn(id: UUID()), nil)
    var all: [CheckIn] = []
    try journal.forEachCheckIn { all.append($0) }
    compare("all", all, checkIns.filter { !$0.isDiscarded })
    return differences
  }
}

extension RandomHistory {
  /// What a journal says that was given these commands.
  var model: JournalModel { JournalModel(checkIns: checkIns, sequence: sequence) }
}

extension CheckInFilter {
  /// Returns `true` if the filter's conditions hold for a check-in, discarded or not.
  func finds(_ checkIn: CheckIn) -> Bool {
    words.areFound(in: [checkIn.title, checkIn.location ?? "", checkIn.notes])
      && place.areFound(in: checkIn.location.map { [$0] } ?? [])
      && (types.isEmpty || types.contains(checkIn.type)) && (hasPhoto.map { $0 == (checkIn.photo != nil) } ?? true)
      && (from.map { $0 <= checkIn.day } ?? true) && (to.map { checkIn.day <= $0 } ?? true)
      && (weekday.map { $0 == checkIn.day.weekday } ?? true)
      && (calories.map { range in checkIn.calories.map(range.contains) ?? false } ?? true)
      && (hour.map { $0 == checkIn.time.millisecondsOfDay / 3_600_000 } ?? true)
  }
}

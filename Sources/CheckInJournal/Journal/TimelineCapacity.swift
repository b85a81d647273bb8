/// Counts what a command would add to the timeline against what a timeline can hold, before anything is written: a log
/// must never say what its own program cannot replay.
///
/// It counts too much rather than too little: a row's present details as if they stayed, a zone as if no other went.
/// What is counted is loaded, so that applying the events afterwards cannot fail for the sake of the snapshot.
struct TimelineCapacity {
  private struct Month {
    var byteCount = 0
    var zones: Set<String> = []
  }

  private let arenaByteLimit: Int
  private let zoneLimit: Int
  private var months: [CivilMonth: Month] = [:]
  private var createdCount = 0

  init(
    arenaByteLimit: Int = MonthPage.maximumArenaByteCount, zoneLimit: Int = MonthPage.maximumZoneCount
  ) {
    self.arenaByteLimit = arenaByteLimit
    self.zoneLimit = zoneLimit
  }

  /// - Throws: `invalidValue` where the timeline cannot hold what the events add; the journal's errors for parts that
  ///   cannot be read.
  mutating func reserve(
    _ events: [(target: Plan.Target, action: Event.Action)], in timeline: inout Timeline
  ) throws(JournalError) {
    for (target, action) in events {
      switch action {
      case .created(let created):
        createdCount += 1
        let byteCount = created.title.utf8.count + (created.location?.utf8.count ?? 0) + created.notes.utf8.count
        try reserve(byteCount, zone: created.time.timeZone, in: created.time.day.month, of: &timeline)
        // Nothing that applying needs may turn out to be unreadable afterwards.
        try timeline.loadGrowingNumbers()
      case .edited, .photoAttached:
        guard case .checkIn(let number) = target else { continue }
        let changes = if case .edited(let changes) = action { changes } else { CheckInChanges() }
        let checkIn = try timeline.required(number)
        let location = changes.location.map(\.value) ?? checkIn.location
        let texts = [changes.title ?? checkIn.title, location ?? "", changes.notes ?? checkIn.notes]
        let time = changes.time ?? checkIn.time
        try reserve(texts.reduce(0) { $0 + $1.utf8.count }, zone: time.timeZone, in: time.day.month, of: &timeline)
      default: continue
      }
    }
    guard createdCount <= Int(UInt32.max) - timeline.directory.lastNumber else {
      throw JournalError(.invalidValue, "A journal holds \(UInt32.max) check-ins at most; begin another journal.")
    }
  }

  private mutating func reserve(
    _ textByteCount: Int, zone: String?, in month: CivilMonth, of timeline: inout Timeline
  ) throws(JournalError) {
    let page = try timeline.page(month)
    months[month, default: Month()].byteCount += textByteCount + CheckInDetails.maximumFixedByteCount
    if let zone { months[month]?.zones.insert(zone) }
    let byteCount = (page?.arena.count ?? 0) - (page?.wastedByteCount ?? 0) + (months[month]?.byteCount ?? 0)
    guard byteCount <= arenaByteLimit else {
      throw JournalError(
        .invalidValue, "The check-ins of \(month) would hold more than 4 GiB of text, which is the most for a month.")
    }
    let zoneCount = (page?.zones.count ?? 1) - 1 + (months[month]?.zones.count ?? 0)
    guard zoneCount > zoneLimit else { return }
    // The page's zones count twice above where they are named again, and once where nobody uses them any more.
    let used =
      page.map { page in Set(page.rows.map { String(decoding: page.zones[Int($0.zone)], as: UTF8.self) }) } ?? []
    guard used.union(months[month]?.zones ?? []).subtracting([""]).count <= zoneLimit else {
      throw JournalError(
        .invalidValue,
        "The check-ins of \(month) would be of more than \(zoneLimit) time zones, which is the most for a month.")
    }
  }
}

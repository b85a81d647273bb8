internal import CheckInJournal
internal import CheckInSync
internal import EventLog
internal import Foundation

/// `checkin-sync fleet`: what an operator asks of all groups.
struct FleetProgram {
  static let usage = """
    checkin-sync fleet list|totals|verify ADDRESS [--json] [--by=day|month]   verify also takes groups' identities

    """

  /// So many groups are read at a time, and folded on one thread.
  private static let stepGroupCount: UInt64 = 64

  private let action: String
  private let database: FleetDatabase
  private let groups: [UUID]
  private let isJSON: Bool
  private let isByDay: Bool
  private let put: (String) -> Void
  private let warn: (String) -> Void

  /// - Parameters:
  ///   - words: what comes after `fleet`.
  ///   - put: writes an answer.
  ///   - warn: writes a sentence that is no answer.
  /// - Returns: `nil` for words that are not understood.
  init?(
    _ words: [String], put: @escaping (String) -> Void, warn: @escaping (String) -> Void
  ) throws(JournalError) {
    let flags = words.filter { $0.hasPrefix("--") }
    let values = words.filter { !$0.hasPrefix("--") }
    guard Set(flags).isSubset(of: ["--json", "--by=day", "--by=month"]), values.count >= 2,
      ["list", "totals", "verify"].contains(values[0]), values.count == 2 || values[0] == "verify"
    else { return nil }
    action = values[0]
    var groups: [UUID] = []
    for text in values.dropFirst(2) {
      guard let group = UUID(uuidString: text) else {
        throw JournalError(.invalidValue, "\(text) is no identity of a group.")
      }
      groups.append(group)
    }
    self.groups = groups
    isJSON = flags.contains("--json")
    isByDay = flags.contains("--by=day")
    (self.put, self.warn) = (put, warn)
    database = try FleetDatabase(values[1])
  }

  /// - Returns: whether all that was looked at is what it should be.
  func run() throws(JournalError) -> Bool {
    if action == "list" {
      try list()
      return true
    }
    let totals = try totals(isChecked: action == "verify")
    if isJSON {
      put(json(totals))
    } else {
      if action == "totals" {
        for (name, count) in isByDay ? totals.days : totals.months {
          put("\(name)  \(counted(count.checkIns, "check-in")) of \(counted(count.accounts, "member"))\n")
        }
      }
      put(summary(totals))
    }
    for (group, problem) in totals.problems { warn("Group \(group): \(problem)") }
    return totals.problems.isEmpty
  }

  // MARK: - Groups

  private func list() throws(JournalError) {
    var json = JSONWriter()
    var last: UUID?
    var isFirst = true
    if isJSON { put("[") }
    while true {
      let page = try database.groups(after: last, limit: 1000)
      for group in page {
        guard isJSON else {
          put(
            "\(group.id.text)  \(counted(group.devices, "device"))  \(counted(group.events, "event"))  "
              + "\(counted(group.bytes, "byte"))\(group.isEncrypted ? "  sealed" : "")\n")
          continue
        }
        json.removeAll()
        json.object { json in
          json["group"] = group.id.text
          json["sealed"] = group.isEncrypted
          json["devices"] = group.devices
          json["events"] = group.events
          json["bytes"] = group.bytes
        }
        put((isFirst ? "" : ",") + json.text)
        isFirst = false
      }
      guard let end = page.last else { break }
      last = end.id
    }
    if isJSON { put("]\n") }
  }

  // MARK: - Totals

  /// Reads groups one step after the other, and folds the steps on as many threads as there are processors. A step's
  /// logs are in memory while they are folded, and nothing else is.
  private func totals(isChecked: Bool) throws(JournalError) -> FleetTotals {
    var totals = FleetTotals()
    let (database, groups) = (database, groups)
    var last: UUID?
    var index = 0
    try withJournalErrors {
      try foldInOrder(
        threads: min(ProcessInfo.processInfo.activeProcessorCount, 32),
        next: { () throws -> FleetLogs? in
          guard groups.isEmpty else {
            guard index < groups.count else { return nil }
            index += 1
            guard let logs = try database.logs(of: groups[index - 1]) else {
              throw JournalError(
                .notFound, "This account sees no group \(groups[index - 1].text) at \(database.name).")
            }
            return logs
          }
          let logs = try database.logs(after: last, limit: Self.stepGroupCount)
          last = logs?.last
          return logs
        },
        map: { logs in
          var part = FleetTotals()
          for group in logs.groups() { part.add(FleetAccount(group, of: logs, isChecked: isChecked)) }
          return part
        },
        merge: { (part: consuming FleetTotals) in totals.add(part) })
    }
    return totals
  }

  private func summary(_ totals: FleetTotals) -> String {
    let groups = counted(totals.groups, "group")
    let events = counted(totals.events, "event")
    var text =
      action == "verify"
      ? "\(groups) with \(events) verified" : "\(counted(totals.checkIns, "check-in")) in \(groups), \(events)"
    if totals.encrypted > 0 {
      text += action == "verify" ? "; " : ", without "
      text += "\(totals.encrypted) sealed"
      if action == "verify" { text += ": of these, that their pieces follow each other" }
    }
    if !totals.problems.isEmpty { text += "; \(totals.problems.count) damaged" }
    return text + "\n"
  }

  private func json(_ totals: FleetTotals) -> String {
    var json = JSONWriter()
    json.object { json in
      json["groups"] = totals.groups
      json["sealed"] = totals.encrypted
      json["events"] = totals.events
      if action == "totals" {
        json["checkIns"] = totals.checkIns
        for (key, name, counts) in [("months", "month", totals.months), ("days", "day", totals.days)] {
          json.objects(key, of: counts) { json, entry in
            json[name] = entry.name
            json["checkIns"] = entry.count.checkIns
            json["members"] = entry.count.accounts
          }
        }
      }
      json.objects("damaged", of: totals.problems) { json, damage in
        json["group"] = damage.group
        json["problem"] = damage.problem
      }
    }
    return json.text + "\n"
  }

  private func counted(_ count: some BinaryInteger, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}

import ArgumentParser
import CheckInJournal
import CheckInLanguage
import CheckInMaintenance

struct RebuildCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "rebuild", _superCommandName: "checkin",
    abstract: "Rebuild the snapshot from the log",
    discussion: """
      It replays the whole log and saves a new snapshot. Thumbnails of photos are kept; missing ones are made again.

      --check exits with status 65 if the snapshot differs from the log. Without a snapshot, or with one that \
      cannot be used, there is nothing to compare: it says so, and exits with status 0.
      """)

  @Flag(help: "Compare the snapshot with a replay, and change nothing.")
  var check = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    guard session.location.isOccupied || session.location.isNamed else {
      return try report(nil, with: session)
    }
    let rebuild =
      if check {
        try session.answering { journal in
          let rebuild = try session.withProgress("Comparing") { try journal.journal?.checkSnapshot(progress: $0) }
          try report(rebuild, with: session)
          return rebuild
        }
      } else {
        try session.writing(creating: false, isAsking: true) { journal in
          let rebuild = try session.withProgress("Replaying") { try journal.rebuild(progress: $0) }
          try session.makeThumbnails(in: journal)
          session.output.isOfSavedCommand = true
          return rebuild
        }
      }
    if !check { try report(rebuild, with: session) }
    if check, rebuild?.differences.isEmpty == false {
      throw JournalError(.damaged, "The snapshot differs from the log; \"checkin rebuild\" replaces it.")
    }
  }

  private func report(_ rebuild: Rebuild?, with session: Session) throws {
    if global.json { return try session.output.document { Rebuild.write(rebuild, to: &$0) } }
    let words = session.style.words
    guard let rebuild else { return try session.output.line(words("There is no journal yet.")) }
    if check, !rebuild.isCompared {
      return try session.output.line(
        words(
          "Nothing was compared: {reason}. \"checkin rebuild\" saves a snapshot.",
          ["reason": Escaping.escaped(words(rebuild.reason))]))
    }
    let work =
      check
      ? words.count(rebuild.events, "Compared the snapshot with {n} event", "Compared the snapshot with {n} events")
      : words.count(rebuild.events, "Rebuilt from {n} event", "Rebuilt from {n} events")
    let rate = words.count(rebuild.eventsPerSecond, "{n} event/s", "{n} events/s")
    try session.output.line(work + (rebuild.eventsPerSecond > 0 ? " (\(rate))" : ""))
    for difference in rebuild.differences {
      try session.output.line(words("Difference: {difference}", ["difference": Escaping.escaped(difference)]))
    }
    if check, rebuild.differences.isEmpty { try session.output.line(words("No differences.")) }
  }
}

extension Rebuild {
  /// Rounded; 0 if no time was measured.
  var eventsPerSecond: Int {
    seconds > 0 ? Int((Double(events) / seconds).rounded()) : 0
  }

  /// Writes the rebuild's object; `nil` is for a journal that does not exist yet.
  static func write(_ rebuild: Rebuild?, to json: inout JSONWriter) {
    json.object { json in
      json["events"] = rebuild?.events ?? 0
      json["seconds"] = ((rebuild?.seconds ?? 0) * 1_000_000).rounded() / 1_000_000
      json["eventsPerSecond"] = rebuild?.eventsPerSecond ?? 0
      json["reason"] = rebuild?.reason.text ?? "asked"
      json["differences"] = rebuild?.differences ?? []
      json["compared"] = rebuild?.isCompared ?? false
    }
  }
}

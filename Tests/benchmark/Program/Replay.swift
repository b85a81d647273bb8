import CheckInJournal

/// Folds the whole history into the built-in projection, without a snapshot.
enum Replay {
  static func run(_ store: String, path: String, threads: Int) throws {
    var fold = EventFold()
    switch store {
    case "log":
      let folded = try FoldedLog(at: path, threads: threads)
      var figures: [String: Any] = [
        "events": Int(folded.journal.sequence),
        "total": try folded.journal.statistics(today: CivilDay(dayNumber: 0)).total,
      ]
      figures["mergeShare"] = folded.mergeShare
      return try report(figures)
    case "sqlite": try SQLiteTable(path).readAll { try fold.apply($0.bytes) }
    case "lmdb": try LMDBTable(path).readAll { try fold.apply($0.bytes) }
    default: throw Unfit("There is no store \(store).")
    }
    try report(["events": Int(fold.count), "total": fold.total])
  }
}

import CheckInJournal

/// Folds the whole history into the built-in projection, without a snapshot.
enum Replay {
  static func run(_ store: String, path: String) throws {
    var fold = EventFold()
    switch store {
    case "log":
      var configuration = Journal.Configuration()
      configuration.usesSnapshot = false
      let journal = try Journal(at: path, for: .readOnly, configuration: configuration)
      if let reason = journal.readOnlyReason { throw reason }
      let total = try journal.statistics(today: CivilDay(dayNumber: 0)).total
      return try report(["events": Int(journal.sequence), "total": total])
    case "sqlite": try SQLiteTable(path).readAll { try fold.apply($0.bytes) }
    case "lmdb": try LMDBTable(path).readAll { try fold.apply($0.bytes) }
    default: throw Unfit("There is no store \(store).")
    }
    try report(["events": Int(fold.count), "total": fold.total])
  }

  /// Reads the events from SQLite, and prints how long folding them takes then.
  static func runInMemory(path: String) throws {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    try SQLiteTable(path).readAll { message in
      bytes.append(contentsOf: message)
      ends.append(bytes.count)
    }
    var fold = EventFold()
    let start = now()
    var message = 0
    for end in ends {
      try fold.apply(bytes.span.bytes.extracting(message..<end))
      message = end
    }
    try report(["seconds": now() - start, "events": Int(fold.count)])
  }
}

import EventLog

/// Accounts whose balances are the sum of entries, which are appended to a log and never changed.
struct Ledger {
  struct Entry {
    var account = ""
    var cents: Int64 = 0
  }

  struct NotEnough: Error {}

  let log: RecordLog
  private(set) var balances: [String: Int64] = [:]
  /// The last entry that the balances contain.
  private(set) var sequence: UInt64 = 0

  init(at path: String) throws {
    log = try RecordLog(at: path)
    try replay()
  }

  /// Takes in what was appended since, by other processes too.
  mutating func replay() throws {
    let batches = try log.batches(after: sequence)
    while let batch = try batches.next() {
      for record in batch {
        let entry = try Entry(record)
        balances[entry.account, default: 0] += entry.cents
        sequence = record.sequence
      }
    }
  }

  /// Appends entries, all or none; nobody withdraws more than there is. They are durable afterwards.
  mutating func append(_ entries: [Entry]) throws {
    while true {
      var result = balances
      for entry in entries { result[entry.account, default: 0] += entry.cents }
      guard entries.allSatisfy({ $0.cents > 0 || result[$0.account, default: 0] >= 0 }) else { throw NotEnough() }
      do {
        sequence = try log.append(contentsOf: entries.map(\.record), expecting: sequence)
        balances = result
        return
      } catch {
        guard error.code == .conflict else { throw error }
        try replay()  // Another process was faster: decide again.
      }
    }
  }
}

extension Ledger.Entry {
  var record: [UInt8] {
    var writer = WireWriter()
    writer.text(account, field: 2)
    writer.signed(cents, field: 3)
    return writer.bytes
  }

  init(_ record: LogRecord) throws {
    for field in try record.fields() {
      if field.number == 2 { account = field.text ?? "" }
      if field.number == 3 { cents = field.signed ?? 0 }
    }
  }
}

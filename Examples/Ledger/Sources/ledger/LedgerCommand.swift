import EventLog
import Foundation

/// The command line of the ledger.
@main
enum LedgerCommand {
  static let usage = """
    Usage: ledger DIRECTORY deposit ACCOUNT CENTS
           ledger DIRECTORY transfer FROM TO CENTS
           ledger DIRECTORY deposit-forever ACCOUNT    one cent after the other; prints each entry's number
           ledger DIRECTORY balances
           ledger DIRECTORY verify
    """

  static func main() {
    do {
      exit(try run(Array(CommandLine.arguments.dropFirst())))
    } catch is Ledger.NotEnough {
      fail("There is not enough money in the account.")
    } catch {
      fail("\(error)")
    }
  }

  static func run(_ arguments: [String]) throws -> Int32 {
    guard let path = arguments.first else { fail(usage) }
    // Damage is found without replaying first.
    if arguments.dropFirst() == ["verify"] { return verify(try RecordLog(at: path)) }
    var ledger = try Ledger(at: path)
    switch (arguments.dropFirst().first, Array(arguments.dropFirst(2))) {
    case ("deposit", let words) where words.count == 2:
      guard let cents = Int64(words[1]), cents > 0 else { fail(usage) }
      try ledger.append([Ledger.Entry(account: words[0], cents: cents)])
      say("\(ledger.sequence)")
    case ("transfer", let words) where words.count == 3:
      guard let cents = Int64(words[2]), cents > 0 else { fail(usage) }
      try ledger.append([
        Ledger.Entry(account: words[0], cents: -cents), Ledger.Entry(account: words[1], cents: cents),
      ])
      say("\(ledger.sequence)")
    case ("deposit-forever", let words) where words.count == 1:
      while true {
        try ledger.append([Ledger.Entry(account: words[0], cents: 1)])
        say("\(ledger.sequence)")
      }
    case ("balances", []):
      for (account, cents) in ledger.balances.sorted(by: { $0.key < $1.key }) { say("\(account) \(cents)") }
    default: fail(usage)
    }
    try ledger.log.close()
    return 0
  }

  static func verify(_ log: RecordLog) -> Int32 {
    do {
      let verification = try log.verify()
      switch verification.verdict {
      case .sound: say("sound: \(verification.lastSequence) entries")
      case .torn(let place): say("torn at byte \(place.offset) of \(place.segment)")
      case .damaged(let error): fail("damaged: \(error.message)")
      }
      return 0
    } catch {
      fail("\(error)")
    }
  }

  /// Writes a line at once: whoever reads it may rely on it.
  static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(1)
  }
}

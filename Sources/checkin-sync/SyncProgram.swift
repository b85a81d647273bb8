internal import CheckInJournal
internal import CheckInSync
internal import Glibc

/// The part of syncing that needs PostgreSQL, in a separate program so `checkin` needn't link it.
///
/// - `checkin-sync serve` serves a remote to `checkin` over standard input.
/// - `checkin-sync migrate ADDRESS` creates or updates the tables.
/// - `checkin-sync fleet …` inspects all groups of a database; see ``FleetProgram``.
@main
enum SyncProgram {
  static func main() {
    signal(SIGPIPE, SIG_IGN)
    let words = CommandLine.arguments.dropFirst()
    do throws(JournalError) {
      switch (words.first, words.count) {
      case ("serve", 1):
        var server = RemoteServer { address in
          Result { () throws(JournalError) -> any Remote in PostgresRemote(try PostgresAddress(address)) }
        }
        server.run(on: STDIN_FILENO)
      case ("migrate", 2):
        let address = try PostgresAddress(words.last ?? "")
        let warnings = try Migrations.run(
          on: PostgresConnection(address.server, timeLimitSeconds: max(address.timeLimit, 600)), at: address.name)
        for warning in warnings { put("\(Escaping.escaped(warning))\n", to: STDERR_FILENO) }
        put("The tables in \(address.name) are up to date.\n", to: STDOUT_FILENO)
      case ("fleet", _):
        let fleet = try FleetProgram(
          Array(words.dropFirst()), put: { put($0, to: STDOUT_FILENO) },
          warn: { put("\(Escaping.escaped($0))\n", to: STDERR_FILENO) })
        guard let fleet else { return endWithUsage() }
        if try !fleet.run() { exit(65) }
      default: endWithUsage()
      }
    } catch {
      put("Error: \(Escaping.escaped(error.message))\n", to: STDERR_FILENO)
      exit(status(of: error))
    }
  }

  private static func endWithUsage() {
    put("Usage: checkin-sync migrate ADDRESS\n       \(FleetProgram.usage)", to: STDERR_FILENO)
    exit(64)
  }

  /// As `checkin` exits.
  private static func status(of error: JournalError) -> Int32 {
    switch error.code {
    case .newerVersion: 76
    case .invalidValue: 64
    case .damaged, .refusedInput: 65
    case .notFound: 66
    default: 74
    }
  }

  /// Ends where nobody reads any more.
  private static func put(_ text: String, to descriptor: Int32) {
    let isWhole = Array(text.utf8).withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let step = Glibc.write(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
        if step < 0, errno == EINTR { continue }
        guard step > 0 else { return false }
        written += step
      }
      return true
    }
    if !isWhole { exit(74) }
  }
}

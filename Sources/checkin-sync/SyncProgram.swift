internal import CheckInJournal
internal import CheckInSync
internal import Glibc

/// What of a sync needs PostgreSQL, so that `checkin` need not link it:
///
/// - `checkin-sync serve` keeps a place for `checkin`, over its standard input;
/// - `checkin-sync migrate ADDRESS` sets up the tables, or brings them up to date.
@main
enum SyncProgram {
  static func main() {
    signal(SIGPIPE, SIG_IGN)
    let words = CommandLine.arguments.dropFirst()
    do throws(JournalError) {
      switch (words.first, words.count) {
      case ("serve", 1):
        var server = PlaceServer { address in
          Result { () throws(JournalError) -> any Place in PostgresPlace(try PostgresAddress(address)) }
        }
        server.run(on: STDIN_FILENO)
      case ("migrate", 2):
        let address = try PostgresAddress(words.last ?? "")
        try Migrations.run(
          on: PostgresConnection(address.server, timeLimitSeconds: max(address.timeLimit, 600)))
        put("The tables in \(address.name) are up to date.\n", to: STDOUT_FILENO)
      default:
        put("Usage: checkin-sync migrate ADDRESS\n", to: STDERR_FILENO)
        exit(64)
      }
    } catch {
      put("Error: \(Escaping.escaped(error.message))\n", to: STDERR_FILENO)
      exit(error.code == .newerVersion ? 76 : error.code == .invalidValue ? 64 : 74)
    }
  }

  private static func put(_ text: String, to descriptor: Int32) {
    _ = Array(text.utf8).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }
}

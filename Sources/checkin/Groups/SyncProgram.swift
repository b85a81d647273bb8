import CheckInJournal
import PhotoProcessing

/// The program that links PostgreSQL.
enum SyncProgram {
  private static let name = "checkin-sync"

  /// The one that belongs to this program.
  static func location() throws(JournalError) -> String {
    if let path = CompanionProgram.find(name, beside: CompanionProgram.directory ?? ".") { return path }
    throw JournalError(
      .notFound,
      "A group in PostgreSQL needs the program \(name), which is not installed. In the folder of the sources, run: "
        + "Tools/install --with-sync")
  }
}

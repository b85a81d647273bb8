import CheckInJournal
import Glibc
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

  /// Goes on as that program, with these words.
  ///
  /// - Throws: where it is not there, or cannot be started.
  static func replaceThisProcess(_ words: [String]) throws {
    let program = try location()
    let arguments = ([program] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    execv(program, arguments)
    throw JournalError(.inputOutput, "\(program) cannot be started: \(String(cString: strerror(errno))).")
  }
}

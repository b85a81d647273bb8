import CheckInJournal
import Foundation

/// Prints what is done in a journal, as it is done, by whatever process.
///
///     follower DIRECTORY [AFTER [UNTIL]]
///
/// It begins after the event AFTER, by default with the first, and ends with the event UNTIL, by default never.
@main
enum Follower {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard let path = arguments.first else {
      FileHandle.standardError.write(Data("Usage: follower DIRECTORY [AFTER [UNTIL]]\n".utf8))
      exit(64)
    }
    let after = arguments.dropFirst().first.flatMap(UInt64.init) ?? 0
    let until = arguments.dropFirst(2).first.flatMap(UInt64.init) ?? .max
    let journal = try Journal(at: path, for: .readOnly)
    for try await event in journal.events(after: after) {
      let line = "\(event.sequence) \(event.action.name) \(event.checkIn)\n"
      // At once: whoever reads it may wait for it.
      FileHandle.standardOutput.write(Data(line.utf8))
      if event.sequence >= until { return }
    }
  }
}

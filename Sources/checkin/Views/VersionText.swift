import ArgumentParser
import CheckInJournal
import PhotoProcessing

/// The answer to `checkin --version --verbose`.
enum VersionText {
  /// The program, its libraries, and how the worker for photos is confined on this machine.
  static var lines: [String] {
    let own = [
      ("checkin", CheckInCommand.configuration.version), ("LZ4", LibraryVersions.lz4),
      ("SQLite", LibraryVersions.sqlite ?? "unknown"),
    ]
    let rows = own + workerRows
    let width = rows.map { DisplayWidth.of($0.0) }.max() ?? 0
    return rows.map { DisplayWidth.padded($0, to: width) + "  " + $1 }
  }

  /// What the worker says of itself, or why it cannot be asked: all else needs no worker.
  private static var workerRows: [(String, String)] {
    do {
      return try WorkerDetails.ask().items.map { ($0.name, $0.value) }
    } catch {
      let isMissing = error.code == .workerUnavailable
      return [("Photo worker", isMissing ? error.message : "it does not say; it may be of another version")]
    }
  }
}

@testable import CheckInInterchange
@testable import CheckInJournal

/// What is fuzzed: readers of bytes that nobody can vouch for. Each takes one input.
///
/// libFuzzer runs them by `Tools/fuzz`; the unit tests run them over the seeds and over what was found before.
/// A trap is a finding, and so is a rule that does not hold, which is thrown as a ``FuzzFinding``.
enum FuzzTarget: String, CaseIterable {
  /// The bytes of a segment's file.
  case frames
  /// The content of a frame, whose checksums are right.
  case records
  /// One event, and one segment header.
  case wire
  /// The bytes of `HEAD`, with the checksums as they are and with right ones.
  case head
  /// The parts of a snapshot, whose checksums are right.
  case snapshot
  /// A part of the index of events in a snapshot, whose checksums are right.
  case index
  case csv
  case jsonl
  /// A file of events.
  case events
  /// The app's database.
  case store
  /// Tables, XML, FIT files and archives of other programs.
  case table
  case xml
  case fit
  case archive
  /// Times, days, receipts and digests as text.
  case texts

  func run(_ bytes: [UInt8]) throws {
    switch self {
    case .frames: try Self.frames(bytes)
    case .records: try Self.records(bytes)
    case .wire: try Self.wire(bytes)
    case .head: try Self.head(bytes)
    case .snapshot: try Self.snapshot(bytes)
    case .index: try Self.index(bytes)
    case .csv: try Self.importer(bytes, .csv)
    case .jsonl: try Self.importer(bytes, .jsonl)
    case .events: try Self.events(bytes)
    case .store: try Self.store(bytes)
    case .table: try Self.program(bytes, [.table, .strava, .garmin, .loop])
    case .xml: try Self.program(bytes, [.applehealth, .gpx, .tcx])
    case .fit: try Self.fit(bytes)
    case .archive: try Self.program(bytes, [.loop, .dayone])
    case .texts: try Self.texts(bytes)
    }
  }

  /// Notes a finding where a rule does not hold.
  static func require(_ holds: Bool, _ rule: String) throws {
    if !holds { throw FuzzFinding(rule: rule) }
  }
}

/// A rule that does not hold for an input.
struct FuzzFinding: Error {
  var rule: String
}

internal import Foundation

/// What the environment says about a test run.
///
/// - `CHECKIN_SEED`: the seed of everything random. A failed test prints the seed it ran with.
/// - `CHECKIN_RUNS_…`: how often something is repeated; each test says which name it reads.
package enum TestSettings {
  /// The seed of this run. The same each time unless `CHECKIN_SEED` says otherwise, so that a failure can be repeated.
  package static let seed: UInt64 = number("CHECKIN_SEED").flatMap(UInt64.init) ?? 20_261_121

  /// How often to repeat, from the environment or as the test asks.
  package static func runs(_ name: String, default count: Int) -> Int {
    number("CHECKIN_RUNS_" + name).flatMap(Int.init) ?? count
  }

  private static func number(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }
}

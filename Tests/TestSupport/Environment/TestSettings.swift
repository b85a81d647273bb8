internal import Foundation

/// What the environment says about a test run.
///
/// - `CHECKIN_SEED`: the seed of everything random. A failed test prints the seed it ran with.
/// - `CHECKIN_RUNS_…`: how often something is repeated; each test says which name it reads.
/// - `CHECKIN_IDLE_SECONDS`: the time after which a run ends in which no test does anything; 0 for never.
package enum TestSettings {
  /// The seed of this run. The same each time unless `CHECKIN_SEED` says otherwise, so that a failure can be repeated.
  package static let seed: UInt64 = number("CHECKIN_SEED").flatMap(UInt64.init) ?? 20_261_121

  /// How often to repeat, from the environment or as the test asks.
  package static func runs(_ name: String, default count: Int) -> Int {
    number("CHECKIN_RUNS_" + name).flatMap(Int.init) ?? count
  }

  /// The time after which ``HangWatch`` ends a run in which no test does anything; `nil` for never.
  ///
  /// 20 minutes, unless something is repeated more often than usual, which can take hours. The fuzzers and the
  /// benchmark use this module too; they are not ended.
  static let idleLimitSeconds: Int? = {
    let isTestRun = CommandLine.arguments.first?.hasSuffix(".xctest") ?? false
    let isThorough = ProcessInfo.processInfo.environment.keys.contains { $0.hasPrefix("CHECKIN_RUNS_") }
    let seconds = number("CHECKIN_IDLE_SECONDS").flatMap(Int.init) ?? (isThorough ? 0 : 1200)
    return isTestRun && seconds > 0 ? seconds : nil
  }()

  private static func number(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }
}

import Foundation
import TestSupport
import Testing

extension CheckInProcess {
  /// A journal with three check-ins on three days: 1 Run on Saturday, 2 Gym on Friday, 3 Walk on Monday; and 4, which
  /// is discarded.
  ///
  /// It is made once and copied, since a test process is started for most of the tests.
  static func withSamples(environment: [String: String?] = [:]) throws -> CheckInProcess {
    let checkin = try CheckInProcess(environment: environment)
    try FileManager.default.copyItem(atPath: try samples.get().journal, toPath: checkin.journal)
    return checkin
  }

  private static let samples = Result {
    let checkin = try CheckInProcess()
    for arguments in [
      ["add", "run", "Morning", "5k", "--at", "07:10", "--calories", "320"],
      ["add", "gym", "Legs", "--at", "yesterday 18:00", "--location", "Hall", "--notes", "Heavy"],
      ["add", "walk", "Park", "--at", "monday 07:15"], ["add", "yoga", "Wrong", "--at", "2026-11-01T10:00"],
      ["discard", "4"],
    ] {
      let outcome = try checkin.run(arguments)
      try #require(outcome.status == 0, "\(outcome.errors)")
    }
    return checkin
  }
}

import CheckInLanguage
import Foundation

extension Localization {
  /// The localisation of the process's environment.
  static let ofProcess = Localization(environment: ProcessInfo.processInfo.environment)
}

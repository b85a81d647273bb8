import Foundation
import TestSupport
import Testing

extension CheckInProcess.Outcome {
  /// The output as one JSON object.
  func object() throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
  }

  /// The output as one JSON array of objects.
  func array() throws -> [[String: Any]] {
    try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
  }

  /// Standard error as one JSON object.
  func errorObject() throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(errors.utf8)) as? [String: Any])
  }
}

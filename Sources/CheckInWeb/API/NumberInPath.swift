import CheckInJournal
import HTTPTypes
import Hummingbird

/// An ID in the path of a URL: `17`, or the qualified ID `phone/17`.
///
/// The path encodes a qualified ID as `phone%2F17`. It identifies the object that has the ID 17 on the device "phone".
struct NumberInPath: Sendable {
  private let device: String?
  private let number: Int
  private let noun: String

  /// - Parameter noun: The kind of object, as one word.
  /// - Throws: `HTTPError` if the path has no valid ID.
  init(_ context: WebContext, of noun: String) throws {
    try self.init(context.parameters.get("number").flatMap { FormFields.decoded($0.utf8) }, of: noun)
  }

  /// - Parameter text: The number as it stands in the body of a request.
  init(_ text: String?, of noun: String) throws {
    let parts = text?.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let parts, let last = parts.last, let number = Int(last), number > 0 else {
      throw HTTPError(.notFound, message: "There is no such \(noun).")
    }
    self.number = number
    self.noun = noun
    device = parts.count > 1 ? String(parts[0]) : nil
  }

  /// The number in a journal.
  ///
  /// - Throws: `HTTPError` for a device that is not in its group.
  func find(in journal: Journal) throws -> Int {
    guard let device else { return number }
    guard let known = journal.number(number, on: device) else {
      throw HTTPError(.notFound, message: "There is no such \(noun).")
    }
    return known
  }
}

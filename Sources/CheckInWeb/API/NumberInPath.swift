import CheckInJournal
import FoundationEssentials
import HTTPTypes
import Hummingbird

/// An ID in the path of a URL: `17`, or the qualified ID `phone/17`.
///
/// The path encodes a qualified ID as `phone%2F17`. It identifies the object that has the ID 17 on the device "phone".
/// A session can also be named by its UUID, because the client that starts it knows no number before the response.
struct NumberInPath: Sendable {
  private enum Name {
    case number(Int, device: String?)
    case session(UUID)
  }

  private let name: Name
  private let noun: String

  /// - Parameter noun: The kind of object, as one word.
  /// - Throws: `HTTPError` if the path has no valid ID.
  init(_ context: WebContext, of noun: String) throws {
    let text = context.parameters.get("number").flatMap { FormFields.decoded($0.utf8) }
    if noun == "session", let id = text.flatMap({ UUID(uuidString: $0) }) {
      self.init(.session(id), noun: noun)
    } else {
      try self.init(text, of: noun)
    }
  }

  /// - Parameter text: The number as it stands in the body of a request.
  init(_ text: String?, of noun: String) throws {
    let parts = text?.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let parts, let last = parts.last, let number = Int(last), number > 0 else { throw Self.missing(noun) }
    self.init(.number(number, device: parts.count > 1 ? String(parts[0]) : nil), noun: noun)
  }

  private init(_ name: Name, noun: String) {
    self.name = name
    self.noun = noun
  }

  /// The number in a journal.
  ///
  /// - Throws: `HTTPError` for a device that is not in its group, or a session that isn't in the journal.
  func find(in journal: Journal) throws -> Int {
    let found: Int?
    switch name {
    case .number(let number, let device):
      if let device { found = journal.number(number, on: device) } else { found = number }
    case .session(let id): found = try journal.sessionNumber(of: id)
    }
    guard let present = found else { throw Self.missing(noun) }
    return present
  }

  private static func missing(_ noun: String) -> HTTPError {
    HTTPError(.notFound, message: "There is no such \(noun).")
  }
}

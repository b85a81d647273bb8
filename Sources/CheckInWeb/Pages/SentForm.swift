import CheckInJournal
import Hummingbird

/// A form without files that a browser sent, with the page's token.
struct SentForm: Sendable {
  /// The ID in the address; 0 if its path has none.
  let number: Int
  /// The number of the set in the address; 0 if its path has none.
  let set: Int
  let fields: FormFields

  subscript(name: String) -> String? { fields[name] }

  /// Returns the value of a field that each form of the page has.
  ///
  /// - Throws: 400 if the field is missing or has another value.
  func required<Value>(_ name: String, as value: (String) -> Value?) throws -> Value {
    guard let value = fields[name].flatMap(value) else { throw Self.foreign }
    return value
  }

  /// The error for a form that is not one of the page's.
  static let foreign = HTTPError(.badRequest, message: "The form is not one of ours.")
}

/// The page that shows the result of a command.
struct Redirection: Sendable {
  var path: String
  var notice: String?
  /// The sequence of the command's last event, which offers to undo it while it is the latest; `nil` if the command
  /// changed nothing.
  var sequence: UInt64?

  init(_ path: String, notice: String? = nil, after sequence: UInt64? = nil) {
    self.path = path
    self.notice = notice
    self.sequence = sequence
  }

  var response: Response {
    let query = [notice.map { "notice=\($0)" }, sequence.map { "after=\($0)" }].compactMap { $0 }
    guard !query.isEmpty else { return Pages.redirect(path) }
    return Pages.redirect(path + (path.contains("?") ? "&" : "?") + query.joined(separator: "&"))
  }
}

extension LocalizedRoutes {
  /// Adds a form whose response is more than the result of a command.
  ///
  /// - Parameter exists: Returns `false` if the journal has no such page; `nil` if every journal has it.
  mutating func form(
    _ path: String, exists: (@Sendable (Journal) throws -> Bool)? = nil,
    _ handler: @escaping @Sendable (Pages, SentForm, WebContext) async throws -> Response
  ) {
    post(path) { pages, request, context in
      if let exists, try await !pages.access.run(exists) { throw Pages.notFound }
      let number = path.contains(":number") ? try Pages.number(context) : 0
      let set = path.contains(":set") ? try Pages.number(context, named: "set") : 0
      let fields = try await pages.form(request)
      return try await handler(pages, SentForm(number: number, set: set, fields: fields), context)
    }
  }

  /// Adds a form that runs a command and leads to the page that shows the result.
  ///
  /// - Parameters:
  ///   - exists: Returns `false` if the journal has no such page; `nil` if every journal has it.
  ///   - refusal: Creates the response to an error of the command: usually the form as it was sent.
  mutating func command(
    _ path: String, exists: (@Sendable (Journal) throws -> Bool)? = nil,
    _ command: @escaping @Sendable (Pages, SentForm, Journal) throws -> Redirection,
    refusal: @escaping @Sendable (Pages, SentForm, JournalError) async throws -> Response = { throw $2 }
  ) {
    form(path, exists: exists) { pages, form, _ in
      do {
        return try await pages.access.run { try command(pages, form, $0) }.response
      } catch let error as JournalError {
        return try await refusal(pages, form, error)
      }
    }
  }
}

import CheckInJournal
import Hummingbird

extension Pages {
  /// The field with the token. Another site's page can send a form here, but cannot read the token.
  private static let tokenField = "token"

  /// - Throws: 403 unless the form has the token of this process.
  func check(_ fields: FormFields) throws {
    guard token.matches(fields[Self.tokenField]) else {
      throw HTTPError(.forbidden, message: "The form is out of date. Go back, reload the page, and send it again.")
    }
  }

  /// The fields of a form without files, which has the token.
  func form(_ request: Request) async throws -> FormFields {
    let body = try await request.body.collect(upTo: UploadedForm.textByteLimit)
    guard let fields = FormFields(encoded: body.readableBytesView) else {
      throw HTTPError(.badRequest, message: "The form cannot be read.")
    }
    try check(fields)
    return fields
  }

  func discard(_ request: Request, _ context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    _ = try await form(request)
    let (day, sequence) = try await access.run { journal in
      let discarded = try journal.discard([number]).first
      return (discarded?.day, discarded?.sequence ?? journal.sequence)
    }
    return redirect(toMonthOf: day ?? access.today, notice: "discarded", after: sequence)
  }

  /// To where the user sees the result.
  func redirect(toMonthOf day: CivilDay, notice: String, after sequence: UInt64) -> Response {
    let month = day.month == access.today.month ? "" : "month=\(day.month)&"
    return Self.redirect("/?\(month)notice=\(notice)&after=\(sequence)")
  }

  /// To a page that tells what was done.
  ///
  /// - Parameter sequence: of the event that was made, so that it can be undone while it is the latest; `nil` where
  ///   nothing had to be done.
  static func redirect(_ path: String, notice: String, after sequence: UInt64?) -> Response {
    let query = "notice=\(notice)" + (sequence.map { "&after=\($0)" } ?? "")
    return redirect(path + (path.contains("?") ? "&" : "?") + query)
  }

  func restore(_ request: Request, _ context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    _ = try await form(request)
    let sequence = try await access.run { try $0.restore(number).sequence }
    return Self.redirect("/check-ins/\(number)?notice=restored&after=\(sequence)")
  }

  /// Undoes the latest command, if nothing has happened since the page offered that.
  func undo(_ request: Request) async throws -> Response {
    let fields = try await form(request)
    let back = fields["back"].flatMap(Self.ownPath) ?? "/"
    guard let expected = fields["expect"].flatMap(UInt64.init) else {
      throw HTTPError(.badRequest, message: "The form is not one of ours.")
    }
    let isPartial = try await access.run { try $0.undo(expecting: expected).isPartial }
    return Self.redirect(back, notice: isPartial ? "partly-undone" : "undone", after: nil)
  }

  /// A path that a form leads back to, with or without a query, if it is one of ours and nothing else.
  static func ownPath(_ text: String) -> String? {
    let isPlain = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || "/-?=&".utf8.contains(byte)
    }
    return isPlain && text.hasPrefix("/") && !text.hasPrefix("//") && text.utf8.count <= 100 ? text : nil
  }
}

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

  /// The month in which the user sees the result.
  func redirection(toMonthOf day: CivilDay, notice: String, after sequence: UInt64) -> Redirection {
    Redirection(day.month == access.today.month ? "/" : "/?month=\(day.month)", notice: notice, after: sequence)
  }

  /// Undoes the latest command, if nothing has happened since the page offered that.
  func undo(_ form: SentForm, in journal: Journal) throws -> Redirection {
    let back = form["back"].flatMap(Self.ownPath) ?? "/"
    let isPartial = try journal.undo(expecting: try form.required("expect") { UInt64($0) }).isPartial
    return Redirection(back, notice: isPartial ? "partly-undone" : "undone")
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

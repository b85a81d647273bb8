import CheckInJournal
import CheckInLanguage

/// A check-in as a text to be changed in an editor: a line for each field, and below a fence the notes, as they are.
///
/// ```
/// # Check-in 17. …
/// type:     Run
/// title:    Morning 5k
/// at:       2026-11-21 07:10
/// zone:     Europe/Berlin
/// calories: 320
/// duration: 45:30
/// distance: 5km
/// location:
/// --- notes ---
/// Wet leaves. #trail
/// ```
struct EditForm {
  /// The fields that have a line.
  private static let fields = CheckInField.audited.filter { ![.notes, .photo].contains($0) }

  /// The name of the option that changes a field.
  private static func name(of field: CheckInField) -> String { field == .timeZone ? "zone" : field.rawValue }

  /// The changed fields, without surrounding white space, and the changed notes with all their lines.
  struct Changes {
    var fields: [CheckInField: String] = [:]
    var notes: String?

    var isEmpty: Bool { fields.isEmpty && notes == nil }
  }

  private static let fence = "--- notes ---"

  /// The initial text in the editor.
  let text: String

  init(_ checkIn: CheckIn) {
    let width = (Self.fields.map { Self.name(of: $0).count }.max() ?? 0) + 2
    let rows = Self.fields.map { field in
      let (name, value) = (Self.name(of: field), Self.value(field, of: checkIn))
      return value.isEmpty ? "\(name):" : DisplayWidth.padded("\(name):", to: width) + value
    }
    text = """
      # Check-in \(checkIn.shownNumber). Change what is to be changed, save, and leave the editor. Without a change
      # nothing is recorded. Whatever may be missing is cleared by nothing behind its name.
      # Lines that begin with # are left out, except in the notes.
      # \(TypeWords.englishList)
      \(rows.joined(separator: "\n"))
      # Everything below this line is notes:
      \(Self.fence)
      \(checkIn.notes)

      """
  }

  /// Returns the differences between the edited text and this form.
  ///
  /// Throws a `CommandFailure` with status 64 that lists each invalid line.
  func changes(in text: String) throws -> Changes {
    let (before, after) = (try Self.parsed(self.text), try Self.parsed(text))
    return Changes(
      fields: after.fields.filter { before.fields[$0.key] != $0.value },
      notes: before.notes == after.notes ? nil : after.notes)
  }

  private static func parsed(_ text: String) throws -> (fields: [CheckInField: String], notes: String) {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    var values: [CheckInField: String] = [:]
    var messages: [Message] = []
    guard let end = lines.firstIndex(where: { $0.trimmed == fence }) else {
      throw CommandFailure.usage(
        "The line \"\(fence)\" is missing", hint: "It divides the fields from the notes, and may be all that follows.")
    }
    for (index, line) in lines[..<end].enumerated() {
      let line = line.trimmed
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts[0].trimmed.lowercased()
      if parts.count < 2 {
        messages.append("Line \(index + 1): write a field as \"title: Morning 5k\"; notes belong below \"\(fence)\"")
      } else if let field = fields.first(where: { Self.name(of: $0) == name }) {
        let isNew = values.updateValue(parts[1].trimmed, forKey: field) == nil
        if !isNew { messages.append("Line \(index + 1): \(name) is there already") }
      } else {
        let known = fields.map { Self.name(of: $0) }.joined(separator: ", ")
        messages.append("Line \(index + 1): there is no field \"\(name)\": there are \(known)")
      }
    }
    for field in fields where values[field] == nil && messages.isEmpty {
      messages.append("The line of \(name(of: field)) is missing")
    }
    guard messages.isEmpty else {
      throw CommandFailure(status: JournalError.Code.invalidValue.exitStatus, messages: messages)
    }
    return (values, lines[(end + 1)...].joined(separator: "\n").trimmed)
  }

  private static func value(_ field: CheckInField, of checkIn: CheckIn) -> String {
    let value =
      switch field {
      case .type: checkIn.type.name
      case .title: checkIn.title
      case .at: checkIn.time.localText
      case .timeZone: checkIn.time.timeZone ?? ""
      case .quantity(let quantity): checkIn.fields[quantity].map { quantity.text($0) } ?? ""
      case .location: checkIn.location ?? ""
      case .notes, .photo, .discarded: ""
      }
    // A field is one line. Where that alters one that was recorded otherwise, it is no change of the user's.
    return String(value.map { $0.isNewline ? " " : $0 })
  }
}

extension StringProtocol {
  /// Without white space at the ends.
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension CheckInTime {
  /// `2026-11-21 07:10`, with seconds where there are any; the day alone where no more is known.
  fileprivate var localText: String {
    guard isTimeOfDayKnown else { return day.description }
    let text = description.prefix(19).replacing("T", with: " ")
    return String(text.hasSuffix(":00") ? text.dropLast(3) : text[...])
  }
}

import ArgumentParser
import CheckInJournal

extension FixedWidthInteger {
  /// Reads a whole number from 0 on. Throws a `ValidationError` that names the range.
  init(argument: String) throws {
    guard let number = Self(argument), number >= 0 else {
      throw ValidationError("Write a whole number from 0 to \(Self.max).")
    }
    self = number
  }
}

extension CheckInVersion {
  /// Reads a version, which a sequence number is too. Throws a `ValidationError` that says what can be written.
  init(argument: String) throws {
    self = try CheckInVersion(argument) ?? CheckInVersion(sequence: UInt64(argument: argument))
  }
}

extension Session {
  /// Reads the beginning of a list, such as `2026-11-21`, `monday` or `last month`; `nil` without words. Throws a
  /// `CommandFailure` with status 64.
  func firstDay(_ words: String?) throws -> CivilDay? { try words.map { try dayRange($0) }?.first }

  /// Reads the end of a list: the last day of what the words mean.
  func lastDay(_ words: String?) throws -> CivilDay? { try words.map { try dayRange($0) }?.last }

  /// Reads days such as `last week` or `oct`. Throws a `CommandFailure` with status 64.
  func dayRange(_ words: String) throws -> DayRange {
    if let range = DayRange(words, today: try today, firstWeekday: firstWeekday) { return range }
    throw CommandFailure.usage("\"\(words)\" names no days", hint: DayRange.forms)
  }

  /// Reads a month such as `2026-11`, `oct` or `last`. Throws a `CommandFailure` with status 64.
  func month(_ words: String) throws -> CivilMonth {
    guard let month = DayRange.month(words.dayWords, today: try today) else {
      throw CommandFailure.usage("\"\(words)\" is not a month: write it as YYYY-MM, oct, or last")
    }
    return month
  }
}

extension [String] {
  /// The words without the `--` that ends the options; the parser passes it on together with arguments that may look
  /// like options.
  var withoutTerminator: [String] {
    var words = self
    if let end = firstIndex(of: "--") { words.remove(at: end) }
    return words
  }
}

extension String {
  /// The text as one word of a shell.
  var shellWord: String {
    let isPlain = !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "._/-+:,@%=".contains($0) }
    return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}

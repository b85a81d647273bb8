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

extension CivilDay {
  /// Reads a bound of a list: `2026-11-21`, `today` or `yesterday`. Throws a `CommandFailure` with status 64.
  static func bound(_ word: String, option: String, today: () throws -> CivilDay) throws -> CivilDay {
    switch TimeExpression.Day(word.collapsed.lowercased()) {
    case .today: return try today()
    case .yesterday: return try today().adding(days: -1)
    case .day(let day): return day
    case .latest, nil:
      throw CommandFailure.usage("\(option) takes a day such as 2026-11-21, today or yesterday, and not \"\(word)\"")
    }
  }
}

extension CivilMonth {
  /// Reads a month such as `2026-11`. Throws a `CommandFailure` with status 64.
  init(argument: String) throws {
    guard let month = CivilMonth(argument) else {
      throw CommandFailure.usage("\"\(argument)\" is not a month: write it as YYYY-MM")
    }
    self = month
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

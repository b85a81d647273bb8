internal import CheckInJournal

/// Reads time zones as other programs write them: `Europe/Berlin`, `UTC-04:00`, `GMT-5`, `UTC+0200`, `UTCZ`.
enum WrittenZone {
  /// Returns the zone; `nil` for a text that is neither an offset from UTC nor the name of a known zone.
  static func zone(_ text: String) -> LocalTimeZone? {
    if let minutes = offsetMinutes(text) {
      return minutes == 0 ? .utc : LocalTimeZone(of: CheckInTime(instantMilliseconds: 0, offsetMinutes: minutes))
    }
    return LocalTimeZone(identifier: text)
  }

  /// Returns the minutes by which the zone is ahead of UTC; `nil` for a text that does not state them.
  static func offsetMinutes(_ text: String) -> Int? {
    var rest = Validation.trimmed(text).lowercased()[...]
    if rest.first == "(", rest.last == ")" { rest = rest.dropFirst().dropLast() }
    let isNamed = rest.hasPrefix("utc") || rest.hasPrefix("gmt")
    if isNamed { rest = rest.dropFirst(3).drop(while: \.isWhitespace) }
    if rest == "z" || isNamed && rest.isEmpty { return 0 }
    // Some programs write U+2212, the minus sign.
    guard let sign = rest.first, ["+", "-", "\u{2212}"].contains(sign) else { return nil }
    var parts = rest.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 1, parts[0].count == 4 { parts = [parts[0].prefix(2), parts[0].suffix(2)] }
    guard parts.count <= 2, parts.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }),
      (1...2).contains(parts[0].count), let hours = Int(parts[0]), hours < 24, parts.count == 1 || parts[1].count == 2,
      let minutes = parts.count == 2 ? Int(parts[1]) : 0, minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (sign == "+" ? 1 : -1)
  }
}

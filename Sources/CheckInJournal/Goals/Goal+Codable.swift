// The coded forms have the names that the command shows, and are kept for ever.

extension Goal.Subject: Codable {
  /// Reads a subject's ``name``, exactly.
  ///
  /// - Throws: `DecodingError` for everything else.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("days, nor an exercise type") { name in Self.allCases.first { $0.name == name } }
  }

  /// Writes its ``name``: `"days"`, or `"Run"`.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: name) }
}

extension Goal.Period: Codable {
  /// Reads `"week"` or `"month"`.
  ///
  /// - Throws: `DecodingError` for everything else.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("week, nor month") { name in Self.allCases.first { $0.name == name } }
  }

  /// Writes `"week"` or `"month"`.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: name) }
}

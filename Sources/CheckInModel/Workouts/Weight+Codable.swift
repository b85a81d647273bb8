// The coded form is the object that the command shows, and is kept for ever.

extension Weight: Codable {
  private enum CodingKeys: String, CodingKey {
    case value, unit
  }

  /// Reads `{"value": "82.5", "unit": "kg"}`.
  ///
  /// - Throws: `DecodingError` for a number with more than three digits after its point, one out of
  ///   ``thousandthsRange``, or another unit.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let symbol = try members.decode(String.self, forKey: .unit)
    guard let unit = Unit.allCases.first(where: { $0.symbol == symbol }) else {
      throw DecodingError.dataCorruptedError(forKey: .unit, in: members, debugDescription: "It is neither kg nor lb.")
    }
    guard let weight = Weight(try members.decode(String.self, forKey: .value), unit: unit) else {
      throw DecodingError.dataCorruptedError(forKey: .value, in: members, debugDescription: "It is no weight.")
    }
    self = weight
  }

  /// Writes the number as it was typed, as a text, and the unit's symbol.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(number, forKey: .value)
    try members.encode(unit.symbol, forKey: .unit)
  }
}

/// A JSON value, whatever it is: what the interface's own writers have written, on its way to an encoder, and what a
/// decoder reads, on its way to the interface's own readers.
enum CodedValue: Codable, Hashable {
  case null
  case boolean(Bool)
  case natural(UInt64)
  case integer(Int64)
  case number(Double)
  case text(String)
  case array([CodedValue])
  case object([String: CodedValue])

  init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: AnyKey.self) {
      var values: [String: CodedValue] = [:]
      for key in members.allKeys { values[key.stringValue] = try members.decode(CodedValue.self, forKey: key) }
      self = .object(values)
      return
    }
    if var elements = try? decoder.unkeyedContainer() {
      var values: [CodedValue] = []
      while !elements.isAtEnd { values.append(try elements.decode(CodedValue.self)) }
      self = .array(values)
      return
    }
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let boolean = try? value.decode(Bool.self) {
      self = .boolean(boolean)
    } else if let natural = try? value.decode(UInt64.self) {
      self = .natural(natural)
    } else if let integer = try? value.decode(Int64.self) {
      self = .integer(integer)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try value.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let values):
      var members = encoder.container(keyedBy: AnyKey.self)
      for (name, value) in values { try members.encode(value, forKey: AnyKey(name)) }
    case .array(let values):
      var elements = encoder.unkeyedContainer()
      for value in values { try elements.encode(value) }
    default:
      var container = encoder.singleValueContainer()
      switch self {
      case .boolean(let value): try container.encode(value)
      case .natural(let value): try container.encode(value)
      case .integer(let value): try container.encode(value)
      case .number(let value): try container.encode(value)
      case .text(let value): try container.encode(value)
      case .null, .array, .object: try container.encodeNil()
      }
    }
  }
}

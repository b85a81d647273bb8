/// The name of a JSON object's member, whatever it is.
struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

/// The names of members that a JSON object has more than once, as they are written. JSON leaves open which of them
/// counts, and decoders choose differently.
///
/// - Parameter bytes: a valid JSON object.
func repeatedNames(inJSONObject bytes: [UInt8]) -> [String] {
  var seen: Set<ArraySlice<UInt8>> = []
  var repeated: [String] = []
  var depth = 0
  var text: Range<Int>?
  var position = 0
  while position < bytes.count {
    switch bytes[position] {
    case UInt8(ascii: "\""):
      let start = position + 1
      position = start
      while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
        position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
      }
      text = start..<min(position, bytes.count)
    case UInt8(ascii: ":"):
      if depth == 1, let name = text, !seen.insert(bytes[name]).inserted {
        repeated.append(String(decoding: bytes[name], as: UTF8.self))
      }
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
    default: break
    }
    position += 1
  }
  return repeated
}

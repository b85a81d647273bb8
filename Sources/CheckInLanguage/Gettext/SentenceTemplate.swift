/// A sentence of a catalogue that values are put into, such as `There is no check-in {1}.`, with which one can be found
/// by what it has become in English.
struct SentenceTemplate: Sendable {
  /// The texts before, between and after the values, one more than ``names``.
  private let texts: [[UInt8]]
  private let names: [String]
  let translation: String
  /// The number of bytes of ``texts``. If several templates match a sentence, the one with the most bytes applies.
  let byteCount: Int

  /// - Returns: `nil` for a text without values.
  init?(_ english: String, translation: String) {
    var (texts, names): ([[UInt8]], [String]) = ([], [])
    var rest = english.utf8[...]
    var text: [UInt8] = []
    while let byte = rest.popFirst() {
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      guard byte == UInt8(ascii: "{"), !digits.isEmpty, rest.dropFirst(digits.count).first == UInt8(ascii: "}") else {
        text.append(byte)
        continue
      }
      names.append(String(decoding: digits, as: UTF8.self))
      texts.append(text)
      text = []
      rest = rest.dropFirst(digits.count + 1)
    }
    if names.isEmpty { return nil }
    self.texts = texts + [text]
    self.names = names
    self.translation = translation
    byteCount = self.texts.reduce(0) { $0 + $1.count }
  }

  /// The values of a sentence, by their names, with whether they stand in quotation marks; `nil` for another sentence.
  ///
  /// Takes time proportional to the lengths of both, multiplied.
  func values(in sentence: String) -> [(name: String, value: String, isQuoted: Bool)]? {
    let bytes = Array(sentence.utf8)
    guard let last = texts.last, bytes.count >= byteCount, bytes.starts(with: texts[0]),
      bytes.suffix(last.count) == last[...]
    else { return nil }
    let end = bytes.count - last.count
    var start = texts[0].count
    var values: [(name: String, value: String, isQuoted: Bool)] = []
    for (index, name) in names.enumerated() {
      let next = texts[index + 1]
      var stop = end
      if index + 1 < names.count {
        guard let found = (start...max(start, end)).first(where: { bytes[$0..<end].starts(with: next) }) else {
          return nil
        }
        stop = found
      }
      let isQuoted = texts[index].last == UInt8(ascii: "\"") || texts[index].last == UInt8(ascii: "'")
      values.append((name, String(decoding: bytes[start..<stop], as: UTF8.self), isQuoted))
      start = stop + next.count
    }
    return start <= bytes.count ? values : nil
  }
}

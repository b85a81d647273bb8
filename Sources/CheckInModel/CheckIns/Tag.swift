/// A word that begins with `#` in a title or in notes, such as `#race`: what check-ins are grouped by.
///
/// A tag has letters, digits, `-` and `_`, at least one letter, and no letter, digit or any of `-_#&/` before it: so
/// `#5`, `C#sharp` and the end of an address are none. A hyphen at its end does not belong to it. Case and accents make
/// no difference between two tags.
///
/// ```swift
/// Tag.all(in: "Night #race, lap #5 #Hill-Climb")  // race, hill-climb
/// Tag("#Race") == Tag("race")  // true
/// ```
public struct Tag: Sendable {
  /// In small letters, without the `#`.
  public let name: String
  /// The name without accents: what tags are compared by.
  package let key: [UInt8]

  private init(checked name: some StringProtocol) {
    self.name = name.lowercased()
    key = FoldedText(self.name).bytes
  }

  /// The tags of a text, in their order, each as often as it is there. Takes time proportional to the text.
  public static func all(in text: String) -> [Tag] {
    guard text.utf8.contains(UInt8(ascii: "#")) else { return [] }
    return ranges(in: text).map { Tag(checked: text[$0].dropFirst()) }
  }

  /// Returns the ranges of some of the tags in a text, with their `#`, in ascending order.
  package static func ranges(of tags: Set<Tag>, in text: String) -> [Range<String.Index>] {
    guard !tags.isEmpty else { return [] }
    return ranges(in: text).filter { tags.contains(Tag(checked: text[$0].dropFirst())) }
  }

  /// Returns the ranges of all tags in a text, with their `#`.
  static func ranges(in text: String) -> [Range<String.Index>] {
    var ranges: [Range<String.Index>] = []
    var rest = text[...]
    while let sign = rest.firstIndex(of: "#") {
      let start = text.index(after: sign)
      var end = text[start...].firstIndex { !isPart($0) } ?? text.endIndex
      rest = text[end...]
      while end > start, text[text.index(before: end)] == "-" { end = text.index(before: end) }
      let before = sign > text.startIndex ? text[text.index(before: sign)] : " "
      guard !isPart(before), !"#&/".contains(before), text[start..<end].contains(where: \.isLetter) else { continue }
      ranges.append(sign..<end)
    }
    return ranges
  }

  private static func isPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "-" || character == "_"
  }
}

extension Tag: Hashable, Comparable {
  public static func == (left: Tag, right: Tag) -> Bool { left.key == right.key }

  public func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// By the letters, their accents left aside.
  public static func < (left: Tag, right: Tag) -> Bool { left.key.lexicographicallyPrecedes(right.key) }
}

extension Tag: LosslessStringConvertible {
  /// With the `#`.
  public var description: String { "#" + name }

  /// The tag that a person names, with `#` or without; `nil` if no tag can be called so.
  public init?(_ description: String) {
    let name = description.hasPrefix("#") ? String(description.dropFirst()) : description
    let text = "#" + name
    guard Self.ranges(in: text) == [text.startIndex..<text.endIndex] else { return nil }
    self.init(checked: name)
  }
}

extension CheckIn {
  /// The tags in its title and its notes, each once, in their order.
  public var tags: [Tag] {
    var seen: Set<Tag> = []
    return (Tag.all(in: fields.title) + Tag.all(in: fields.notes)).filter { seen.insert($0).inserted }
  }
}

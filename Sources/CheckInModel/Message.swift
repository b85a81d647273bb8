/// Text for the user: a key, which is the English text with a number in braces for each value, and the values.
///
/// A catalogue translates the key, and the values are inserted afterwards. So text that a user wrote is never looked
/// up or changed.
///
/// ```swift
/// let name = "phone/17"
/// let message: Message = "There is no check-in \(name)."
/// message.key   // There is no check-in {1}.
/// message.text  // There is no check-in phone/17.
/// ```
///
/// A literal in an interpolation is a message, too, with a key of its own: `"It is \(isOpen ? "open" : "closed")."`
/// Any other `String` is a value.
public struct Message: Hashable, Sendable {
  /// A value of a message.
  package enum Value: Hashable, Sendable {
    /// A text that reads the same in every language: one that the user wrote, a name, or a path.
    case text(String)
    /// A number, shown in digits.
    case number(Int)
    /// A text with a key of its own.
    case message(Message)
    /// A text with a key of its own that continues a sentence: the English one starts with a small letter.
    case clause(Message)
    /// A suggestion, shown by the name that a program has for it.
    case remedy(Suggestion)
  }

  /// A remedy in a sentence.
  package struct Suggestion: Hashable, Sendable {
    package let remedy: JournalRemedy
    /// The key of the words that frame the remedy's name, which is `{1}`.
    package let frame: String
    /// The words that take the place of the frame in a program without a name for the remedy.
    package let unnamed: Message
    /// `false` for an action in the past, which is not suggested now.
    package let isOffered: Bool
    /// The name in the program that shows the message.
    package fileprivate(set) var name: String?
  }

  /// The parts of the English text before, between and after the values.
  private var literals: [String]
  package private(set) var values: [Value]

  fileprivate init(literals: [String], values: [Value]) {
    self.literals = literals
    self.values = values
  }

  /// Creates a message of a text that has no translation.
  public init(verbatim text: String) { self.init(literals: ["", ""], values: [.text(text)]) }

  /// Creates a message of a key and the texts of its values, as another process sent them.
  package init(key: String, values texts: [String]) {
    let (literals, order) = Self.parts(of: key)
    self.init(literals: literals, values: order.map { .text(texts.indices.contains($0) ? texts[$0] : "") })
  }

  /// The English texts of the values.
  package var valueTexts: [String] {
    values.map { value in
      var text = ""
      Self.append(value, to: &text) { _ in nil }
      return text
    }
  }

  /// The English text, in which `{1}` is the first value.
  public var key: String {
    literals.dropFirst().enumerated().reduce(literals[0]) { "\($0){\($1.offset + 1)}\($1.element)" }
  }

  /// The suggestions, in the order of the values.
  public var remedies: [JournalRemedy] {
    values.flatMap { value -> [JournalRemedy] in
      switch value {
      case .remedy(let suggestion): suggestion.isOffered ? [suggestion.remedy] : []
      case .message(let message), .clause(let message): message.remedies
      case .text, .number: []
      }
    }
  }

  /// The English text.
  public var text: String { text { _ in nil } }

  /// Returns the text in a language.
  ///
  /// - Parameter translation: Returns the translation of a key, or `nil` if it has none.
  package func text(translation: (String) -> String?) -> String {
    let (literals, order) = translation(key).map(Self.parts) ?? (literals, Array(values.indices))
    var text = literals[0]
    for (index, literal) in zip(order, literals.dropFirst()) {
      if values.indices.contains(index) { Self.append(values[index], to: &text, translation: translation) }
      text += literal
    }
    return text
  }

  private static func append(_ value: Value, to text: inout String, translation: (String) -> String?) {
    switch value {
    case .text(let value): text += value
    case .number(let value): text += String(value)
    case .message(let value): text += value.text(translation: translation)
    case .clause(let value):
      let words = value.text(translation: translation)
      text += translation(value.key) == nil ? words.prefix(1).lowercased() + words.dropFirst() : words
    case .remedy(let suggestion):
      let words = suggestion.text(translation: translation)
      // A frame such as "run {1}" can start a sentence.
      text += text.isEmpty || text.hasSuffix(". ") ? words.prefix(1).uppercased() + words.dropFirst() : words
    }
  }

  /// The texts around the numbers in braces of a translation, and the indices of the values that the numbers stand for.
  private static func parts(of translation: String) -> (literals: [String], order: [Int]) {
    let parts = translation.split(separator: "{", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: ([String(parts[0])], [])) { result, part in
      let end = part.firstIndex(of: "}") ?? part.startIndex
      if let number = Int(part[..<end]) {
        result.order.append(number - 1)
        result.literals.append(String(part[end...].dropFirst()))
      } else {
        result.literals[result.literals.count - 1] += "{\(part)"
      }
    }
  }

  /// Returns the message in the words of a program.
  ///
  /// - Parameter name: Returns the program's name for a remedy, or `nil` if it has none.
  package func naming(_ name: (JournalRemedy) -> String?) -> Message {
    mappingValues { value in
      guard case .remedy(var suggestion) = value else { return value }
      suggestion.name = name(suggestion.remedy)
      return .remedy(suggestion)
    }
  }

  /// Returns the message with another text in place of a name that its values contain.
  package func replacing(_ name: String, with text: String) -> Message {
    mappingValues { value in
      guard case .text(let old) = value else { return value }
      return .text(old.replacing(name, with: text))
    }
  }

  /// Returns the message with other values, also in the messages among its values.
  private func mappingValues(_ transform: (Value) -> Value) -> Message {
    let values = values.map { value -> Value in
      switch value {
      case .message(let part): return .message(part.mappingValues(transform))
      case .clause(let part): return .clause(part.mappingValues(transform))
      default: return transform(value)
      }
    }
    return Message(literals: literals, values: values)
  }

  /// The message of a text that is too long for one literal.
  ///
  /// The key of the result is the key of one literal. To insert a message with a key of its own, interpolate it.
  public static func + (first: Message, second: Message) -> Message {
    let seam = (first.literals.last ?? "") + second.literals[0]
    return Message(
      literals: first.literals.dropLast() + [seam] + second.literals.dropFirst(), values: first.values + second.values)
  }
}

extension Message.Suggestion {
  fileprivate func text(translation: (String) -> String?) -> String {
    guard let name else { return unnamed.text(translation: translation) }
    return (translation(frame) ?? frame).replacing("{1}", with: name)
  }
}

extension Message: CustomStringConvertible {
  /// ``text``.
  public var description: String { text }
}

extension Collection<Message> {
  /// One message of all, with a text between them that reads the same in every language.
  package func joined(separator: String) -> Message {
    guard !isEmpty else { return "" }
    return Message(
      literals: [""] + Array(repeating: separator, count: count - 1) + [""], values: map { .message($0) })
  }
}

extension Message: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { self.init(literals: [text], values: []) }
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.message }

  /// The literals and values of a message as they are written.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var message: Message = ""

    public init(literalCapacity: Int, interpolationCount: Int) {
      message.values.reserveCapacity(interpolationCount)
    }

    public mutating func appendLiteral(_ literal: String) {
      message.literals[message.literals.count - 1] += literal
    }

    private mutating func append(_ value: Value) {
      message.values.append(value)
      message.literals.append("")
    }

    /// Inserts a text that the user wrote, a name or a path.
    @_disfavoredOverload
    public mutating func appendInterpolation(_ text: some StringProtocol) { append(.text(String(text))) }

    /// Inserts a number.
    public mutating func appendInterpolation(_ number: some BinaryInteger) {
      append(Int(exactly: number).map(Value.number) ?? .text(String(number)))
    }

    /// Inserts a message, which has its own translation.
    public mutating func appendInterpolation(_ message: Message) { append(.message(message)) }

    /// Inserts a message that continues a sentence.
    package mutating func appendInterpolation(clause message: Message) { append(.clause(message)) }

    /// Inserts the message of an error.
    package mutating func appendInterpolation(_ error: any Error) {
      append((error as? JournalError).map { .message($0.advice) } ?? .text("\(error)"))
    }

    /// Inserts the name of a remedy, or other words in its place.
    ///
    /// - Parameter frame: The key of the words that frame the name, which is `{1}`.
    package mutating func appendInterpolation(_ remedy: JournalRemedy, as frame: String = "{1}", or unnamed: Message) {
      append(.remedy(Message.Suggestion(remedy: remedy, frame: frame, unnamed: unnamed, isOffered: true)))
    }

    /// Inserts "run" and the name of a remedy, or other words in their place.
    package mutating func appendInterpolation(run remedy: JournalRemedy, or unnamed: Message) {
      appendInterpolation(remedy, as: "run {1}", or: unnamed)
    }

    /// Inserts "with" and the name of a remedy that does what the text asks for, or other words.
    package mutating func appendInterpolation(by remedy: JournalRemedy, or unnamed: Message = "") {
      appendInterpolation(remedy, as: " with {1}", or: unnamed)
    }

    /// Inserts the name of an action in the past, which is not suggested now.
    package mutating func appendInterpolation(mentioning remedy: JournalRemedy, or unnamed: Message) {
      append(.remedy(Message.Suggestion(remedy: remedy, frame: "{1}", unnamed: unnamed, isOffered: false)))
    }
  }
}

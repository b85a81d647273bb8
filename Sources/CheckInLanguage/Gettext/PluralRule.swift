/// The rule that selects a message's plural form for a number.
///
/// It's the expression in a catalogue's `Plural-Forms`, which has C syntax as in gettext: `n`, whole numbers,
/// parentheses and the operators `! * / % + - < > <= >= == != && || ?:`.
///
/// ```swift
/// let polish = try PluralRule(
///   "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);")
/// polish.form(for: 22)  // 1
/// ```
package struct PluralRule: Sendable {
  /// The number of plural forms, from 1 to 6.
  package let formCount: Int
  private let expression: Expression

  /// English, German and Spanish, and what holds without a rule.
  static let germanic = PluralRule(
    formCount: 2, expression: .operation(.notEqual, .number, .constant(1)))

  private init(formCount: Int, expression: Expression) {
    self.formCount = formCount
    self.expression = expression
  }

  /// - Parameter field: the value of `Plural-Forms`.
  /// - Throws: ``CatalogueError`` if it cannot be read.
  package init(_ field: String) throws(CatalogueError) {
    let parts = field.split(separator: ";", omittingEmptySubsequences: false).map { Self.value(of: $0) }
    guard parts.count == 2 || (parts.count == 3 && parts[2].name.isEmpty), parts[0].name == "nplurals",
      parts[1].name == "plural", let formCount = Int(parts[0].value), (1...6).contains(formCount)
    else { throw CatalogueError("Plural-Forms is not of the form \"nplurals=2; plural=n != 1;\"") }
    var parser = Parser(text: Array(parts[1].value.utf8))
    self.init(formCount: formCount, expression: try parser.whole())
  }

  /// The name and value around the first `=` of a part of the field.
  private static func value(of part: Substring) -> (name: String, value: String) {
    let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    func trimmed(_ text: Substring) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    return (trimmed(pieces[0]), pieces.count > 1 ? trimmed(pieces[1]) : "")
  }

  /// The form of a number: 0..<``formCount``. A rule that names a form that does not exist gets the last one.
  package func form(for number: Int) -> Int {
    let wanted = expression.value(for: Int(clamping: number.magnitude))
    return min(max(0, wanted), formCount - 1)
  }

  private enum Operator: String, CaseIterable {
    // Of two that begin alike, the longer one comes first.
    case or = "||"
    case and = "&&"
    case equal = "=="
    case notEqual = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case less = "<"
    case greater = ">"
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divided = "/"
    case remainder = "%"

    /// The operator's precedence. 0 is the lowest.
    var precedence: Int {
      switch self {
      case .or: 0
      case .and: 1
      case .equal, .notEqual: 2
      case .less, .greater, .lessOrEqual, .greaterOrEqual: 3
      case .plus, .minus: 4
      case .times, .divided, .remainder: 5
      }
    }

    static let precedenceCount = 6

    func result(_ left: Int, _ right: Int) -> Int {
      switch self {
      case .or: left != 0 || right != 0 ? 1 : 0
      case .and: left != 0 && right != 0 ? 1 : 0
      case .equal: left == right ? 1 : 0
      case .notEqual: left != right ? 1 : 0
      case .less: left < right ? 1 : 0
      case .greater: left > right ? 1 : 0
      case .lessOrEqual: left <= right ? 1 : 0
      case .greaterOrEqual: left >= right ? 1 : 0
      case .plus: left &+ right
      case .minus: left &- right
      case .times: left &* right
      case .divided: right == 0 ? 0 : left.dividedReportingOverflow(by: right).partialValue
      case .remainder: right == 0 ? 0 : left.remainderReportingOverflow(dividingBy: right).partialValue
      }
    }
  }

  private indirect enum Expression: Sendable {
    case number
    case constant(Int)
    case not(Expression)
    case operation(Operator, Expression, Expression)
    case choice(Expression, Expression, Expression)

    func value(for number: Int) -> Int {
      switch self {
      case .number: number
      case .constant(let value): value
      case .not(let operand): operand.value(for: number) == 0 ? 1 : 0
      case .operation(let operation, let left, let right):
        operation.result(left.value(for: number), right.value(for: number))
      case .choice(let condition, let then, let otherwise):
        condition.value(for: number) != 0 ? then.value(for: number) : otherwise.value(for: number)
      }
    }
  }

  /// A parser by recursive descent, with bounded depth.
  private struct Parser {
    let text: [UInt8]
    var offset = 0
    var depth = 0

    static let maximumDepth = 64

    mutating func whole() throws(CatalogueError) -> Expression {
      let expression = try choice()
      skipSpace()
      guard offset == text.count else { throw failure }
      return expression
    }

    private var failure: CatalogueError {
      CatalogueError("The expression of Plural-Forms cannot be read from its character \(offset + 1) on")
    }

    private mutating func choice() throws(CatalogueError) -> Expression {
      depth += 1
      defer { depth -= 1 }
      guard depth <= Self.maximumDepth else { throw failure }
      let condition = try operations(from: 0)
      guard take("?") else { return condition }
      let then = try choice()
      guard take(":") else { throw failure }
      return .choice(condition, then, try choice())
    }

    private mutating func operations(from precedence: Int) throws(CatalogueError) -> Expression {
      guard precedence < Operator.precedenceCount else { return try operand() }
      var left = try operations(from: precedence + 1)
      while let operation = takeOperator(of: precedence) {
        left = .operation(operation, left, try operations(from: precedence + 1))
      }
      return left
    }

    private mutating func operand() throws(CatalogueError) -> Expression {
      if take("!") {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { throw failure }
        return .not(try operand())
      }
      if take("(") {
        let inner = try choice()
        guard take(")") else { throw failure }
        return inner
      }
      if take("n") { return .number }
      let digits = text[offset...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard let value = Int(String(decoding: digits, as: UTF8.self)) else { throw failure }
      offset += digits.count
      return .constant(value)
    }

    private mutating func takeOperator(of precedence: Int) -> Operator? {
      skipSpace()
      let rest = text[offset...]
      guard let found = Operator.allCases.first(where: { rest.starts(with: $0.rawValue.utf8) }),
        found.precedence == precedence
      else { return nil }
      offset += found.rawValue.utf8.count
      return found
    }

    private mutating func take(_ symbol: Unicode.Scalar) -> Bool {
      skipSpace()
      guard offset < text.count, text[offset] == UInt8(ascii: symbol) else { return false }
      offset += 1
      return true
    }

    private mutating func skipSpace() {
      while offset < text.count, text[offset] == UInt8(ascii: " ") { offset += 1 }
    }
  }
}

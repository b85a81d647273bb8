/// The names of the program that uses a log and of its commands, for the recovery suggestions in errors.
///
/// ```swift
/// let vocabulary = LogVocabulary(
///   program: "ledger", verification: "'ledger verify'", repair: "the manual of ledger, chapter 4,")
/// let log = try RecordLog(at: path, configuration: RecordLog.Configuration(vocabulary: vocabulary))
/// // An error then says: Whether the change was saved is unknown: run 'ledger verify' and look before repeating it.
/// ```
public struct LogVocabulary: Hashable, Sendable {
  /// The program: `ledger`
  public var program: String
  /// The command or document that locates damage in a log: `'ledger verify'`
  public var verification: String
  /// The command or document that repairs damage: `'ledger repair'`
  public var repair: String

  /// The words of a program.
  public init(program: String, verification: String, repair: String) {
    self.program = program
    self.verification = verification
    self.repair = repair
  }
}

extension LogError {
  /// An error that tells what may be done about it.
  ///
  /// - Parameters:
  ///   - before: the message up to the words for the remedy.
  ///   - after: the message from there on.
  init(
    _ code: Code, before: String, remedy: Advice.Remedy, after: String, in vocabulary: LogVocabulary
  ) {
    let words = remedy == .verification ? vocabulary.verification : vocabulary.repair
    self.init(code, before + words + after)
    advice = Advice(remedy: remedy, before: before, words: words, after: after)
  }
}

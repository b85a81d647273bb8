/// How the program that a log belongs to is called, for the advice in errors.
public struct LogVocabulary: Hashable, Sendable {
  /// The program: `ledger`
  public var program: String
  /// What tells where a log is damaged: `'ledger verify'`
  public var verification: String
  /// What tells how damage can be mended: `'ledger repair'`
  public var repair: String

  public init(program: String, verification: String, repair: String) {
    self.program = program
    self.verification = verification
    self.repair = repair
  }
}

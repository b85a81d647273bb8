import ArgumentParser

extension FixedWidthInteger {
  /// The whole number, from 0 on, that an option was given. Throws a `ValidationError` that says what can be.
  init(argument: String) throws {
    guard let number = Self(argument), number >= 0 else {
      throw ValidationError("Write a whole number from 0 to \(Self.max).")
    }
    self = number
  }
}

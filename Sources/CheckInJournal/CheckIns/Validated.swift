/// A draft or changes after ``Validation``, and what is wrong with them.
///
/// Only ``Validation`` makes one, so nobody who has one needs to look again.
///
/// ```swift
/// let draft = Validation.validate(CheckInDraft(type: .run, title: " Morning 5k ", time: .now()), now: now)
/// if draft.messages.isEmpty { try journal.create(draft) }
/// print(draft.value.title)  // Morning 5k
/// ```
public struct Validated<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value with white space removed from both ends of its texts.
  public let value: Value
  /// Everything that is wrong with it, in the order of the form; empty if it is valid.
  public let messages: [Message]

  init(_ value: Value, messages: [Message]) {
    self.value = value
    self.messages = messages
  }
}

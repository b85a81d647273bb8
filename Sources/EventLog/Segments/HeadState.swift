internal import FoundationEssentials

/// The result of reading `HEAD`.
package enum HeadState: Hashable, Sendable {
  /// There is no such file.
  case missing
  /// Neither slot can be read.
  case unreadable
  /// It names another journal than the log does.
  case foreign
  /// `isWhole` is false where the other slot is damaged.
  case head(Head, isWhole: Bool)

  package var head: Head? {
    if case .head(let head, _) = self { head } else { nil }
  }

  package init(content: [UInt8]) {
    switch HeadFormat.heads(in: content) {
    case (nil, nil): self = .unreadable
    case (let head?, nil), (nil, let head?):
      // A new journal's HEAD has one slot: the other was never written.
      let other = HeadFormat.slotOffset(generation: head.generation + 1)
      let isWhole =
        head.generation == 0 && content[other..<other + HeadFormat.slotByteCount].allSatisfy { $0 == 0 }
      self = .head(head, isWhole: isWhole)
    case (let first?, let second?):
      self = .head(first.generation > second.generation ? first : second, isWhole: true)
    }
  }
}

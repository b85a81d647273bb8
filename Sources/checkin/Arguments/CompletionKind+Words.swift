import ArgumentParser
import CheckInJournal

/// The shell's completions of types and tags.
extension CompletionKind {
  /// Exercise types by name, also after others and a comma.
  static let types = custom { _, _, prefix in listed(TypeWords.ofProcess.names, after: prefix) }

  /// Tags, most used first, also after others and a comma.
  static let tags = custom { words, _, prefix in listed(tagNames(for: words), after: prefix) }

  /// The words of a filter, as in `list run '#race'`.
  static let filters = custom { words, _, _ in
    TypeWords.ofProcess.names.map { $0.lowercased() } + tagNames(for: words).map { "#" + $0 }
  }

  private static func tagNames(for words: [String]) -> [String] {
    offered(for: words) { journal in
      try journal?.groups(by: .tag).compactMap { group -> String? in
        guard case .tag(let tag) = group.key else { return nil }
        return tag.name
      } ?? []
    }
  }

  /// The words after what is typed up to the last comma.
  private static func listed(_ words: [String], after prefix: String) -> [String] {
    guard let comma = prefix.lastIndex(of: ",") else { return words }
    return words.map { "\(prefix[...comma])\($0)" }
  }
}

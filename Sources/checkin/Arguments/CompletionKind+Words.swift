import ArgumentParser
import CheckInJournal
import FoundationEssentials

/// The shell's completions that aren't about workouts: types, tags, settings and named journals.
extension CompletionKind {
  /// Exercise types by name, also after others and a comma.
  static let types = custom { _, _, prefix in listed(TypeWords.ofProcess.names, after: prefix) }

  /// Tags, most used first, also after others and a comma.
  static let tags = custom { words, _, prefix in listed(tagNames(for: words), after: prefix) }

  /// The words of a filter, as in `list run '#race'`.
  static let filters = custom { words, _, _ in
    TypeWords.ofProcess.names.map { $0.lowercased() } + tagNames(for: words).map { "#" + $0 }
  }

  /// The keys of settings, and those of the entries that the configuration file has.
  static let settings = custom { _, _, _ in
    let written = preferences?.file.entries.map(\.key) ?? []
    let keys = Setting.allCases.map(\.rawValue)
    return keys + written.filter { !keys.contains($0) }
  }

  /// The values of the setting whose key is on the command line.
  static let settingValues = custom { words, index, _ in
    let key = words.prefix(index).drop { $0 != ConfigCommand.configuration.commandName }.dropFirst()
      .first { !$0.hasPrefix("-") }
    guard let key else { return [] }
    if key.hasPrefix("types.") { return Setting.defaultType.choices }
    return Setting(rawValue: key.replacing("-", with: "_"))?.choices ?? []
  }

  /// The journals that the configuration file names.
  static let journals = custom { _, _, _ in preferences?.journalNames ?? [] }

  private static var preferences: Preferences? {
    try? Preferences(environment: ProcessInfo.processInfo.environment, isCommand: { _ in false })
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

import ArgumentParser
import CheckInJournal

/// The shell's completions of settings and named journals, and what others take from a journal.
extension CompletionKind {
  /// The keys of settings, and those of the entries that the configuration file has.
  static let settings = custom { _, _, _ in
    let written = Preferences.ofProcess?.file.entries.map(\.key) ?? []
    let keys = Setting.allCases.map(\.rawValue)
    return keys + written.filter { !keys.contains($0) }
  }

  /// The values of the setting whose key is on the command line.
  static let settingValues = custom { words, index, _ in
    let key = words.prefix(index).drop { $0 != Setting.commandName }.dropFirst()
      .first { !$0.hasPrefix("-") }
    guard let key else { return [] }
    if key.hasPrefix("types.") { return Setting.defaultType.choices }
    return Setting(rawValue: key.replacing("-", with: "_"))?.choices ?? []
  }

  /// The journals that the configuration file names.
  static let journals = custom { _, _, _ in Preferences.ofProcess?.journalNames ?? [] }

  /// Returns what a journal offers; nothing if it can't be read, because a completion must not report errors.
  ///
  /// - Parameter words: the command line, whose journal is meant.
  static func offered(for words: [String], _ body: (Journal?) throws -> [String]) -> [String] {
    func value(_ names: [String]) -> String? {
      let joined = words.last { word in names.contains { word.hasPrefix($0 + "=") } }
      if let joined { return joined.split(separator: "=", maxSplits: 1).last.map(String.init) }
      return words.lastIndex { names.contains($0) }.flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
    }
    guard
      let preferences = Preferences.ofProcess,
      let location = try? JournalLocation(
        option: value(["--journal"]), name: value(["--journal-name", "-j"]), preferences)
    else { return [] }
    let journal = try? Journal(at: location.path, for: .readOnly)
    defer { try? journal?.close() }
    // What cannot be shown on one line cannot be typed on one either.
    return ((try? body(journal)) ?? []).filter { $0 == Escaping.escaped($0) }
  }
}

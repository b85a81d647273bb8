import CheckInInterchange
import CheckInJournal
import Foundation
import Glibc
import TOMLKit

/// The configuration file: TOML, at `CHECKIN_CONFIG`, else `checkin/config.toml` in the XDG configuration directory.
///
/// ```toml
/// journal = "~/Sync/checkin"
/// unit = "lb"
///
/// [journals]
/// work = "~/work/checkin"
///
/// [alias]
/// t = "add strength"
///
/// [types]
/// climb = "Gym"
/// ```
struct ConfigurationFile {
  struct Entry {
    /// `unit`, or `alias.t`.
    var key: String
    /// A string, or the words of an array of strings.
    var words: [String]
    /// Counted from 1; `nil` where the key is written in a way that hides it.
    var line: Int?

    var value: String { words.joined(separator: " ") }
  }

  static let tables = ["alias", "journals", "types"]
  private static let byteLimit = 1 << 20

  let path: String
  /// `true` if the file exists.
  private(set) var exists = false
  /// The entries with a known key and a value of the right form.
  private(set) var entries: [Entry] = []
  /// The reasons why the file can't be used, each with its position.
  private(set) var errors: [Message] = []
  /// The unknown entries, each with its position.
  private(set) var warnings: [Message] = []
  private var text = ""

  /// Reads the file, if there is one.
  ///
  /// Throws a `CommandFailure` with status 64 if a variable is not UTF-8.
  init() throws {
    path = try UserDirectory.path(in: "CHECKIN_CONFIG") ?? UserDirectory.configuration() + "/checkin/config.toml"
    guard access(path, F_OK) == 0 else { return }
    exists = true
    do throws(JournalError) {
      let bytes = try InputBytes.read(path, limit: Self.byteLimit)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        errors = ["\(path): it is not text in UTF-8"]
        return
      }
      self.text = text
    } catch {
      errors = error.messages
      return
    }
    read()
  }

  func entry(_ key: String) -> Entry? { entries.first { $0.key == key } }

  /// `~/.config/checkin/config.toml:3`
  func place(_ line: Int?) -> String { line.map { "\(path):\($0)" } ?? path }

  // MARK: Reading

  private mutating func read() {
    let table: TOMLTable
    do {
      table = try TOMLTable(string: text)
    } catch {
      guard let error = error as? TOMLParseError else {
        errors = ["\(path): \(error)"]
        return
      }
      errors = ["\(place(error.source.begin.line)): \(error.description)"]
      return
    }
    let lines = Self.lines(of: text)
    /// The keys in the order of the file, so that errors are reported in that order.
    func ordered(_ keys: [String], in prefix: String = "") -> [String] {
      keys.sorted { (lines[prefix + $0] ?? .max, $0) < (lines[prefix + $1] ?? .max, $1) }
    }
    for key in ordered(table.keys) {
      guard let value = table[key] else { continue }
      if Self.tables.contains(key), let names = value.table {
        for name in ordered(names.keys, in: key + ".") {
          if let value = names[name] { add(value, for: "\(key).\(name)", line: lines["\(key).\(name)"]) }
        }
      } else if Setting(rawValue: key) != nil {
        add(value, for: key, line: lines[key])
      } else {
        let known = Setting.allCases.map(\.rawValue) + Self.tables
        warnings.append(
          "\(place(lines[key])): there is no setting \"\(key)\". \(Spelling.hint(for: key, among: known))")
      }
    }
    entries.sort { ($0.line ?? .max, $0.key) < ($1.line ?? .max, $1.key) }
  }

  private mutating func add(_ value: any TOMLValueConvertible, for key: String, line: Int?) {
    var words: [String]?
    if let string = value.string { words = [string] }
    if value.type == .int, let number = value.int { words = [String(number)] }
    if let array = value.array, key.hasPrefix("alias.") {
      let strings = array.compactMap { $0.string }
      if strings.count == array.count { words = strings }
    }
    guard let words else {
      errors.append("\(place(line)): \(key) takes text in quotes")
      return
    }
    if let setting = Setting(rawValue: key), setting.normalized(words[0]) == nil {
      errors.append("\(place(line)): \(key) takes \(setting.values), and not \"\(words[0])\"")
      return
    }
    if key.hasPrefix("types."), Setting.defaultType.normalized(words[0]) == nil {
      errors.append("\(place(line)): \(key) takes \(Setting.defaultType.values), and not \"\(words[0])\"")
      return
    }
    entries.append(Entry(key: key, words: words, line: line))
  }

  /// The lines that keys are on: the library does not tell.
  private static func lines(of text: String) -> [String: Int] {
    var lines: [String: Int] = [:]
    var table = ""
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      if let header = line.wholeMatch(of: /\s*\[\s*([^\[\]]+?)\s*\]\s*(#.*)?/) {
        table = unquoted(header.1) + "."
        if lines[unquoted(header.1)] == nil { lines[unquoted(header.1)] = index + 1 }
      } else if let pair = line.prefixMatch(of: /\s*([A-Za-z0-9_\-."' ]+?)\s*=/) {
        let key = table + unquoted(pair.1)
        if lines[key] == nil { lines[key] = index + 1 }
        // Of `alias.t = "…"`, the table's own first line as well.
        let first = String(key.prefix { $0 != "." })
        if lines[first] == nil { lines[first] = index + 1 }
      }
    }
    return lines
  }

  private static func unquoted(_ key: Substring) -> String {
    key.split(separator: ".").map { $0.filter { !"\"' ".contains($0) } }.joined(separator: ".")
  }

  // MARK: Writing

  /// Sets a key, or with `nil` removes it, and leaves everything else in the file as it is, comments included.
  ///
  /// Throws a `CommandFailure`: with status 64 if the file is written in a way that this cannot change safely, and with
  /// status 74 if it cannot be written.
  func set(_ key: String, to value: String?) throws {
    if let error = errors.first { throw CommandFailure.usage(error, hint: "Mend the file first.") }
    var lines = text.isEmpty ? [] : text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    let parts = key.split(separator: ".", maxSplits: 1).map(String.init)
    let written = value.map { "\(Self.key(parts[parts.count - 1])) = \(Self.quoted($0))" }
    if let entry = entry(key) {
      guard let line = entry.line, line <= lines.count else { throw unsafe }
      if let value {
        let old = lines[line - 1]
        // A comment behind the value stays.
        let comment = old.firstMatch(of: /\s+#[^"']*$/).map { String($0.0) } ?? ""
        lines[line - 1] = "\(old.prefix { $0 != "=" })= \(Self.quoted(value))\(comment)"
      } else {
        lines.remove(at: line - 1)
      }
    } else if let written {
      if parts.count == 1 {
        lines.insert(written, at: lines.firstIndex { $0.hasPrefix("[") } ?? lines.count)
      } else if let header = lines.firstIndex(where: { $0 == "[\(parts[0])]" }) {
        lines.insert(written, at: header + 1)
      } else {
        lines += (lines.isEmpty ? [] : [""]) + ["[\(parts[0])]", written]
      }
    } else {
      throw CommandFailure.notFound("\(key) is not set in \(path)")
    }
    let new = lines.map { $0 + "\n" }.joined()
    var expected = try dictionary(of: text)
    expected[key] = value
    guard try dictionary(of: new) == expected else { throw unsafe }
    try write(new)
  }

  private func write(_ text: String) throws {
    let url = URL(filePath: path).resolvingSymlinksInPath()
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw CommandFailure.inputOutput("\"\(path)\" could not be written: its directory cannot be made.")
    }
    try OutputFile.write(Array(text.utf8), to: url.path, replacing: .all)
  }

  private var unsafe: CommandFailure {
    CommandFailure.usage("This cannot be changed here without touching the rest of the file", hint: "Edit \(path)")
  }

  /// All values of a text, as the library reads them.
  private func dictionary(of text: String) throws -> [String: String] {
    guard let table = try? TOMLTable(string: text) else { throw unsafe }
    var values: [String: String] = [:]
    func add(_ table: TOMLTable, with prefix: String) {
      for key in table.keys {
        guard let value = table[key] else { continue }
        if let inner = value.table {
          add(inner, with: prefix + key + ".")
        } else {
          values[prefix + key] = value.string ?? value.debugDescription
        }
      }
    }
    add(table, with: "")
    return values
  }

  private static func key(_ name: String) -> String {
    name.wholeMatch(of: /[A-Za-z0-9_-]+/) == nil ? quoted(name) : name
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

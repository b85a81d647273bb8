import CheckInJournal
import CheckInLanguage
import FoundationEssentials

/// A reference to check-ins: `17`, `phone/17`, `10-12`, `phone/10-12`, `last` or a UUID.
enum CheckInReference {
  case number(Int)
  /// A check-in of another device of the group, by its number on that device.
  case numberOnDevice(Int, device: String)
  /// `10-12`: every number from the first to the last, of this journal or of another device of the group.
  case range(ClosedRange<Int>, device: String?)
  /// The newest: the highest number among those that are not discarded.
  case last
  case identifier(UUID)
  /// A number that no check-in can have.
  case impossible(String)

  /// Throws a `CommandFailure` with status 64 for a word that is none of these.
  ///
  /// - Parameter mayBeOption: whether a word with a dash is reported as an unknown option.
  init(_ word: String, mayBeOption: Bool = true) throws {
    let digits = word.hasPrefix("-") ? word.dropFirst() : word[...]
    if !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      self = Int(word).map { $0 > 0 ? .number($0) : .impossible(word) } ?? .impossible(word)
    } else if DayWords.ofProcess.inEnglish([word.lowercased()]) == ["last"] {
      self = .last
    } else if let (number, device) = Self.numberOnDevice(word) {
      self = .numberOnDevice(number, device: device)
    } else if let identifier = UUID(uuidString: word) {
      self = .identifier(identifier)
    } else if let range = word.wholeMatch(of: /(?:([^\/]+)\/)?([0-9]+)-([0-9]+)/),
      range.1.map({ Group.isValidName(String($0)) }) ?? true
    {
      guard let first = Int(range.2), let last = Int(range.3), first > 0, last > 0 else {
        self = .impossible(word)
        return
      }
      let device = range.1.map(String.init)
      guard first <= last else {
        let prefix = device.map { $0 + "/" } ?? ""
        throw CommandFailure.usage("The range \(word) ends before it begins: write \(prefix)\(last)-\(first)")
      }
      self = .range(first...last, device: device)
    } else if mayBeOption, word.hasPrefix("-") {
      throw CommandFailure.usage("Unknown option \"\(word)\"")
    } else {
      throw CommandFailure.usage("\"\(word)\" is not a check-in: give its number, \"last\", or its UUID")
    }
  }

  /// Returns the number and the device of a qualified ID such as `phone/17`; `nil` for other words.
  static func numberOnDevice(_ word: String) -> (number: Int, device: String)? {
    guard let slash = word.firstIndex(of: "/"), let number = Int(word[word.index(after: slash)...]), number > 0,
      case let device = String(word[..<slash]), Group.isValidName(device)
    else { return nil }
    return (number, device)
  }

  /// All references that a command was given, several to a word where commas part them: `1,2`, `1-3,5`. Throws a
  /// `CommandFailure` with status 64 if there are none.
  static func all(_ words: [String]) throws -> [CheckInReference] {
    let end = words.firstIndex(of: "--") ?? words.count
    let references =
      try words[..<end].flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
      .map { try CheckInReference($0) }
      + words[end...].dropFirst().map { try CheckInReference($0, mayBeOption: false) }
    guard !references.isEmpty else { throw missing }
    return references
  }

  /// The one reference that a command takes. Throws a `CommandFailure` with status 64 unless there is exactly one.
  init(single words: [String]) throws {
    let references = try Self.all(words)
    guard let first = references.first, Self.isSingle(references) else { throw Self.several }
    self = first
  }

  /// Returns `true` if the words refer to one check-in, and not to several or a range.
  ///
  /// The output is then that check-in instead of a list.
  static func isSingle(_ references: [CheckInReference]) -> Bool {
    if references.count == 1, case .range = references[0] { return false }
    return references.count == 1
  }

  private static let several = CommandFailure.usage("Only one check-in can be named here")

  /// The check-ins of all references in their order, each once. Throws a `CommandFailure` with status 66 for the first
  /// that is not there.
  static func find(
    _ references: [CheckInReference], in journal: ReadableJournal, lastIsDiscarded: Bool = false
  ) throws -> [CheckIn] {
    var checkIns: [CheckIn] = []
    var seen: Set<Int> = []
    func add(_ reference: CheckInReference) throws {
      let checkIn = try reference.find(in: journal, lastIsDiscarded: lastIsDiscarded)
      if seen.insert(checkIn.number).inserted { checkIns.append(checkIn) }
    }
    for reference in references {
      guard case .range(let numbers, let device) = reference else {
        try add(reference)
        continue
      }
      for number in numbers { try add(device.map { .numberOnDevice(number, device: $0) } ?? .number(number)) }
    }
    return checkIns
  }

  static let missing = CommandFailure.usage("Which check-in? Give its number, \"last\", or its UUID")

  /// The check-in. Throws a `CommandFailure` with status 66 if there is none, and with status 64 for a range.
  ///
  /// - Parameter lastIsDiscarded: whether `last` is the newest discarded check-in, for commands that apply only to
  ///   those.
  func find(in journal: ReadableJournal, lastIsDiscarded: Bool = false) throws -> CheckIn {
    switch self {
    case .range: throw Self.several
    case .number(let number):
      return try journal.existingCheckIn(number) ?? Self.absent("check-in \(number)")
    case .numberOnDevice(let number, let device):
      guard let own = journal.journal?.number(number, on: device), let checkIn = try journal.checkIn(own) else {
        return try Self.absent("check-in \(device)/\(number)")
      }
      return checkIn
    case .last:
      return try journal.lastCheckIn(discarded: lastIsDiscarded)
        ?? Self.absent(lastIsDiscarded ? "discarded check-in" : "check-in that is not discarded")
    case .identifier(let identifier):
      return try journal.checkIn(id: identifier) ?? Self.absent("check-in with the UUID \(identifier.uuidString)")
    case .impossible(let word):
      return try Self.absent("check-in \(word)")
    }
  }

  private static func absent(_ what: String) throws -> CheckIn {
    throw CommandFailure.notFound("There is no \(what)")
  }
}

import ArgumentParser
import CheckInJournal
import CheckInLanguage

struct SweepCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep", abstract: "Remove unneeded photo files",
    discussion: """
      It asks first. Unneeded files are photos that no event refers to, and leftovers of interrupted writes. Photos \
      that were cleared or replaced are history, and stay. In a group, the events of all devices count; nothing is \
      removed while the log of one of them is not here.
      """)

  @Flag(help: "Do not ask.")
  var yes = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let found = try session.readingIfPresent { try $0.journal?.orphanPhotos() ?? [] }
    guard !found.isEmpty else { return try report([], removed: false, session) }
    if !yes {
      guard session.isConversation, !global.noInput else {
        try report(found, removed: false, session)
        throw CommandFailure.usage("Nothing was removed. To go ahead, say --yes")
      }
      for orphan in found { Messages.put(Escaping.escaped(orphan.line(session.style.words)) + "\n") }
      let isWanted = session.asks { words in
        words.count(found.count, "Remove this file?", "Remove these {n} files?")
      }
      guard isWanted else {
        return session.messages.note("Nothing was removed.")
      }
    }
    let removed = try session.writing(creating: false) { try $0.removeOrphanPhotos(found) }
    session.output.isOfSavedCommand = true
    try report(removed, removed: true, session)
  }

  private func report(_ orphans: [OrphanPhoto], removed: Bool, _ session: Session) throws {
    guard !global.json else {
      return try session.output.object { json in
        json["files"] = orphans
        json["removed"] = removed ? orphans.count : 0
      }
    }
    let words = session.style.words
    for orphan in orphans { try session.output.line(orphan.line(words)) }
    let bytes = orphans.reduce(0) { $0 + $1.byteCount }
    if orphans.isEmpty {
      try session.output.line(words("Nothing to sweep."))
    } else if removed {
      try session.output.line(
        words.count(orphans.count, "Removed {n} file, {size}", "Removed {n} files, {size}", ["size": kilobytes(bytes)]))
    }
  }
}

extension OrphanPhoto: JSONValue {
  /// `photos/ab/ab12….jpg  962 KB  no event ever named it`
  fileprivate func line(_ words: Words) -> String {
    let reason =
      switch kind {
      case .unnamed: words("no event ever named it")
      case .unfinished: words("left by an interrupted write")
      }
    return "\(file)  \(kilobytes(byteCount))  \(reason)"
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json["file"] = file
      json["bytes"] = byteCount
      json["kind"] = kind.rawValue
    }
  }
}

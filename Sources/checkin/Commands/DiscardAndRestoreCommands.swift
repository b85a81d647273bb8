import ArgumentParser
import CheckInInterchange
import CheckInJournal
import CheckInLanguage

struct DiscardCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "discard", _superCommandName: "checkin",
    abstract: "Discard check-ins",
    usage: "checkin discard <id> ... [--yes]\ncheckin discard --where <filter> [--yes]",
    discussion: """
      checkin discard 3 5 10-12; one undo brings all of them back. It discards all or none, and "checkin restore" \
      restores them. checkin discard --where "walk #test last week" discards every check-in that the words select.
      """)

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The check-ins: numbers, ranges such as 10-12, last, or UUIDs.", valueName: "id"))
  var ids: [String] = []

  @OptionGroup var selection: WhereOptions

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let filter = try selection.filter(insteadOf: ids, in: session)
    let references = try filter == nil ? CheckInReference.all(ids) : []
    func found(in journal: ReadableJournal) throws -> [CheckIn] {
      try filter.map { try journal.checkIns(matching: $0) } ?? CheckInReference.find(references, in: journal)
    }
    let isAsking = try session.mustAsk(yes: selection.yes)
    // The numbers are those that the user has seen, even if the filter selects others by then.
    let chosen = try isAsking || filter != nil ? session.reading(found) : nil
    if let chosen, chosen.isEmpty { return try selection.reportNone(in: session) }
    if isAsking, let chosen {
      let isWanted = session.confirms(chosen) { words in
        words.count(chosen.count, "Discard this check-in?", "Discard these {n} check-ins?")
      }
      guard isWanted else { return session.messages.note("Nothing was discarded.") }
    }

    let today = try session.today
    let (discarded, statistics) = try session.writing(creating: false) { journal in
      let checkIns = try filter == nil ? found(in: ReadableJournal(journal: journal)) : chosen ?? []
      return (try journal.discard(checkIns.map(\.number)), try journal.statistics(today: today))
    }
    try session.answer(discarded, verb: session.style.words("Discarded"), statistics: statistics)
  }
}

struct RestoreCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", _superCommandName: "checkin",
    abstract: "Restore discarded check-ins", usage: "checkin restore <id> ...",
    discussion: """
      checkin restore 3 5 10-12; one undo discards all of them again. It restores all or none. Here, last is the \
      newest check-in that is discarded.
      """)

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The check-ins: numbers, ranges such as 10-12, last, or UUIDs.", valueName: "id"))
  var ids: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let references = try CheckInReference.all(ids)
    let today = try session.today
    let (restored, statistics) = try session.writing(creating: false) { journal in
      let checkIns = try CheckInReference.find(
        references, in: ReadableJournal(journal: journal), lastIsDiscarded: true)
      return (try journal.restore(checkIns.map(\.number)), try journal.statistics(today: today))
    }
    let verb = session.style.words("Restored")
    if CheckInReference.isSingle(references), let checkIn = restored.first {
      return try session.answer(checkIn, verb: verb, statistics: statistics)
    }
    try session.answer(restored, verb: verb, statistics: statistics)
  }
}

import ArgumentParser
import CheckInJournal

/// The option of the commands that only ask: which moment they ask about.
struct PastOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Answer as of then: after this event, or at this time of recording, such as 2026-04-01.",
      valueName: "sequence|when"))
  var asOf: String?

  /// The moment; `nil` stands for now. Throws a `CommandFailure` with status 64 for words that name none.
  func moment(in session: Session) throws -> Journal.Moment? {
    guard let words = asOf else { return nil }
    let digits = words.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    if digits, !words.isEmpty {
      guard let sequence = UInt64(words) else { throw CommandFailure.usage("The journal has no event \(words) yet") }
      return .sequence(sequence)
    }
    let spoken = SpokenTime(try SpokenTime.read(words).get(), in: try session.timeSetting)
    // Events bear the system's time, whatever stands in for the clock.
    guard spoken.time.instantMilliseconds <= max(session.clock.milliseconds, Journal.systemMilliseconds()) else {
      throw CommandFailure.usage("--as-of \(words) lies in the future")
    }
    for note in spoken.notes { session.messages.note(note) }
    // A second that was named without a fraction belongs to it as a whole.
    return .recorded(spoken.time.instantMilliseconds + (words.contains(".") ? 0 : 999))
  }
}

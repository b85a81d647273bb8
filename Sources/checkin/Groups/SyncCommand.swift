import ArgumentParser
import CheckInJournal
import CheckInLanguage
import CheckInSync
import Dispatch
import EventLog
import FoundationEssentials
import Glibc

struct SyncCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", _superCommandName: "checkin",
    abstract: "Sync your devices (set up with group)",
    discussion: """
      It exchanges events and photos with the other devices of the group: it sends what this device has written \
      and brings what the others have, through the place of the group. Whatever \
      comes is checked before it is taken, and nothing here is ever overwritten by it. With --follow it goes on until \
      it is interrupted: at once when something was written here, and now and then for what comes.
      """)

  @Flag(help: "Keep going until interrupted.")
  var follow = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("With --follow: look for news of others so often, in seconds.", valueName: "seconds"))
  var every = 30

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    guard (1...86_400).contains(every) else { throw CommandFailure.usage("--every takes 1 to 86400 seconds") }
    let membership = session.membership
    _ = try membership.group()
    guard follow else { return try tell(try membership.sync(), in: session) }
    try keepSyncing(membership, in: session)
  }

  private func keepSyncing(_ membership: GroupMembership, in session: Session) throws {
    let news = DispatchSemaphore(value: 0)
    var watch: (any Sendable)?
    defer { withExtendedLifetime(watch) {} }
    var isWatching = true
    Descriptor.whenOutputCloses { news.signal() }
    var told: Message = ""
    while !Descriptor.isOutputClosed {
      let start = DispatchTime.now()
      // This sync takes whatever was written before it.
      while news.wait(timeout: start) == .success {}
      // Each time, since another directory may have the journal's name now, as after a fork.
      do throws(FileError) {
        watch = try DiskFileSystem().watch("HEAD", in: session.location.path) { news.signal() }
        isWatching = true
      } catch {
        watch = nil
        if isWatching { session.messages.note(unwatched(error)) }
        isWatching = false
      }
      do {
        let report = try membership.sync()
        // What was carried is said each time, and what is wrong once.
        if report.hasCarried { try tell(report, in: session) } else { try session.requireNoProblems(report) }
        told = ""
        try session.output.flush()
      } catch {
        try session.output.flush()
        let failure = (error as? JournalError).map { CommandFailure($0) } ?? error as? CommandFailure
        guard let text = failure?.summary, (try? membership.group()) != nil else { throw error }
        // A place that is away for a while is told about once.
        let words = global.json ? Words(.english) : session.style.words
        if text != told { Messages.put(Escaping.escaped(words(text.inCommands)) + "\n") }
        told = text
      }
      if news.wait(timeout: .now() + .seconds(every)) == .success, !Descriptor.isOutputClosed {
        // What many commands in a row write goes together: at most one sync begins in a second.
        let elapsed = DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds
        if elapsed < 1_000_000_000 { usleep(UInt32((1_000_000_000 - elapsed) / 1000)) }
      }
    }
  }

  private func unwatched(_ error: FileError) -> Message {
    "The system does not tell when something is written here: \(JournalError(error)) It is sent when news is "
      + "looked for."
  }

  private func tell(_ report: SyncReport, in session: Session) throws {
    if report.hasCarried { session.output.isOfSavedCommand = true }
    for note in report.noteAdvice { session.messages.note(note) }
    if global.json {
      try session.output.document { report.write(to: &$0) }
    } else {
      for line in report.lines(session.style.words) { try session.output.line(Escaping.escaped(line)) }
    }
    try session.requireNoProblems(report)
  }
}

extension Session {
  fileprivate func requireNoProblems(_ report: SyncReport) throws {
    guard let first = report.problems.first else { return }
    throw CommandFailure(status: first.code.exitStatus, messages: report.problems.map(\.advice))
  }
}

extension SyncReport {
  fileprivate var hasCarried: Bool {
    sentEvents > 0 || !received.isEmpty || sentPhotos > 0 || receivedPhotos > 0 || removedPhotos > 0
  }

  fileprivate func lines(_ words: Words) -> [String] {
    var lines: [String] = []
    if sentEvents > 0 { lines.append(words.count(Int(clamping: sentEvents), "Sent {n} event", "Sent {n} events")) }
    for part in received {
      lines.append(
        part.summary.line(words, of: part.name)
          ?? words.count(
            Int(clamping: part.events), "Received {n} event from {device}", "Received {n} events from {device}",
            ["device": part.name]))
    }
    if sentPhotos > 0 { lines.append(words.count(sentPhotos, "Sent {n} photo", "Sent {n} photos")) }
    if receivedPhotos > 0 { lines.append(words.count(receivedPhotos, "Received {n} photo", "Received {n} photos")) }
    if removedPhotos > 0 {
      lines.append(words.count(removedPhotos, "Removed {n} purged photo", "Removed {n} purged photos"))
    }
    if missingPhotos > 0 {
      lines.append(
        words.count(missingPhotos, "{n} photo has not arrived yet", "{n} photos have not arrived yet"))
    }
    if lines.isEmpty, problems.isEmpty { lines.append(words("Nothing new")) }
    return lines
  }

  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.object("sent") { json in
        json["events"] = sentEvents
        json["photos"] = sentPhotos
      }
      json.object("received") { json in
        json["events"] = received.reduce(0) { $0 + $1.events }
        json["photos"] = receivedPhotos
        json.objects("devices", of: received) { json, part in
          json["journal"] = part.replica
          json["name"] = part.name
          json["events"] = part.events
          part.summary.write(to: &json)
        }
      }
      json["removedPhotos"] = removedPhotos
      json["missingPhotos"] = missingPhotos
      json["notes"] = noteAdvice.map(\.inCommands.text)
      json["problems"] = problems.map(\.advice.inCommands.text)
    }
  }
}

extension ReplicaSummary {
  /// Returns the summary of what a device has written; `nil` if its events show nothing.
  fileprivate func line(_ words: Words, of device: String) -> String? {
    var parts: [String] = []
    if checkIns > 0 { parts.append(words.count(checkIns, "{n} check-in", "{n} check-ins")) }
    if sessions > 0 { parts.append(words.count(sessions, "{n} workout", "{n} workouts")) }
    if otherChanges > 0 { parts.append(words.count(otherChanges, "{n} other change", "{n} other changes")) }
    let changed = changedLine(words)
    guard !parts.isEmpty else {
      return changed.map { words("{device}: changed {changes}", ["device": device, "changes": $0]) }
    }
    let what = parts.joined(separator: ", ")
    guard let changed else { return words("{device}: {what}", ["device": device, "what": what]) }
    return words("{device}: {what}. Changed: {changes}", ["device": device, "what": what, "changes": changed])
  }

  private func changedLine(_ words: Words) -> String? {
    let changes = changes
    let more = unlistedChanges
    guard !changes.isEmpty else {
      return more > 0 ? words.count(more, "{n} check-in or workout", "{n} check-ins or workouts") : nil
    }
    let listed = changes.map { $0.phrase(words) }.joined(separator: ", ")
    guard more > 0 else { return listed }
    return words.count(more, "{changes} and {n} more", "{changes} and {n} more", ["changes": listed])
  }

  /// Writes the members of an object.
  fileprivate func write(to json: inout JSONWriter) {
    json["checkIns"] = checkIns
    json["workouts"] = sessions
    json["otherChanges"] = otherChanges
    json.objects("changes", of: changes) { json, change in
      let name = change.name
      json[change.item == .checkIn ? "checkIn" : "session", qualified: name?.numberInGroup] = name?.number
      json.array("fields", of: change.fields) { json, field in json.string(field.rawValue) }
      json["presence"] = change.presence.map { $0 == .discarded ? "discarded" : "restored" }
    }
    json["unlistedChanges"] = unlistedChanges
  }
}

extension ReplicaSummary.Change {
  fileprivate func phrase(_ words: Words) -> String {
    let name = name?.description ?? ""
    let subject =
      item == .checkIn
      ? fields.isEmpty
        ? name
        : words(
          "{fields} of {checkIn}",
          ["fields": fields.map { words($0.phrase) }.joined(separator: ", "), "checkIn": name])
      : words("workout {workout}", ["workout": name])
    return switch presence {
    case nil: subject
    case .discarded: words("{subject} (discarded)", ["subject": subject])
    case .restored: words("{subject} (restored)", ["subject": subject])
    }
  }
}

extension CheckInField {
  fileprivate var phrase: Phrase { self == .at ? Phrase("time", in: "field") : Phrase(rawValue, in: "field") }
}

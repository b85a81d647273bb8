import ArgumentParser
import CheckInJournal
import CheckInLanguage

struct NotifyReminderCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "notify", abstract: "Show a notification if the reminder is due",
    discussion: """
      checkin remind notify

      The timer runs it. It shows a message on the desktop with notify-send, or writes a line where that is not there. \
      Before the time, on other days, and once the day has a check-in, it is silent. The message \
      names nothing of the journal, since others can see it.
      """)

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let isDue = try session.reading { try ReminderState($0, in: session)?.isDue ?? false }
    let words = session.style.words
    let (title, text) = (words("Time to train"), words("Nothing was done today yet."))
    let isShown =
      isDue
      && ChildProcess.run("notify-send", arguments: ["--app-name=checkin", title, text], isSilent: true) == .ended(0)
    guard !global.json else {
      return try session.output.object { json in
        json["due"] = isDue
        json["shown"] = isShown
      }
    }
    if isDue, !isShown { try session.output.line("\(title). \(text)") }
  }
}

struct InstallReminderCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Install a systemd timer for the reminder",
    discussion: """
      checkin remind install [--force]

      It writes checkin-reminder.timer and checkin-reminder.service to ~/.config/systemd/user (XDG_CONFIG_HOME), and \
      starts the timer with systemctl --user; where that cannot be reached, it says what to run. Run it again when \
      the reminder has changed. What is missed while the machine is off is made up for on the same day.
      """)

  @Flag(help: "Replace files that checkin did not write.")
  var force = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    guard let state = try session.reading({ try ReminderState($0, in: session) }) else { throw ReminderState.missing }
    let timer = try ReminderTimer(session)
    for path in timer.paths {
      guard try session.replaceable(ReminderTimer.replaceableFiles, at: path, force: force) != nil else { return }
    }
    try timer.write(state.reminder)
    let calls = timer.call(ReminderTimer.starting)
    try session.report(Phrase("Wrote {file}"), "written", timer.paths, calls)
    if !global.json {
      try session.output.line(state.reminder.line(session.style))
      try session.output.line(session.style.words("No reminder comes on a day on which something was done."))
    }
  }
}

struct RemoveReminderCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove the systemd timer",
    discussion: "checkin remind remove. The journal keeps the reminder.")

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let timer = try ReminderTimer(session)
    var calls = try timer.isInstalled ? timer.call(ReminderTimer.stopping) : ReminderTimer.Calls()
    let removed = try timer.remove()
    if !removed.isEmpty {
      // What can be reached is told in any case: the files are gone.
      let last = timer.call(ReminderTimer.forgetting)
      calls.ran += last.ran
      calls.left += last.left
    }
    try session.report(Phrase("Removed {file}"), "removed", removed, calls)
    if removed.isEmpty, !global.json { try session.output.line(session.style.words("No timer is installed.")) }
  }
}

extension Session {
  /// Writes what became of the timer's files, and of the commands to systemd.
  fileprivate func report(
    _ done: Phrase, _ member: String, _ paths: [String], _ calls: ReminderTimer.Calls
  ) throws {
    if !paths.isEmpty { output.isOfSavedCommand = true }
    guard !global.json else {
      return try output.object { json in
        json[member] = paths
        json["ran"] = calls.ran
        json["toRun"] = calls.left
      }
    }
    let words = style.words
    for path in paths { try output.line(words(done, ["file": Escaping.escaped(path)])) }
    for command in calls.ran { try output.line(words("Ran {command}", ["command": command])) }
    guard !calls.left.isEmpty else { return }
    try output.line(words("systemd could not be reached from here. Run:"))
    for command in calls.left { try output.line("  \(command)") }
  }
}

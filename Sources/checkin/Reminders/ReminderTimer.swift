import CheckInInterchange
import CheckInJournal
import Glibc
import PhotoProcessing

/// The timer of systemd that asks at the reminder's time whether somebody is to be reminded.
///
/// It is two files of the person's own systemd: a timer, and the service that it starts. Neither has anything of the
/// journal in it but its place and the reminder's time.
struct ReminderTimer {
  static let name = "checkin-reminder"
  /// The first line of both files. A file without it is somebody else's.
  private static let mark = "# Written by checkin, and taken away by: checkin remind remove"
  private static let byteLimit = 65_536

  /// The calls of `systemctl` that start the timer, stop it, and forget its files.
  static let starting = [["daemon-reload"], ["enable", "\(name).timer"], ["restart", "\(name).timer"]]
  static let stopping = [["disable", "--now", "\(name).timer"]]
  static let forgetting = [["daemon-reload"]]

  /// The calls of `systemctl --user` and their outcome.
  struct Calls {
    /// The commands that succeeded.
    var ran: [String] = []
    /// The commands that are left to the user, from the first one that failed.
    var left: [String] = []
  }

  private let folder: String
  private let journal: String

  /// Throws a `CommandFailure` with status 64 if a variable is not UTF-8.
  init(_ session: Session) throws {
    folder = try UserDirectory.configuration() + "/systemd/user"
    let resolved = realpath(session.location.path, nil)
    defer { free(resolved) }
    journal = resolved.map { String(cString: $0) } ?? session.location.path
  }

  var servicePath: String { "\(folder)/\(Self.name).service" }
  var timerPath: String { "\(folder)/\(Self.name).timer" }
  var paths: [String] { [servicePath, timerPath] }

  // MARK: Files

  /// The files that an earlier installation wrote.
  static var replaceableFiles: ReplaceableFiles { .starting(with: mark.utf8) }

  /// Writes both files, which replace any others. Throws a ``JournalError`` where they cannot be written.
  func write(_ reminder: Reminder) throws {
    guard let directory = CompanionProgram.directory else {
      throw CommandFailure.inputOutput("Where this program is cannot be found out.")
    }
    try makeFolder()
    try OutputFile.write(Array(service(program: directory + "/checkin").utf8), to: servicePath, replacing: .all)
    try OutputFile.write(Array(Self.timer(reminder).utf8), to: timerPath, replacing: .all)
  }

  /// Takes away the files that are checkin's, and answers with their paths. Throws a `CommandFailure` with status 74
  /// where that fails.
  func remove() throws -> [String] {
    let own = try paths.filter { try content($0)?.hasPrefix(Self.mark) ?? false }
    for path in own where unlink(path) != 0 {
      throw CommandFailure.inputOutput("\"\(path)\" could not be taken away: \(Descriptor.reason(errno)).")
    }
    // What enabling it left behind, where systemd could not be told.
    if !own.isEmpty { unlink("\(folder)/timers.target.wants/\(Self.name).timer") }
    return own
  }

  /// `true` if a timer is installed that checkin wrote.
  var isInstalled: Bool { get throws { try content(timerPath)?.hasPrefix(Self.mark) ?? false } }

  /// Says what is to be done where the timer that is installed rings at other times. A timer that cannot be read is
  /// none: the reminder is saved all the same.
  func noteIfOther(than reminder: Reminder?, _ session: Session) {
    guard let text = try? content(timerPath), text.hasPrefix(Self.mark), text != reminder.map(Self.timer) else {
      return
    }
    session.messages.note(
      reminder == nil
        ? "The timer that asks for it is still there. Take it away: checkin remind remove"
        : "The timer that asks for it still has the former time. Renew it: checkin remind install")
  }

  private func content(_ path: String) throws -> String? {
    try OutputFile.content(of: path, limit: Self.byteLimit).map { String(decoding: $0, as: UTF8.self) }
  }

  private func makeFolder() throws {
    var path = ""
    for name in folder.split(separator: "/") {
      path += (path.isEmpty && !folder.hasPrefix("/") ? "" : "/") + name
      // Only what is new is for the person alone.
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
        throw CommandFailure.inputOutput("\"\(path)\" could not be created: \(Descriptor.reason(errno)).")
      }
    }
  }

  private func service(program: String) -> String {
    """
    \(Self.mark)
    [Unit]
    Description=Reminder of training

    [Service]
    Type=oneshot
    ExecStart=:\(Self.quoted(program)) --journal \(Self.quoted(journal)) remind notify

    """
  }

  private static func timer(_ reminder: Reminder) -> String {
    let days = reminder.days.map { $0.name.prefix(3) }.joined(separator: ",")
    return """
      \(mark)
      [Unit]
      Description=Reminder of training

      [Timer]
      OnCalendar=\(reminder.days.count == 7 ? "" : days + " ")*-*-* \(reminder.clock):00
      Persistent=true

      [Install]
      WantedBy=timers.target

      """
  }

  /// A word of a command line as systemd reads it.
  private static func quoted(_ word: String) -> String {
    var quoted = ""
    for scalar in word.unicodeScalars {
      switch scalar {
      case "\\", "\"": quoted += "\\\(scalar)"
      case "%": quoted += "%%"
      case "\n": quoted += "\\n"
      case "\u{0}"..<" ", "\u{7F}": quoted += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return "\"\(quoted)\""
  }

  // MARK: systemctl

  /// Gives commands to the person's systemd, until one fails.
  func call(_ commands: [[String]]) -> Calls {
    var calls = Calls()
    for command in commands {
      let words = ["--user"] + command
      let line = "systemctl " + words.joined(separator: " ")
      if calls.left.isEmpty, ChildProcess.run("systemctl", arguments: words, isSilent: true) == .ended(0) {
        calls.ran.append(line)
      } else {
        calls.left.append(line)
      }
    }
    return calls
  }
}

import Foundation
import TestSupport
import Testing

/// What rings: the timer of systemd, the message, and the alarm for calendars. On Saturday 21 November 2026, 07:30.
@Suite("What reminds")
struct ReminderTimerTests {
  let checkin: CheckInProcess
  /// Programs that stand in for the system's, before all others.
  private let programs: String

  init() throws {
    checkin = try CheckInProcess()
    programs = checkin.directory + "/programs"
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
    try checkin.run("reminder", "7:30", "mon", "sat")
  }

  private var path: [String: String?] { ["PATH": programs + ":/usr/bin:/bin"] }
  private var units: String { checkin.directory + "/.config/systemd/user" }
  private var timer: String { units + "/checkin-reminder.timer" }
  private var service: String { units + "/checkin-reminder.service" }

  private func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A program that notes its arguments in a file of its name.
  private func standIn(_ name: String, status: Int = 0) throws {
    let script = "echo \"$*\" >> \(checkin.directory)/\(name).log\nexit \(status)"
    try Executable.write(script: script, to: "\(programs)/\(name)")
  }

  private func calls(_ name: String) -> [String] {
    (text("\(checkin.directory)/\(name).log") ?? "").split(separator: "\n").map(String.init)
  }

  @Test("A timer is written and started, says nothing private, and is taken away again")
  func lifeOfATimer() throws {
    try standIn("systemctl")
    try checkin.run("add", "run", "Secret title", "--at", "yesterday")
    let installed = try checkin.run("remind", "install", environment: path)
    #expect(installed.status == 0 && installed.errors.isEmpty)
    #expect(
      installed.lines == [
        "Wrote \(service)", "Wrote \(timer)", "Ran systemctl --user daemon-reload",
        "Ran systemctl --user enable checkin-reminder.timer", "Ran systemctl --user restart checkin-reminder.timer",
        "Reminder at 07:30 on Mon, Sat", "No reminder comes on a day on which something was done.",
      ])
    #expect(
      calls("systemctl") == [
        "--user daemon-reload", "--user enable checkin-reminder.timer", "--user restart checkin-reminder.timer",
      ])
    let (serviceText, timerText) = (try #require(text(service)), try #require(text(timer)))
    #expect(timerText.contains("\nOnCalendar=Mon,Sat *-*-* 07:30:00\nPersistent=true\n"))
    let words = "\"\(CheckInProcess.binary)\" --journal \"\(checkin.journal)\" remind notify"
    #expect(serviceText.contains("\nExecStart=:\(words)\n"))
    #expect(!(serviceText + timerText).contains("Secret"))
    // Another time is told, and installed again.
    let changed = try checkin.run("reminder", "18:00", environment: path)
    #expect(changed.errors.contains("checkin remind install"))
    #expect(try checkin.run("remind", "install", "-q", environment: path).status == 0)
    #expect(text(timer)?.contains("\nOnCalendar=*-*-* 18:00:00\n") ?? false)
    #expect(try checkin.run("reminder", "18:00", environment: path).errors.isEmpty)
    #expect(try checkin.run("reminder", "clear", environment: path).errors.contains("checkin remind remove"))

    let removed = try checkin.run("remind", "remove", "--json", environment: path).object()
    #expect(removed["removed"] as? [String] == [service, timer])
    #expect(
      removed["ran"] as? [String] == [
        "systemctl --user disable --now checkin-reminder.timer", "systemctl --user daemon-reload",
      ])
    #expect(removed["toRun"] as? [String] == [])
    #expect(text(service) == nil && text(timer) == nil)
    #expect(try checkin.run("remind", "remove", environment: path).output == "No timer is installed.\n")
  }

  @Test("Without a systemd to talk to, the files are written and the commands are told")
  func withoutSystemd() throws {
    try standIn("systemctl", status: 1)
    var environment = path
    environment["XDG_CONFIG_HOME"] = checkin.directory + "/etc"
    let installed = try checkin.run("remind", "install", environment: environment)
    #expect(installed.status == 0)
    #expect(installed.lines.contains("systemd could not be reached from here. Run:"))
    #expect(installed.lines.contains("  systemctl --user enable checkin-reminder.timer"))
    #expect(calls("systemctl").count == 1, "nothing is tried after what failed")
    #expect(text(checkin.directory + "/etc/systemd/user/checkin-reminder.timer") != nil && text(timer) == nil)
  }

  @Test("A file that is not checkin's is neither replaced nor taken away; without a reminder nothing is installed")
  func refused() throws {
    try standIn("systemctl")
    try FileManager.default.createDirectory(atPath: units, withIntermediateDirectories: true)
    try Data("[Timer]\n".utf8).write(to: URL(filePath: timer))
    let refused = try checkin.run("remind", "install", environment: path)
    #expect(refused.status == 64 && refused.errors.contains("--force"))
    #expect(text(service) == nil && text(timer) == "[Timer]\n")
    #expect(try checkin.run("remind", "remove", environment: path).output == "No timer is installed.\n")
    #expect(text(timer) == "[Timer]\n" && calls("systemctl").isEmpty)
    try FileManager.default.removeItem(atPath: timer)
    try checkin.run("reminder", "clear")
    let missing = try checkin.run("remind", "install", environment: path)
    #expect(missing.status == 66 && missing.errors.contains("No reminder is set"))
    #expect(text(timer) == nil)
  }

  @Test("systemd understands what is written, whatever the journal is called")
  func systemdReadsIt() throws {
    guard try Tool.shell("command -v systemd-analyze", in: "/").status == 0 else { return }
    try standIn("systemctl")
    let journal = checkin.directory + "/a \"b\" 100% $HOME \\n é"
    let arguments = ["--journal", journal]
    try checkin.run(["reminder", "7:30", "mon"] + arguments)
    try checkin.run(["remind", "install"] + arguments, environment: path)
    #expect(text(timer) != nil)
    let verified = try Tool.shell(
      "systemd-analyze verify --user checkin-reminder.service checkin-reminder.timer 2>&1", in: units)
    #expect(!verified.text.contains("checkin-reminder"), "\(verified.text)")
    let next = try Tool.shell("systemd-analyze calendar 'Mon *-*-* 07:30:00'", in: "/")
    #expect(next.status == 0)
  }

  @Test("The message is shown when it is due, and only then")
  func notify() throws {
    try standIn("notify-send")
    let outcome = try checkin.run("remind", "notify", environment: path)
    #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty)
    #expect(calls("notify-send") == ["--app-name=checkin Time to train Nothing was done today yet."])
    for now in ["2026-11-21T07:29:59+01:00", "2026-11-22T08:00:00+01:00"] {
      var environment = path
      environment["CHECKIN_NOW"] = now
      let early = try checkin.run("remind", "notify", "--json", environment: environment).object()
      #expect(early as NSDictionary == ["due": false, "shown": false])
    }
    // Where there is no desktop, a line says it.
    try standIn("notify-send", status: 1)
    let line = try checkin.run("remind", "notify", environment: path)
    #expect(line.status == 0 && line.output == "Time to train. Nothing was done today yet.\n")
    try checkin.run("add", "run", "Lake")
    let done = try checkin.run("remind", "notify", environment: path)
    #expect(done.status == 0 && done.output.isEmpty && calls("notify-send").count == 2)
    let none = ["--journal", checkin.directory + "/other"]
    try checkin.run(["add", "run", "Lake"] + none)
    #expect(try checkin.run(["remind", "notify"] + none, environment: path).status == 0)
  }

  @Test("An alarm for a calendar repeats on the days of the reminder, from the next one on")
  func alarm() throws {
    let file = checkin.directory + "/reminder.ics"
    let outcome = try checkin.run("remind", "--ics", file)
    #expect(outcome.lines.last == "Alarm written to \(file)")
    let calendar = try #require(text(file))
    for line in [
      "BEGIN:VCALENDAR", "DTSTART:20261123T073000", "RRULE:FREQ=WEEKLY;BYDAY=MO,SA", "ACTION:DISPLAY", "TRIGGER:PT0S",
      "SUMMARY:Time to train", "DTSTAMP:20261121T063000Z",
    ] {
      #expect(calendar.contains(line + "\r\n"), "\(line)")
    }
    #expect(try checkin.run("remind", "--ics", "-").output == calendar)
    let set = try checkin.run("remind", "18:30", "--ics", file, "--json").object()
    #expect(set["file"] as? String == file && set["time"] as? String == "18:30")
    #expect(text(file)?.contains("BYDAY=MO,TU,WE,TH,FR,SA,SU\r\n") ?? false)
    try checkin.run("reminder", "clear")
    #expect(try checkin.run("remind", "--ics", file).status == 66)
    #expect(try checkin.run("remind", "--ics", checkin.journal + "/x.ics").status == 64)
  }
}

import TestSupport
import Testing

extension CheckInProcess {
  /// A journal of three check-ins with nine events: edits, a discard and a restoration among them.
  static func withNineEvents() throws -> CheckInProcess {
    let checkin = try CheckInProcess()
    for arguments in [
      ["add", "run", "One", "--at", "2026-11-18T07:00", "--calories", "300"],
      ["add", "swim", "Two", "--at", "2026-11-19T07:00"], ["edit", "1", "--title", "First"],
      ["edit", "1", "--calories", "320", "--clear", "location"], ["discard", "2", "--yes"],
      ["add", "walk", "Three", "--at", "2026-11-20T07:00"], ["edit", "3", "--title", "Third"], ["restore", "2"],
      ["edit", "1", "--title", "One"],
    ] { #expect(try checkin.run(arguments).status == 0, "\(arguments)") }
    return checkin
  }
}

import Foundation
import TestSupport
import Testing

/// A run of the program in `Tests/PhotoConfinement`: what became of its attempts, by their names.
struct ConfinementTrial {
  static let landlock = 1
  static let seccomp = 2
  /// The version of Landlock in this kernel, found without the code that is tested; 0 without it.
  static let landlockVersion = (try? ConfinementTrial(of: 0))?.outcomes["kernel-landlock"] ?? 0
  /// Whether this kernel has seccomp's filters, found in the same way.
  static let hasSeccomp = (try? ConfinementTrial(of: 0))?.outcomes["kernel-seccomp"] == 1

  /// 0, or the number of the error.
  let outcomes: [String: Int32]
  /// What is in the directory afterwards, with the permissions and sizes.
  let files: [String]

  init(of mechanisms: Int) throws {
    let bundle = URL(filePath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
    let program = bundle.appending(path: "PhotoConfinementTrial").path
    let directory = try TemporaryDirectory()
    let result = try Tool.shell("'\(program)' \(mechanisms) && stat -c '%n %A %s' *", in: directory.path)
    try #require(result.status == 0, "\(result.errorText)")
    let lines = result.text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    outcomes = Dictionary(
      lines.compactMap { $0.count == 2 ? ($0[0], Int32($0[1]) ?? -1) : nil }, uniquingKeysWith: max)
    files = lines.filter { $0.count == 3 }.map { $0.joined(separator: " ") }
  }

  func expect(_ names: [String], give number: Int32) {
    for name in names { #expect(outcomes[name] == number, "\(name)") }
  }
}

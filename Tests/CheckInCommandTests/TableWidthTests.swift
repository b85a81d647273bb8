import Foundation
import TestSupport
import Testing

/// Tables on terminals of many widths: a number is shown whole, on another line, or not at all.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"), "script is not installed"))
struct TableWidthTests {
  private static let widths = [22, 30, 40, 54, 60, 66, 76, 80, 100, 120]
  private static let commands = [
    [], ["list"], ["search", "lifting"], ["week"], ["month"], ["months"], ["stats"], ["stats", "--by", "week"],
    ["stats", "--by", "month", "--since", "2026-11-03"], ["stats", "--by", "tag"], ["tags"], ["sessions"],
    ["progress"], ["records"], ["plan", "list"], ["goal"], ["config"],
  ]

  private let checkin: CheckInProcess

  init() throws {
    checkin = try CheckInProcess()
    let title = "Lifting and lifting until nothing is left #heavy #very-heavy-indeed"
    for arguments in [
      [
        "add", "strength", title, "--at", "2026-11-20T18:30", "--calories", "12345", "--duration", "2:03:45",
        "--distance", "12.35km", "--location", "The gymnasium around the corner",
      ],
      ["add", "run", title, "--at", "2026-10-05T07:10", "--calories", "987", "--distance", "21.1km"],
      ["add", "yoga", title, "--at", "2025-12-31T23:59", "--duration", "45m"],
      ["plan", "new", "Everything that pushes, and some that pulls", "-"],
      ["log", "bench", "102.5x10", "100x12", "--at", "2026-11-19T18:00"], ["session", "finish", "--no-check-in"],
      ["goal", "set", "strength", "12/month"], ["goal", "set", "run", "3/week"], ["goal", "set", "days", "20/month"],
      ["config", "alias.heavy", "add strength"],
    ] {
      let outcome = try checkin.run(arguments, input: "Bench Press / 3x8 80\n")
      #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
    }
  }

  /// Adds the longest values that a check-in can have, each alone and all together.
  private func addLongestValues() throws {
    let title = String(repeating: "Unbelievably long ", count: 6).prefix(100)
    let values = [
      ["--calories", "100000"], ["--duration", "277:46:40"], ["--distance", "9999.999km"],
      ["--location", String(repeating: "Upper Lakeside ", count: 13).trimmingCharacters(in: .whitespaces)],
    ]
    for options in values + [values.flatMap(\.self), []] {
      for type in ["strength", "run"] {
        let outcome = try checkin.run(["add", type, String(title), "--at", "2026-11-21T07:10"] + options)
        #expect(outcome.status == 0, "\(outcome.errors)")
      }
    }
  }

  /// The words of a text that have a digit.
  private func numbers(_ text: some StringProtocol) -> [String] {
    // In a narrow calendar, the next day follows the bracket of today.
    let words = String(text).replacing("]", with: "] ").split { $0.isWhitespace }
    return words.filter { $0.contains { $0.isNumber } }.map(String.init)
  }

  @Test(arguments: ["C.UTF-8", "de_DE.UTF-8"], [false, true])
  func numbersAreNeverCut(_ locale: String, hasLongestValues: Bool) throws {
    if hasLongestValues { try addLongestValues() }
    let environment: [String: String?] = ["TERM": "dumb", "LC_ALL": locale]
    let calls = Self.commands.map { "$checkin \($0.joined(separator: " "))" }
    let script =
      "for w in \(Self.widths.map(String.init).joined(separator: " ")); do stty cols $w; "
      + zip(Self.commands.indices, calls).map { "echo == $w \($0); \($1); " }.joined() + "done"
    try Data(script.utf8).write(to: URL(filePath: checkin.directory + "/script.sh"))
    let outcome = try checkin.shell("script -qec 'sh script.sh' /dev/null </dev/null", environment: environment)
    let parts = outcome.output.split(separator: "== ")
    // Without a terminal, nothing is cut.
    let whole = try Self.commands.map { Set(numbers(try checkin.run($0, environment: environment).output)) }
    #expect(parts.count == Self.widths.count * Self.commands.count)
    for part in parts {
      let lines = part.split { $0.isNewline }
      let head = lines[0].split(separator: " ").compactMap { Int($0) }
      let (width, command) = (head[0], Self.commands[head[1]])
      for line in lines.dropFirst() {
        let isOneWord = !line.drop { $0.isWhitespace }.contains { $0.isWhitespace }
        #expect(line.count <= width || width < 40 || isOneWord, "\(command) at \(width): \(line)")
        for number in numbers(line) {
          // Dates and weeks are shorter on a narrow terminal, and a calendar's days are closer.
          let isShort = number.wholeMatch(of: /\d{4}-\d\d-\d\d|\d{4}-W\d\d|\d+\/\d+|\[?\d+[A-Z]?[+]?\]?/) != nil
          #expect(whole[head[1]].contains(number) || isShort, "\(command) at \(width): \(number) in \(line)")
        }
        #expect(line.firstMatch(of: /[0-9]…/) == nil, "\(command) at \(width): \(line)")
      }
    }
  }

  /// The output of a command on a terminal of this width.
  private func lines(_ command: String, width: Int, _ checkin: CheckInProcess) throws -> [Substring] {
    try checkin.shell(
      "script -qec 'stty cols \(width); $checkin \(command)' /dev/null </dev/null", environment: ["TERM": "dumb"]
    )
    .output.split { $0.isNewline }
  }

  @Test("At 80 columns, a list without locations and calories has the other numbers and 12 columns of the titles")
  func eightyColumns() throws {
    let lines = try lines("list", width: 80, checkin)
    #expect(lines.count == 3, "\(lines)")
    for text in ["Lifting and", "2:03:45", "12.35 km", "2026"] { #expect(lines[0].contains(text), "\(lines)") }
    for text in ["gymnasium", "kcal"] { #expect(!lines[0].contains(text), "\(lines)") }
  }

  @Test("Locations give way first, then calories, then the current year, then titles")
  func leastImportantColumns() throws {
    let checkin = try CheckInProcess()
    let title = "Once around the lake"
    let outcome = try checkin.run([
      "add", "run", title, "--at", "2026-11-20T18:30", "--calories", "640", "--duration", "1:05:00", "--distance",
      "13.1km", "--location", "Lake",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    var numbersOfTexts: Set<Int> = []
    for width in stride(from: 60, through: 92, by: 2) {
      let lines = try lines("list", width: width, checkin)
      let line = lines[0]
      #expect(lines.count == 1 && line.count <= width, "\(width): \(lines)")
      for text in ["Once around", "1:05:00", "13.1 km"] { #expect(line.contains(text), "\(width): \(line)") }
      let isShown = [title, "2026", "640 kcal", "Lake"].map { line.contains($0) }
      #expect(isShown == isShown.sorted { $0 && !$1 }, "\(width): \(line)")
      numbersOfTexts.insert(isShown.count { $0 })
    }
    #expect(numbersOfTexts == [0, 1, 2, 3, 4])
  }
}

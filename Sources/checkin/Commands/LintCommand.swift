import ArgumentParser
import CheckInJournal

struct LintCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Show what each generation of events holds, and what is odd.",
    discussion: """
      Reads the log as every older version wrote it, and tells what is taken for what was not recorded then. Something \
      odd is what today's rules would not accept; it stays as it is.
      """)

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try session.reading { journal in
      let lint = try session.withProgress("Reading") { try journal.journal?.lint(progress: $0) } ?? Lint()
      if global.json { return try session.output.document { lint.write(to: &$0) } }
      try session.output.write(lint.text)
    }
  }
}

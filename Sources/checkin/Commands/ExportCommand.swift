import ArgumentParser
import CheckInJournal

struct ExportCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export the check-ins that are not discarded.")

  @Argument(help: "The file (default: standard output, as -).", completion: .file(extensions: ["csv", "jsonl"]))
  var file: String?

  @Option(help: "csv or jsonl (default: by the file's name, else csv).")
  var format: InterchangeFormat?

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  func answer(from journal: ReadableJournal, in session: Session) throws {
    let path = file == "-" ? nil : file
    let format = format ?? path.flatMap { InterchangeFormat(pathExtensionOf: $0) } ?? (global.json ? .jsonl : .csv)
    let count = try export(journal.journal, to: path, format, session)
    guard let path else { return }
    if global.json {
      return try session.output.document { json in
        json.object { json in
          json.key("exported")
          json.integer(count)
          json.key("file")
          json.string(path)
        }
      }
    }
    try session.output.line("Exported \(counted(count, "check-in")) to \(Escaping.escaped(path))")
  }

  private func export(
    _ journal: Journal?, to path: String?, _ format: InterchangeFormat, _ session: Session
  ) throws -> Int {
    do {
      return try session.withProgress("Exporting") { progress in
        try Exporter.run(journal: journal, path: path, format: format, progress: progress)
      }
    } catch let error as JournalError where error.code == .inputOutput && path == nil && Descriptor.isOutputClosed {
      throw OutputClosed()
    }
  }
}

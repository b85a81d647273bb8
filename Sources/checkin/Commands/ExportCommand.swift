public import ArgumentParser
public import CheckInInterchange
import CheckInJournal
import CheckInLanguage

extension ExportFormat: ExpressibleByArgument {}

struct ExportCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", _superCommandName: "checkin",
    abstract: "Export check-ins or the whole history",
    discussion: """
      csv and jsonl hold the check-ins as they are now, without those that are discarded. events holds every event, \
      one a line, and its photos in a folder beside the file: all.jsonl has them in all.photos. Importing it gives the \
      same journal again. In a group it has the events of all devices.

      ics is a calendar. sqlite is a database for questions in SQL: tables check_ins, events and photos, views days \
      and months.

      An existing file is replaced without asking only if it is an earlier export in the same format.

      --since and --until choose days for csv, jsonl and ics; the other two hold everything.
      """)

  @Argument(
    help: "The file (default: standard output, as -).",
    completion: .file(extensions: ["csv", "jsonl", "ics", "sqlite"]))
  var file: String?

  @Option(help: "csv, jsonl, events, ics or sqlite (default: by the file's extension, without one csv).")
  var format: ExportFormat?

  @Flag(help: "Replace a file that is not an earlier export.")
  var force = false

  @OptionGroup var days: DayRangeOptions
  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  var isPaged: Bool { false }

  func answer(from journal: ReadableJournal, in session: Session) throws {
    let path = try session.outputPath(file)
    let format = try format ?? path.flatMap { try ExportFormat(pathExtensionOf: $0) } ?? (global.json ? .jsonl : .csv)
    if format == .sqlite, path == nil, session.isOutputTerminal {
      throw CommandFailure.usage(
        "A database is not for a terminal", hint: "Name a file, as in: checkin export all.sqlite")
    }
    // The exporter writes to standard output itself.
    if path == nil { session.output.purpose = .file }
    guard let replaceable = try session.replaceable(format.replaceableFiles, at: path, force: force) else { return }
    let report = try export(journal.journal, to: path, format, replaceable, session)
    if report.photosLeftOut > 0 {
      session.messages.note { words in
        path == nil
          ? words.count(
            report.photosLeftOut, "{n} photo left out: standard output takes no photos; name a file.",
            "{n} photos left out: standard output takes no photos; name a file.")
          : words.count(
            report.photosLeftOut, "{n} photo left out: missing or damaged in the journal.",
            "{n} photos left out: missing or damaged in the journal.")
      }
    }
    guard let path else { return }
    session.confirmsWork()
    if global.json {
      return try session.output.object { json in
        json["exported"] = report.exported
        json["file"] = path
        json["photos"] = report.photos
        json["photosLeftOut"] = report.photosLeftOut
      }
    }
    try session.output.line(line(report, isOfEvents: format == .events, path, session.style.words))
  }

  private func line(_ report: ExportReport, isOfEvents: Bool, _ path: String, _ words: Words) -> String {
    let count = report.exported
    let things =
      isOfEvents ? words.count(count, "{n} event", "{n} events") : words.count(count, "{n} check-in", "{n} check-ins")
    let values = ["things": things, "file": Escaping.escaped(path)]
    guard report.photos > 0 else { return words("Exported {things} to {file}", values) }
    return words.count(
      report.photos, "Exported {things} and {n} photo to {file}", "Exported {things} and {n} photos to {file}", values)
  }

  private func export(
    _ journal: Journal?, to path: String?, _ format: ExportFormat, _ replaceable: ReplaceableFiles, _ session: Session
  ) throws -> ExportReport {
    let (first, last) = try days.range(in: session)
    return try session.withProgress("Exporting") { progress in
      try Exporter.run(
        journal: journal, path: path, format: format, replacing: replaceable, from: first, to: last,
        progress: progress)
    }
  }
}

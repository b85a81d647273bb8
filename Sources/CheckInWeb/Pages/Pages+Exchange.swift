import CheckInInterchange
import CheckInJournal
import CheckInLanguage
import CheckInMaintenance
import HTTPTypes
import Hummingbird
import PhotoProcessing

extension Pages {
  func exchange() async throws -> Response { html("exchange", with: try await exchangeView(problem: nil)) }

  private func exchangeView(problem: String?) async throws -> ExchangeView {
    let layout = try await access.run(isFresh: false) {
      self.layout(words("Import, export and backup"), section: .exchange, of: $0, isLive: false)
    }
    let formats = [
      ("csv", "CSV", words("Check-ins as a table, for spreadsheets")),
      ("jsonl", "JSON Lines", words("Check-ins, one a line, for programs")),
      ("ics", "iCalendar", words("Check-ins as entries of a calendar")),
      ("sqlite", "SQLite", words("Check-ins and their history as a database, for questions in SQL")),
      ("events", words("History"), words("Everything that was done, without photos; it can be imported again")),
    ]
    return ExchangeView(
      layout: layout, token: token.text,
      formats: formats.map { ExchangeView.Format(href: "/export/\($0.0)", name: $0.1, detail: $0.2) },
      problem: problem)
  }

  // MARK: Import

  /// Shows what a file would bring, and changes nothing.
  func previewImport(_ request: Request) async throws -> Response {
    let upload = try await UploadedForm(request, timeLimit: uploadTimeLimit)
    try check(upload.fields)
    if upload.isPhotoTooLarge {
      return html(
        "exchange",
        with: try await exchangeView(problem: words("The file is too large: files of up to 50 MB are taken.")),
        status: .contentTooLarge)
    }
    guard let bytes = upload.photo, !bytes.isEmpty else {
      return html(
        "exchange", with: try await exchangeView(problem: words("Please choose a file")), status: .unprocessableContent)
    }
    let name = try imports.keep(
      bytes, unit: Self.unit(upload.fields["unit"]),
      longDurations: upload.fields["durations"].flatMap(ImportQuestion.LongDurations.init))
    guard let file = imports[name] else { throw Self.notFound }
    do {
      let view = try await access.run { [access] journal in
        let report = try Self.run(file, dryRun: true, into: journal, access)
        let layout = self.layout(words("Import"), section: .exchange, of: journal, isLive: false)
        return ImportView(report, name: name, layout: layout, localization: localization)
      }
      if !view.canImport { imports.remove(name) }
      return html("import", with: view, status: view.isRejected ? .unprocessableContent : .ok)
    } catch let question as ImportQuestion {
      imports.remove(name)
      let problem = Self.text(question, in: localization)
      return html("exchange", with: try await exchangeView(problem: problem), status: .unprocessableContent)
    } catch let error as JournalError {
      imports.remove(name)
      // Nobody knows the name that the file has here.
      let message = words(error.advice.replacing(file.path, with: words("The file")))
      return html("exchange", with: try await exchangeView(problem: message), status: error.httpStatus)
    }
  }

  /// Imports what was looked at before: all of it or, if it does not fit the journal any more, nothing.
  func confirmImport(_ form: SentForm) async throws -> Response {
    guard let name = form["import"], let file = imports[name] else {
      return html(
        "exchange",
        with: try await exchangeView(problem: words("The file is not kept any more. Please choose it again.")),
        status: .conflict)
    }
    do {
      let (report, sequence) = try await access.run { [access] journal in
        (try Self.run(file, dryRun: false, into: journal, access), journal.sequence)
      }
      imports.remove(name)
      guard report.rejected.isEmpty else {
        return html(
          "exchange",
          with: try await exchangeView(problem: words("Nothing was imported. Please choose the file again.")),
          status: .conflict)
      }
      return Redirection("/", notice: "imported", after: sequence).response
    } catch let error as JournalError where error.code != .busy {
      imports.remove(name)
      let message = words(error.advice.replacing(file.path, with: words("The file")))
      return html("exchange", with: try await exchangeView(problem: message), status: error.httpStatus)
    }
  }

  private static func run(
    _ file: PendingImports.File, dryRun: Bool, into journal: Journal, _ access: JournalAccess
  ) throws -> ImportReport {
    // What would become of the photos is not needed to know how many there are.
    let conversion: PhotoConversion = { bytes in
      if dryRun { return NewPhoto(jpeg: [], width: 1, height: 1) }
      let photo = try PhotoProcessor().process(bytes)
      return NewPhoto(jpeg: photo.jpeg, width: photo.width, height: photo.height, thumbnail: photo.thumbnail)
    }
    return try Importer.run(
      path: file.path, dryRun: dryRun, now: access.clock.milliseconds, zone: access.zone, unit: file.unit,
      longDurations: file.longDurations, photoConversion: conversion
    ) { _ in journal }
  }

  /// The question, and where the page has its answer.
  private static func text(_ question: ImportQuestion, in localization: Localization) -> String {
    let words = localization.words
    switch question {
    case .weightUnit:
      return words(
        "The file does not say whether its weights are in kilograms or pounds. Select the unit below, and choose the "
          + "file again.")
    case .longDurations(let count, let longest, let day):
      let values = [
        "day": localization.shortTitle(of: day), "duration": ImportQuestion.hours(longest),
        "n": localization.number(count),
      ]
      return words.count(
        count,
        "The workout of {day} lasts {duration}, so it was probably never ended. Select what becomes of its duration "
          + "below, and choose the file again.",
        "{n} workouts last longer than 24 hours, that of {day} {duration}, so they were probably never ended. Select "
          + "what becomes of their durations below, and choose the file again.", values)
    }
  }

  private static func unit(_ text: String?) -> Weight.Unit? {
    switch text {
    case "kg": .kilograms
    case "lb": .pounds
    default: nil
    }
  }

  // MARK: Export

  func export(_ context: WebContext) async throws -> Response {
    guard let format = context.parameters.get("format").flatMap(ExportFormat.init(rawValue:)) else {
      throw Self.notFound
    }
    let body = try await access.stream { journal, send in try Download.export(journal, as: format, send) }
    let name =
      switch format {
      case .csv: "check-ins-\(access.today).csv"
      case .jsonl: "check-ins-\(access.today).jsonl"
      case .ics: "check-ins-\(access.today).ics"
      case .sqlite: "check-ins-\(access.today).sqlite"
      case .events: "check-in-history-\(access.today).jsonl"
      }
    return Self.download(name, body: body)
  }

  func backup() async throws -> Response {
    let name = "checkin-\(access.today)"
    let body = try await access.stream { [path = access.path] _, send in
      try Download.archive(named: name, send) { copy in
        let backup = try Journal.backUp(at: path, to: copy)
        guard backup.photosMissing == 0 else {
          throw JournalError(
            .damaged,
            """
            The backup would lack \(pluralized(backup.photosMissing, "photo")) missing or damaged in the journal. \
            Make one\(by: .backUp, or: " in a directory"), which keeps everything else.
            """)
        }
      }
    }
    return Self.download(name + ".tar", body: body)
  }

  private static func download(_ name: String, body: ResponseBody) -> Response {
    Response(
      status: .ok,
      headers: [
        .contentType: "application/octet-stream", .contentDisposition: "attachment; filename=\"\(name)\"",
      ], body: body)
  }
}

import ArgumentParser
import CheckInInterchange
import CheckInJournal
import CheckInLanguage

struct GalleryCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery", _superCommandName: "checkin",
    abstract: "Write a gallery of all months to an HTML page",
    discussion: """
      The page has the calendars of all months with their photos. It is for keeping or sharing: it is self-contained, \
      and has no notes and no locations. Dates, times, types, titles and thumbnails are in it. It replaces an earlier \
      gallery, and another file only with --force.
      """)

  @Argument(help: "The file; - is standard output.", completion: .file(extensions: ["html"]))
  var file: String

  @Option(help: ArgumentHelp("The first month, such as 2026-01.", valueName: "month"))
  var from: String?

  @Option(help: ArgumentHelp("The last month.", valueName: "month"))
  var to: String?

  @Flag(help: "Replace a file that is not a gallery.")
  var force = false

  @OptionGroup var past: PastOptions
  @OptionGroup var global: GlobalOptions

  var isPaged: Bool { false }

  func answer(from journal: ReadableJournal, in session: Session) throws {
    let path = try session.outputPath(file)
    let first = try from.map { try session.month($0) }
    let last = try to.map { try session.month($0) }
    try CommandFailure.requireOrder(first: first, last: last, firstWord: from, lastWord: to)
    var page = GalleryPage(firstWeekday: session.firstWeekday)
    var namedCount = 0
    let maker = ThumbnailMaker()
    let months = try journal.months().map(\.month).filter { $0 >= first ?? $0 && $0 <= last ?? $0 }
    try session.withProgress("Gallery", unit: Phrase("months")) { progress in
      for (index, month) in months.enumerated() {
        progress?(index, months.count)
        let calendar = try journal.calendar(of: month)
        let photos = calendar.days.compactMap(\.picture?.photo)
        namedCount += photos.count
        page.add(
          GalleryPage.Month(
            page: calendar,
            checkIns: try journal.checkIns(matching: CheckInFilter(from: month.firstDay, to: month.lastDay)),
            thumbnails: try journal.journal?.thumbnails(of: photos, make: maker.make) ?? [:]))
      }
    }
    if namedCount > page.photoCount {
      session.messages.note { [count = namedCount - page.photoCount] words in
        words.count(
          count, "{n} photo is shown as an icon: missing, damaged, purged, or impossible to scale down.",
          "{n} photos are shown as icons: missing, damaged, purged, or impossible to scale down.")
          + (maker.problem.map { " " + words($0) } ?? "")
      }
    }
    try write(page, to: path, namedCount: namedCount, session)
  }

  private func write(_ page: GalleryPage, to path: String?, namedCount: Int, _ session: Session) throws {
    let bytes = Array(page.text.utf8)
    guard let path else {
      session.output.purpose = .file
      return try session.output.write(bytes: bytes)
    }
    let galleries = ReplaceableFiles.starting(with: GalleryPage.beginning.utf8)
    guard let replaceable = try session.replaceable(galleries, at: path, force: force) else { return }
    try OutputFile.write(bytes, to: path, replacing: replaceable)
    session.confirmsWork()
    guard !global.json else {
      return try session.output.object { json in
        json["file"] = path
        json["months"] = page.monthCount
        json["checkIns"] = page.checkInCount
        json["photos"] = page.photoCount
        json["photosLeftOut"] = namedCount - page.photoCount
      }
    }
    let words = session.style.words
    try session.output.line(
      words(
        "Wrote {months} with {checkIns} and {photos} to {file}",
        [
          "months": words.count(page.monthCount, "{n} month", "{n} months"),
          "checkIns": session.style.checkIns(page.checkInCount),
          "photos": words.count(page.photoCount, "{n} photo", "{n} photos"), "file": Escaping.escaped(path),
        ]))
  }
}

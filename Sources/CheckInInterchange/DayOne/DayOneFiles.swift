internal import CheckInJournal
internal import FoundationEssentials

/// Reads the entries that Day One exports as JSON, with their photos in the folder `photos` beside it.
///
/// An entry becomes a check-in: its first line is the title, the rest the notes. What exercise it was, one of its tags
/// may say. A check-in has one photo, which is the entry's first.
enum DayOneFiles {
  private static let journalByteLimit = 512 << 20
  private static let photoByteLimit = 64 << 20

  /// Returns `true` if an input is a Day One journal.
  static func isJournal(_ input: borrowing InputFile) -> Bool {
    input.contains("\"metadata\"", within: 512) && input.contains("\"entries\"", within: 4096)
  }

  /// Returns `true` if a folder or an archive is a Day One export.
  static func isExport(_ tree: FileTree) -> Bool {
    tree.names.contains { isJournal($0) } && tree.names.contains { $0.hasPrefix("photos/") || isJournal($0) }
      && !GoogleFitFiles.isExport(tree)
  }

  private static func isJournal(_ name: String) -> Bool { name.hasSuffix(".json") && !name.contains("/") }

  /// Reads the journals of a folder or an archive.
  static func read(_ tree: FileTree, into rows: inout ActivityRows) throws(JournalError) {
    for name in tree.names where isJournal(name) {
      try read(try tree.open(name, decoding: journalByteLimit), photosIn: tree, into: &rows)
    }
  }

  /// Reads one journal; its photos are beside its file.
  static func read(_ input: consuming InputFile, at path: String, into rows: inout ActivityRows) throws(JournalError) {
    var photos: FileTree?
    if path != "-" {
      let folder = path.contains("/") ? String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) : "."
      // Without photos there is no such folder.
      photos = try? FileTree(folder: (folder.isEmpty ? "/" : folder) + "/photos")
    }
    try read(input, photosIn: photos, into: &rows)
  }

  // MARK: Entries

  private struct Journal: Decodable {
    var entries: [Entry]
  }

  private struct Entry: Decodable {
    struct Location: Decodable {
      var placeName: String?
      var localityName: String?
      var country: String?
    }
    struct Photo: Decodable {
      var identifier: String?
      var md5: String?
      var type: String?
      var orderInEntry: Int?
    }
    /// An attachment that is only counted, because its members' types differ between versions.
    struct Anything: Decodable {}

    var uuid: String?
    var creationDate: String?
    /// `true` if the entry is of a day, so that its time means nothing.
    var isAllDay: Bool?
    var timeZone: String?
    var text: String?
    var tags: [String]?
    var location: Location?
    var photos: [Photo]?
    var audios: [Anything]?
    var videos: [Anything]?
    var pdfAttachments: [Anything]?
  }

  private static func read(
    _ input: consuming InputFile, photosIn tree: FileTree?, into rows: inout ActivityRows
  ) throws(JournalError) {
    let name = input.name
    guard let bytes = try input.rest(atMost: journalByteLimit) else {
      throw JournalError(
        .refusedInput, "\(name) is longer than \(journalByteLimit >> 20) MiB; export the journal in several parts.")
    }
    let journal: Journal
    do {
      journal = try JSONDecoder().decode(Journal.self, from: Data(bytes))
    } catch {
      throw JournalError(.refusedInput, "\(name) is no journal of Day One: \(reason(error)).")
    }
    let photos = PhotoFiles(tree)
    for (index, entry) in journal.entries.enumerated() {
      guard let created = entry.creationDate else {
        rows.drop("entries without a date")
        continue
      }
      let activity = activity(entry, created: created, photos, rows)
      rows.add(activity, number: index + 1)
      if rows.leavesOut(activity) { continue }
      rows.drop("recordings", count: entry.audios?.count ?? 0)
      rows.drop("videos", count: entry.videos?.count ?? 0)
      rows.drop("PDF files", count: entry.pdfAttachments?.count ?? 0)
      rows.drop("further photos of an entry, of which a check-in has one", count: (entry.photos?.count ?? 1) - 1)
    }
  }

  /// Returns a description of a decoding error: the position in the JSON, without the user's texts.
  private static func reason(_ error: any Error) -> String {
    func place(_ path: [any CodingKey]) -> String {
      path.map { key in key.intValue.map { "\($0)" } ?? key.stringValue }.joined(separator: ".")
    }
    return switch error as? DecodingError {
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "the member \(place(context.codingPath)) is of another kind"
    case .keyNotFound(let key, let context): "the member \(place(context.codingPath + [key])) is missing"
    default: "it is not JSON"
    }
  }

  private static func activity(
    _ entry: Entry, created: String, _ photos: PhotoFiles, _ rows: ActivityRows
  ) -> Activity {
    var activity = Activity(entry.uuid.map { .named($0) } ?? .content("\(created)\u{1F}\(entry.text ?? "")"))
    let tags = (entry.tags ?? []).filter { !$0.isEmpty }
    activity.kind = tags.first { rows.knows($0) } ?? ""
    if let written = WrittenTime(created), written.offsetMinutes != nil {
      let instant = written.instant
      if entry.isAllDay == true {
        let zone = entry.timeZone.flatMap { LocalTimeZone(identifier: $0) } ?? rows.settings.zone
        activity.start = .day(zone.time(atInstant: instant).day)
      } else {
        activity.start = .instant(instant, timeZone: entry.timeZone)
      }
    } else {
      activity.problems.append(ImportRow.timeUnreadable(created))
    }
    var lines = text(entry.text ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while let first = lines.first, Validation.trimmed(first).isEmpty { lines.removeFirst() }
    if let first = lines.first {
      activity.title = Validation.trimmed(String(first.drop { $0 == "#" }))
      lines.removeFirst()
    }
    if activity.title.isEmpty { activity.title = "Day One" }
    // Tags are written as they are found again: #race.
    let words = tags.map { "#" + $0.replacing(" ", with: "-") }.joined(separator: " ")
    activity.notes = Validation.trimmed(lines.joined(separator: "\n") + (words.isEmpty ? "" : "\n\n\(words)"))
    activity.location = [entry.location?.placeName, entry.location?.localityName, entry.location?.country]
      .compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
    if let photo = entry.photos?.min(by: { ($0.orderInEntry ?? 0) < ($1.orderInEntry ?? 0) }) {
      activity.photo = { try photos.bytes(of: photo.md5 ?? "") }
    }
    return activity
  }

  /// The text without the places of photos, and without the backslashes that Day One puts before marks.
  private static func text(_ markdown: String) -> String {
    var text = markdown.replacing(/!\[[^\]\n]*\]\(dayone-moment:[^)\n]*\)/, with: "")
    text = text.replacing(/\\([-.!()#+*_\[\]>`~|{}])/) { String($0.output.1) }
    return text
  }

  /// The photos of an export, by the digests that their files are named by.
  private struct PhotoFiles {
    private let tree: FileTree?
    private var names: [String: String] = [:]

    init(_ tree: FileTree?) {
      self.tree = tree
      for path in tree?.names ?? [] {
        guard let name = path.split(separator: "/").last, let dot = name.firstIndex(of: ".") else { continue }
        // Nothing but a digest is taken for a file's name.
        let digest = name[..<dot]
        if digest.count == 32, digest.allSatisfy(\.isHexDigit) { names[digest.lowercased()] = path }
      }
    }

    func bytes(of digest: String) throws -> [UInt8]? {
      guard let name = names[digest.lowercased()] else { return nil }
      return try tree?.bytes(name, atMost: DayOneFiles.photoByteLimit)
    }
  }
}

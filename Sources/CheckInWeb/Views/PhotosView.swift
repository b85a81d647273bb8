import CheckInJournal
import CheckInLanguage

/// Photos by month, newest first, so many on a page.
struct PhotosView {
  struct Tile {
    var number: Int
    var slug: String
    /// The candidates for a small square.
    var squareSet: String
    var photo: Preview
    /// The class that says how wide it is for its height, in tenths: `r15` for three to two.
    var ratio: String
    var isPanorama: Bool
    /// `Lake, twice around · Fri 20`.
    var caption: String
  }

  struct Section {
    var id: String
    var title: String
    var count: String
    /// `true` if the month's first photos are on the previous page.
    var isContinued: Bool
    var tiles: [Tile]
  }

  struct IndexYear {
    var year: String
    var months: [IndexMonth]
  }

  struct IndexMonth {
    var id: String
    var name: String
    var title: String
    var isCurrent: Bool
  }

  var layout: PageLayout
  var isEmpty: Bool
  /// `214 photos since September 2025`.
  var summary: String
  var sections: [Section]
  var index: [IndexYear]
  /// The page of the photos before these.
  var earlierPhotos: String?

  /// The maximum number of photos on a page.
  static let limit = 60

  /// - Parameters:
  ///   - counts: how many photos each month has, newest first.
  ///   - start: the month to begin with, and how many of its newest photos to leave out.
  init(
    _ journal: Journal, counts: [MonthPhotoCount], from start: (month: CivilMonth, skipped: Int)?,
    summary: String, localization: Localization, layout: PageLayout
  ) throws(JournalError) {
    self.layout = layout
    self.summary = summary
    isEmpty = counts.isEmpty
    sections = []
    var left = Self.limit
    for count in counts {
      let (month, photos) = (count.month, count.photos)
      if let start, month > start.month { continue }
      let skipped = month == start?.month ? min(start?.skipped ?? 0, photos) : 0
      guard left > 0 else {
        earlierPhotos = "/photos?month=\(month)"
        break
      }
      let checkIns = try journal.photographedCheckIns(in: month, from: skipped, limit: left)
      guard !checkIns.isEmpty else { continue }
      sections.append(
        Section(
          id: month.description, title: localization.title(of: month).capitalizedFirst,
          count: localization.words.count(photos, "{n} photo", "{n} photos"), isContinued: skipped > 0,
          tiles: checkIns.compactMap { Tile($0, in: localization) }))
      left -= checkIns.count
      if skipped + checkIns.count < photos {
        earlierPhotos = "/photos?month=\(month)&skip=\(skipped + checkIns.count)"
        break
      }
    }
    let shown = sections.first?.id
    index = []
    for month in counts.map(\.month) {
      let entry = IndexMonth(
        id: month.description, name: localization.shortName(of: month), title: localization.title(of: month),
        isCurrent: month.description == shown)
      if index.last?.year != String(month.year) { index.append(IndexYear(year: String(month.year), months: [])) }
      index[index.count - 1].months.append(entry)
    }
  }
}

extension PhotosView.Tile {
  fileprivate init?(_ checkIn: CheckIn, in localization: Localization) {
    guard let picture = checkIn.photo else { return nil }
    number = checkIn.number
    slug = checkIn.type.slug
    photo = Preview(picture, side: .small)
    let medium = PhotoPath.preview(picture.digest, side: .medium)
    squareSet = "\(PhotoPath.thumbnail(picture.digest)) 1x, \(photo.source) 2x, \(medium) 3x"
    let tenths = min(25, max(6, (10 * picture.width + picture.height / 2) / max(1, picture.height)))
    ratio = "r\(tenths)"
    isPanorama = tenths >= 17
    caption = "\(shown(checkIn.title)) · \(localization.shortName(of: checkIn.day.weekday)) \(checkIn.day.dayOfMonth)"
  }
}

import CheckInJournal
import EventLog

/// The round picture of a check-in: its photo, or the coloured icon of its type. The icon lies below the photo, so that
/// it is seen where the photo cannot be.
struct Badge {
  var slug: String
  /// The address of the thumbnail.
  var thumbnail: String?

  init(_ type: ExerciseType) {
    slug = type.slug
  }

  init(_ checkIn: CheckIn) {
    slug = checkIn.type.slug
    thumbnail = checkIn.photo.map { PhotoPath.thumbnail($0.digest) }
  }

  /// A day's: its newest photo, or else the icon of its newest check-in.
  init(_ day: MonthCalendar.Day) {
    slug = day.newest.type.slug
    thumbnail = day.picture.map { PhotoPath.thumbnail($0.photo.digest) }
  }
}

/// The addresses of photos: nothing but their digests.
enum PhotoPath {
  static func thumbnail(_ digest: Digest) -> String { "/thumbnails/\(digest)" }
  static func photo(_ digest: Digest) -> String { "/photos/\(digest)" }
  static func pending(_ digest: Digest) -> String { "/pending/\(digest)" }
}

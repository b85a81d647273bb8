import CheckInJournal
import EventLog

/// A check-in with all its values, in words.
struct CheckInView {
  var number: Int
  var slug: String
  var thumbnail: String?
  var type: String
  var title: String
  var when: String
  var clock: String
  var day: String
  var calories: Int?
  var location: String?
  var notes: String?
  var photo: String?
  var photoWidth: Int?
  var photoHeight: Int?
  var isPhotoMissing = false
  var isDiscarded: Bool

  init(_ checkIn: CheckIn) {
    let badge = Badge(checkIn)
    number = checkIn.number
    slug = badge.slug
    thumbnail = badge.thumbnail
    type = checkIn.type.name
    title = shown(checkIn.title)
    when = checkIn.time.title
    clock = checkIn.time.clock
    day = checkIn.day.description
    calories = checkIn.calories
    location = checkIn.location.map(shown)
    notes = checkIn.notes.isEmpty ? nil : shown(checkIn.notes)
    photo = checkIn.photo.map { PhotoPath.photo($0.digest) }
    photoWidth = checkIn.photo?.width
    photoHeight = checkIn.photo?.height
    isDiscarded = checkIn.isDiscarded
  }
}

/// The round picture of a check-in: its photo, or the coloured icon of its type. The icon is below the photo, so that
/// it shows if the photo cannot.
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

/// The addresses of photos, made of their digests.
enum PhotoPath {
  static func thumbnail(_ digest: Digest) -> String { "/thumbnails/\(digest)" }
  static func photo(_ digest: Digest) -> String { "/photos/\(digest)" }
  static func pending(_ digest: Digest) -> String { "/pending/\(digest)" }
}

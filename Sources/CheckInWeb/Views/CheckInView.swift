import CheckInJournal
import CheckInLanguage
import EventLog

/// A check-in with all its values, in words.
struct CheckInView {
  /// The check-in before or after.
  struct Neighbour {
    /// The value of the link's `rel` attribute: `prev` or `next`.
    var rel: String
    var number: Int
    var slug: String
    var thumbnail: String?
    /// `Before · Thursday`.
    var relation: String
    var title: String
  }

  /// A number with its unit.
  struct Quantity {
    var field: CheckInField
    var label: String
    var value: String
    /// The address at which devices' different values are settled.
    var mark: String?
  }

  var number: Int
  /// As people name it: `17`, `phone/17`.
  var shownNumber: String
  var slug: String
  var type: String
  var title: String
  var when: String
  var day: String
  var quantities: [Quantity]
  var location: String?
  var notes: String?
  /// The zone, if it is not the one here.
  var zone: String?
  /// `Day 12`.
  var streak: String?
  var photo: Preview?
  /// The address of the stored photo.
  var original: String?
  var hasPhoto: Bool
  var isPhotoMissing = false
  var isDiscarded: Bool
  var neighbours: [Neighbour] = []

  /// - Parameters:
  ///   - streak: the run of days that it belongs to.
  ///   - here: the zone of who reads it.
  ///   - unit: The unit of distances.
  init(
    _ checkIn: CheckIn, streak: Streak?, today: CivilDay, here: LocalTimeZone, unit: DistanceUnit,
    localization: Localization
  ) {
    let words = localization.words
    number = checkIn.number
    shownNumber = checkIn.shownNumber
    slug = checkIn.type.slug
    type = localization.name(of: checkIn.type)
    title = shown(checkIn.title)
    when = words(
      "{day}, {time}",
      [
        "day": localization.title(of: checkIn.day, today: today), "time": localization.timeOfDay(of: checkIn.time),
      ])
    day = checkIn.day.description
    quantities = CheckInQuantity.allCases.compactMap { quantity in
      checkIn.fields[quantity].map {
        Quantity(
          field: .quantity(quantity), label: words(quantity.label),
          value: localization.text($0, of: quantity, in: unit))
      }
    }
    location = checkIn.location.map(shown)
    notes = checkIn.notes.isEmpty ? nil : shown(checkIn.notes)
    if here.time(atInstant: checkIn.time.instantMilliseconds).offset != checkIn.time.offset {
      zone = checkIn.time.offset + (checkIn.time.timeZone.map { " " + shown($0) } ?? "")
    }
    if let streak, streak.days > 1, !checkIn.isDiscarded {
      self.streak = words("Day {n}", ["n": String(checkIn.day.dayNumber - streak.from.dayNumber + 1)])
    }
    photo = checkIn.photo.map { Preview($0, side: .large) }
    original = checkIn.photo.map { PhotoPath.photo($0.digest) }
    hasPhoto = checkIn.photo != nil
    isDiscarded = checkIn.isDiscarded
  }

  /// Adds links to the check-ins before and after.
  mutating func add(_ pair: CheckInNeighbours, today: CivilDay, _ localization: Localization) {
    let words = localization.words
    func day(of checkIn: CheckIn) -> String {
      let distance = abs(today.dayNumber - checkIn.day.dayNumber)
      return distance < 7
        ? localization.name(of: checkIn.day.weekday) : localization.shortTitle(of: checkIn.day)
    }
    func neighbour(_ checkIn: CheckIn, rel: String, relation: String) -> Neighbour {
      Neighbour(
        rel: rel, number: checkIn.number, slug: checkIn.type.slug,
        thumbnail: checkIn.photo.map { PhotoPath.thumbnail($0.digest) }, relation: relation,
        title: shown(checkIn.title))
    }
    if let before = pair.before {
      neighbours.append(neighbour(before, rel: "prev", relation: words("Before · {day}", ["day": day(of: before)])))
    }
    if let after = pair.after {
      neighbours.append(neighbour(after, rel: "next", relation: words("After · {day}", ["day": day(of: after)])))
    }
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

/// The sizes in which a photo is shown: the length of the shorter side in pixels.
enum PreviewSide: Int {
  case small = 240
  case medium = 480
  case large = 960
}

/// A photo in a page: smaller than the stored one, by the size of its place and the density of the screen.
struct Preview {
  var source: String
  /// The candidates for denser screens.
  var sourceSet: String
  var width: Int
  var height: Int

  /// - Parameter side: The size on a screen with one pixel to a unit of length; a denser screen takes the next one.
  init(_ photo: Photo, side: PreviewSide) {
    let denser: PreviewSide = side == .small ? .medium : .large
    source = PhotoPath.preview(photo.digest, side: side)
    sourceSet = "\(source) 1x, \(PhotoPath.preview(photo.digest, side: denser)) 2x"
    (width, height) = (photo.width, photo.height)
  }
}

/// The addresses of photos, made of their digests.
enum PhotoPath {
  static func thumbnail(_ digest: Digest) -> String { "/thumbnails/\(digest)" }
  static func photo(_ digest: Digest) -> String { "/photos/\(digest)" }
  static func preview(_ digest: Digest, side: PreviewSide) -> String { "/thumbnails/\(digest)/\(side.rawValue)" }
  static func pending(_ digest: Digest) -> String { "/pending/\(digest)" }
}

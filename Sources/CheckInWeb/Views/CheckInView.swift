import CheckInJournal

/// A check-in with everything that is known of it, in words.
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

internal import CheckInJournal

/// Brings the sessions of a FIT file in, each as an activity; the row of each is its place in the file.
enum FITImporter {
  /// A FIT file of days without a pause has some megabytes.
  private static let byteLimit = 256 << 20

  /// - Throws: `JournalError` with `.refusedInput` where it is no such file, or one of something else than activities;
  ///   `.inputOutput`.
  static func read(_ input: consuming InputFile, into rows: inout ActivityRows) throws(JournalError) {
    let name = input.name
    guard let bytes = try input.rest(atMost: byteLimit) else {
      throw JournalError(.refusedInput, "\(name) is longer than \(byteLimit >> 20) MiB.")
    }
    let file = try FITFile(bytes, name: name)
    guard !file.sessions.isEmpty else {
      throw JournalError(
        .refusedInput,
        file.fileTypes.contains(4)
          ? "\(name) has no session, as of a device that stopped before it saved the activity."
          : "\(name) is a FIT file of something else than an activity, such as settings or a course.")
    }
    for (index, session) in file.sessions.enumerated() {
      guard let start = session.start else {
        rows.drop("activities of a device whose clock was not set")
        continue
      }
      rows.add(activity(session, start: (Int64(start) + epoch) * 1000), number: index + 1)
    }
  }

  private static let epoch: Int64 = 631_065_600

  /// - Parameter start: The start in milliseconds since 1970.
  private static func activity(_ session: FITFile.Session, start: Int64) -> Activity {
    let sport = session.sport.map { sportName($0) } ?? ""
    var activity = Activity(.named("\(start)\u{1F}\(sport)"))
    activity.kind = kind(of: sport, subSport: session.subSport)
    activity.start =
      session.offsetMinutes.map { .written(start + Int64($0) * 60_000, offsetMinutes: $0) }
      ?? .instant(start, timeZone: nil)
    activity.quantities[.duration] = session.timer ?? session.elapsed
    if let distance = session.distance, distance > 0 { activity.quantities[.distance] = distance }
    if let calories = session.calories, calories > 0 { activity.quantities[.calories] = calories }
    return activity
  }

  /// A part of a sport says what was done where the sport is only what it was done with.
  private static func kind(of sport: String, subSport: UInt8?) -> String {
    switch subSport {
    case 20?: "Strength Training"
    case 43?: "Yoga"
    case 15?: "Elliptical"
    case 16?: "Stair Climbing"
    case 14?: "Indoor Rowing"
    case 26?: "Cardio Training"
    case 44?: "Pilates"
    default: sport
    }
  }

  private static func sportName(_ number: UInt8) -> String { sports[number] ?? "Sport \(number)" }

  /// The numbers of the FIT profile, as far as they are sports of people.
  private static let sports: [UInt8: String] = [
    0: "Generic", 1: "Running", 2: "Cycling", 3: "Transition", 4: "Fitness Equipment", 5: "Swimming", 6: "Basketball",
    7: "Soccer", 8: "Tennis", 9: "American Football", 10: "Training", 11: "Walking", 12: "Cross Country Skiing",
    13: "Alpine Skiing", 14: "Snowboarding", 15: "Rowing", 16: "Mountaineering", 17: "Hiking", 18: "Multisport",
    19: "Paddling", 21: "E-Biking", 25: "Golf", 27: "Horseback Riding", 30: "Inline Skating", 31: "Rock Climbing",
    32: "Sailing", 33: "Ice Skating", 35: "Snowshoeing", 37: "Stand Up Paddleboarding", 38: "Surfing", 41: "Kayaking",
    42: "Rafting", 43: "Windsurfing", 44: "Kitesurfing", 47: "Boxing", 48: "Floor Climbing", 49: "Baseball",
    53: "Diving", 62: "HIIT", 64: "Racket", 67: "Meditation", 70: "Team Sport", 71: "Cricket", 72: "Rugby",
    73: "Hockey", 74: "Lacrosse", 75: "Volleyball", 80: "Mixed Martial Arts", 83: "Dance", 84: "Jump Rope",
    88: "Canoeing",
  ]
}

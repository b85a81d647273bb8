internal import CheckInJournal

/// Reads the workouts of Apple Health's export, and passes over all the rest of it.
///
/// The offset in an export's dates is the phone's when it exported, for all dates alike; where somebody was when they
/// trained is in the metadata, as `HKTimeZone`. An export has no identifiers: a workout is the same again where its
/// kind, its source and both its instants are.
struct AppleHealthImporter: ~Copyable {
  private var reader: XMLReader

  init(_ input: consuming InputFile) { reader = XMLReader(input) }

  /// The files of a folder or an archive that are exports, whose names depend on the phone's language.
  ///
  /// - Throws: As ``FileTree/open(_:upTo:)``.
  static func exports(in tree: FileTree) throws(JournalError) -> [String] {
    var names: [String] = []
    for name in tree.names where name.lowercased().hasSuffix(".xml") {
      var reader = XMLReader(try tree.open(name, upTo: 1 << 16))
      if (try? reader.next()) == .start, reader.name == "HealthData" { names.append(name) }
    }
    return names
  }

  /// Reads all workouts; the row of each is its line.
  ///
  /// - Throws: `JournalError` with `.refusedInput` where it is no such file, with the line; `.inputOutput`.
  consuming func read(into rows: inout ActivityRows) throws(JournalError) {
    guard let first = try reader.next(), first == .start, reader.name == "HealthData" else {
      throw JournalError(
        .refusedInput, "\(reader.fileName) is no export of Apple Health: it does not begin with the element HealthData."
      )
    }
    while let token = try reader.next() {
      if token == .start, reader.name == "Workout", reader.depth == 2 { try readWorkout(into: &rows) }
    }
  }

  private mutating func readWorkout(into rows: inout ActivityRows) throws(JournalError) {
    let line = reader.line
    let kind = try reader.attribute("workoutActivityType") ?? ""
    let start = try reader.attribute("startDate") ?? ""
    let end = try reader.attribute("endDate") ?? ""
    let source = try reader.attribute("sourceName") ?? ""
    var problems: [Message] = []
    func quantity(_ text: String?, in unit: String?, _ factors: [String: Double], _ what: String) -> Double? {
      guard let text else { return nil }
      guard let number = Double(text), number.isFinite, number >= 0 else {
        problems.append("Cannot read the \(what) '\(text.prefix(40))'")
        return nil
      }
      guard number > 0 else { return nil }
      guard let factor = factors[unit ?? ""] else {
        problems.append("The unit of the \(what), '\((unit ?? "").prefix(20))', is not known")
        return nil
      }
      return number * factor
    }
    let duration = quantity(
      try reader.attribute("duration"), in: try reader.attribute("durationUnit"), Self.seconds, "duration")
    var distance = quantity(
      try reader.attribute("totalDistance"), in: try reader.attribute("totalDistanceUnit"), Self.metres, "distance")
    var calories = quantity(
      try reader.attribute("totalEnergyBurned"), in: try reader.attribute("totalEnergyBurnedUnit"), Self.kilocalories,
      "calories")
    var distances: [Double] = []
    var zone: String?
    let depth = reader.depth
    while let token = try reader.next() {
      if token == .end {
        if reader.depth == depth - 1 { break }
        continue
      }
      guard reader.depth == depth + 1 else { continue }
      switch reader.name {
      case "MetadataEntry":
        if try reader.attribute("key") == "HKTimeZone" { zone = try reader.attribute("value") }
      case "WorkoutStatistics":
        // Newer systems write sums as elements instead of attributes.
        let type = try reader.attribute("type") ?? ""
        let unit = try reader.attribute("unit")
        let sum = try reader.attribute("sum")
        if type.hasPrefix("HKQuantityTypeIdentifierDistance") {
          if let metres = quantity(sum, in: unit, Self.metres, "distance") { distances.append(metres) }
        } else if type == "HKQuantityTypeIdentifierActiveEnergyBurned" {
          let energy = quantity(sum, in: unit, Self.kilocalories, "calories")
          calories = calories ?? energy
        }
      default: break
      }
    }
    // The sports of a triathlon have a distance each; a phone in the pocket of a cyclist counts steps, too.
    distance = distance ?? (kind.hasSuffix("SwimBikeRun") ? distances.reduce(nil) { ($0 ?? 0) + $1 } : distances.max())
    let instant = Self.instant(start)
    var activity = Activity(
      .named(
        [kind, instant.map { "\($0)" } ?? start, Self.instant(end).map { "\($0)" } ?? end, source]
          .joined(separator: "\u{1F}")))
    activity.kind = Self.name(of: kind)
    activity.start = instant.map { .instant($0, timeZone: zone) }
    if zone == nil, case .moment(let moment) = WrittenMoment.read(start), let offset = moment.offsetMinutes {
      activity.start = .written(moment.localMilliseconds, offsetMinutes: offset)
    }
    if instant == nil { problems.append(ImportRow.timeUnreadable(start)) }
    activity.quantities[.duration] = duration
    activity.quantities[.distance] = distance
    activity.quantities[.calories] = calories
    activity.problems = problems
    rows.add(activity, number: line)
  }

  // The units that HealthKit writes, in which a capital letter means something: Cal is kcal.
  private static let seconds = ["ms": 0.001, "s": 1, "min": 60, "hr": 3600, "d": 86_400]
  private static let metres = [
    "cm": 0.01, "m": 1, "km": 1000, "in": 0.0254, "ft": 0.3048, "yd": 0.9144, "mi": 1609.344,
  ]
  private static let kilocalories = ["kcal": 1, "Cal": 1, "cal": 0.001, "kJ": 1 / 4.184, "J": 0.001 / 4.184]

  /// Milliseconds since 1970 of `2025-11-21 06:03:11 +0100`.
  private static func instant(_ text: String) -> Int64? {
    guard case .moment(let moment) = WrittenMoment.read(text), moment.millisecondsOfDay != nil,
      let offset = moment.offsetMinutes
    else { return nil }
    return moment.localMilliseconds - Int64(offset) * 60_000
  }

  /// `Traditional Strength Training` of `HKWorkoutActivityTypeTraditionalStrengthTraining`.
  private static func name(of type: String) -> String {
    let prefix = "HKWorkoutActivityType"
    var name = ""
    for character in type.hasPrefix(prefix) ? String(type.dropFirst(prefix.count)) : type {
      if character.isUppercase, let last = name.last, last.isLowercase { name.append(" ") }
      name.append(character)
    }
    return name
  }
}

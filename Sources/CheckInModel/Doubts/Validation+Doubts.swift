extension Validation {
  /// The most kilocalories that the command accepts.
  package static let maximumEnteredCalories = 100_000
  /// More kilocalories are doubtful.
  private static let usualCalories = 10_000
  /// Ten years, in milliseconds.
  private static let usualAge: Int64 = 3652 * 86_400_000

  /// Returns the values that are valid but hardly meant, as readable text.
  ///
  /// - Parameters:
  ///   - fields: The fields of a check-in. A speed needs a distance and a duration.
  ///   - type: The type of the check-in; `nil` if it isn't known.
  ///   - time: The time of the check-in; `nil` if its age doesn't matter.
  ///   - now: The time of recording, in milliseconds since 1970.
  package static func doubts(
    about fields: CheckInFields, of type: ExerciseType?, at time: CheckInTime?, now: Int64
  ) -> [Message] {
    var messages = [time.flatMap { doubt(aboutAgeOf: $0, now: now) }].compactMap(\.self)
    if let calories = fields.calories, calories > usualCalories {
      messages.append("\(calories) kcal is more than anyone burns in a day")
    }
    if let metres = fields.distanceMetres, let seconds = fields.durationSeconds,
      CheckInQuantity.distance.row.range.contains(metres), CheckInQuantity.duration.row.range.contains(seconds),
      metres > seconds * (type ?? .bike).maximumMetresPerSecond
    {
      let (distance, duration) = (MeasureText.distance(metres), MeasureText.duration(seconds))
      messages.append("\(distance) in \(duration) is faster than anyone is")
    }
    return messages
  }

  /// Returns the message that a time is hardly meant because it is long ago; otherwise, `nil`.
  ///
  /// - Parameter now: The time of recording, in milliseconds since 1970.
  package static func doubt(aboutAgeOf time: CheckInTime, now: Int64) -> Message? {
    guard time.instantMilliseconds < CheckInTime.nearestInstant(to: now) - usualAge else { return nil }
    return "The day \(time.day.description) is more than ten years ago"
  }

  /// A heavier set is doubtful.
  private static let usualWeight = Weight(wholeKilograms: 500)

  /// Returns the weights of sets that are valid but hardly meant, as readable text.
  ///
  /// - Parameters:
  ///   - entries: Sets of one exercise.
  ///   - load: The meaning of their weight. Twice the record is doubtful only if the weight is what is lifted.
  ///   - record: The greatest weight of the exercise's other sets; `nil` if there is none.
  package static func doubts(about entries: [SetEntry], load: Exercise.Load, record: Weight?) -> [Message] {
    func text(_ weight: Weight) -> String { "\(weight.number) \(weight.unit.symbol)" }
    var messages: [Message] = []
    var seen: Set<Weight> = []
    for weight in entries.compactMap(\.weight) where seen.insert(weight).inserted {
      if load == .external, let record, record.thousandths > 0, weight.magnitude >= 2 * record.magnitude {
        messages.append("\(text(weight)) is at least twice the record of \(text(record))")
      } else if weight.isHeavier(than: usualWeight) {
        messages.append("\(text(weight)) is more than 500 kg, which hardly anyone lifts")
      }
    }
    return messages
  }
}

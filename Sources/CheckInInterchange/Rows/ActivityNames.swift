internal import CheckInJournal

/// The kinds of activity that other programs know, as far as they are unmistakably a type of exercise here.
///
/// What is in doubt is not in the list: a hike is no walk unless its person says so.
enum ActivityNames {
  /// The type that a name means, whatever its case, spaces, dashes and underscores; `nil` where that is not certain.
  static func type(of name: String) -> ExerciseType? {
    ExerciseType(name: name) ?? types[folded(name)]
  }

  /// The message that a name isn't a type, with the type that was probably meant.
  static func unknown(_ name: String) -> Message {
    let shown = String(name.prefix(40))
    let word = folded(name)
    let nearest = types[word] == nil && !doubtful.contains(word) ? Spelling.nearest(word, among: Array(types.keys)) : []
    let meant = doubtful.contains(word) ? [.walk] : Set(([word] + nearest).compactMap { types[$0] })
    let names = ExerciseType.selectable.filter { meant.contains($0) }.map(\.name)
    let message: Message = "\"\(shown)\" is not a type of exercise"
    let suggestion: Message = "\"\(shown)\" is not a type of exercise. \(Spelling.question(names))"
    return names.isEmpty ? message : suggestion
  }

  /// Names of activities that may be meant as a walk, and are suggested as one.
  private static let doubtful: Set = ["hike", "hiking", "hikes", "trekking"]

  /// `true` if a name is that of the time between two sports, such as `Transition` and `BikeToRunTransition_v2`.
  static func isTransition(_ name: String) -> Bool {
    let name = folded(name)
    return transitions.contains(name.hasSuffix("v2") ? String(name.dropLast(2)) : name)
  }

  /// The letters and digits of a name, in lower case.
  static func folded(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

  private static let transitions: Set<String> = [
    "transition", "swimtobiketransition", "biketoruntransition", "runtobiketransition",
  ]

  private static let types: [String: ExerciseType] = [
    ExerciseType.run: [
      "run", "running", "runs", "trailrun", "trailrunning", "treadmill", "treadmillrun", "treadmillrunning",
      "virtualrun", "virtualrunning", "indoorrun", "indoorrunning", "trackrun", "trackrunning", "streetrunning",
      "roadrunning", "outdoorrun", "outdoorrunning", "jogging", "jog", "runningjogging", "runningsand",
      "runningtreadmill",
    ],
    .walk: [
      "walk", "walking", "walks", "indoorwalk", "indoorwalking", "outdoorwalk", "outdoorwalking", "casualwalking",
      "speedwalking", "powerwalking", "treadmillwalking", "walkingtreadmill", "walkingfitness", "nordicwalking",
      "walkingnordic",
    ],
    .swim: [
      "swim", "swimming", "lapswim", "lapswimming", "poolswim", "poolswimming", "swimmingpool", "openwater",
      "openwaterswim", "openwaterswimming", "swimmingopenwater",
    ],
    .bike: [
      "bike", "biking", "roadbike", "roadbiking", "mountainbike", "mountainbiking", "indoorbike", "outdoorbike",
      "stationarybike", "stationarybiking",
    ],
    .cycling: [
      "ride", "cycling", "cycle", "roadcycling", "roadride", "virtualride", "virtualcycling", "indoorcycling",
      "indoorcycle", "indoorride", "outdoorcycle", "outdoorcycling", "gravelride", "gravelcycling", "mountainbikeride",
      "mountaincycling", "trackcycling", "trackride", "spinning",
    ],
    .yoga: ["yoga", "hathayoga", "poweryoga", "vinyasayoga"],
    .strengthTraining: [
      "strength", "strengthtraining", "weighttraining", "weightlifting", "weights", "traditionalstrengthtraining",
      "functionalstrengthtraining",
    ],
    .gym: ["gym", "gymworkout"],
  ].reduce(into: [:]) { types, entry in
    for name in entry.value { types[name] = entry.key }
  }
}

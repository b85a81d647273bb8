internal import EventLog
public import FoundationEssentials

/// Exercises that everybody knows. They become events when they are first used.
///
/// Their identities follow from their names, so that two journals mean the same one. An alias is another spelling of
/// the same movement, never the name of another one.
///
/// ```swift
/// let names = BuiltInExercises.all.map(\.name)  // Bench Press, Squat …
/// ```
public enum BuiltInExercises {
  /// In the order in which they are offered: by what they train.
  public static let all: [ExerciseDraft] =
    barbell + dumbbell + machine + bodyweight + timed
    + [
      exercise("Run", ["Running", "Jogging"], .distanceAndDuration),
      exercise("Walk", ["Walking"], .distanceAndDuration),
      exercise("Bike", ["Cycling"], .distanceAndDuration),
      exercise("Rowing Machine", ["Row Erg", "Rowing (Machine)"], .distanceAndDuration),
      exercise("Swim", ["Swimming"], .distanceAndDuration),
      exercise("Elliptical", ["Elliptical Machine", "Elliptical Trainer"], .distanceAndDuration),
      exercise("Farmer's Walk", ["Farmers Walk", "Farmer's Carry"], .distance),
    ]

  private static let barbell = [
    exercise("Bench Press", ["Bench Press (Barbell)", "Flat Barbell Bench Press"]),
    exercise("Incline Bench Press", ["Incline Bench Press (Barbell)", "Incline Barbell Bench Press"]),
    exercise("Close-Grip Bench Press", ["Bench Press - Close Grip (Barbell)", "Close Grip Barbell Bench Press"]),
    exercise("Squat", ["Squat (Barbell)", "Back Squat", "Barbell Squat"]),
    exercise("Front Squat", ["Front Squat (Barbell)", "Barbell Front Squat"]),
    exercise("Deadlift", ["Deadlift (Barbell)"]),
    exercise("Romanian Deadlift", ["Romanian Deadlift (Barbell)", "RDL"]),
    exercise("Sumo Deadlift", ["Sumo Deadlift (Barbell)"]),
    exercise("Overhead Press", ["Overhead Press (Barbell)", "Military Press", "OHP"]),
    exercise("Push Press", ["Push Press (Barbell)"]),
    exercise("Barbell Row", ["Bent Over Row (Barbell)", "Bent Over Row"]),
    exercise("Power Clean", ["Power Clean (Barbell)"]),
    exercise("Hip Thrust", ["Hip Thrust (Barbell)", "Barbell Hip Thrust"]),
    exercise("Barbell Curl", ["Bicep Curl (Barbell)"]),
    exercise("Skull Crusher", ["Skullcrusher (Barbell)"]),
    exercise("Shrug", ["Shrug (Barbell)", "Barbell Shrug"]),
  ]

  private static let dumbbell = [
    exercise("Dumbbell Bench Press", ["Bench Press (Dumbbell)", "Flat Dumbbell Bench Press"]),
    exercise("Incline Dumbbell Press", ["Incline Bench Press (Dumbbell)"]),
    exercise("Dumbbell Shoulder Press", ["Shoulder Press (Dumbbell)"]),
    exercise("Dumbbell Row", ["Dumbbell Row (Dumbbell)"]),
    exercise("Dumbbell Curl", ["Bicep Curl (Dumbbell)"]),
    exercise("Hammer Curl", ["Hammer Curl (Dumbbell)"]),
    exercise("Lateral Raise", ["Lateral Raise (Dumbbell)", "Lateral Dumbbell Raise"]),
    exercise("Dumbbell Fly", ["Chest Fly (Dumbbell)"]),
    exercise("Goblet Squat", ["Goblet Squat (Kettlebell)"]),
    exercise("Bulgarian Split Squat", ["Bulgarian Split Squat (Dumbbell)"]),
    exercise("Lunge", ["Lunge (Dumbbell)"]),
    exercise("Kettlebell Swing", ["Kettlebell Swing (Kettlebell)"]),
  ]

  private static let machine = [
    exercise("Lat Pulldown", ["Lat Pulldown (Cable)"]),
    exercise("Seated Cable Row", ["Seated Row (Cable)", "Cable Row"]),
    exercise("Triceps Pushdown", ["Triceps Pushdown (Cable - Straight Bar)"]),
    exercise("Face Pull", ["Face Pull (Cable)"]),
    exercise("Cable Fly", []),
    exercise("Chest Press", ["Chest Press (Machine)"]),
    exercise("Leg Press", ["Leg Press (Machine)"]),
    exercise("Leg Extension", ["Leg Extension (Machine)"]),
    exercise("Leg Curl", []),
    exercise("Calf Raise", []),
    exercise("Hip Abduction", ["Hip Abductor (Machine)"]),
    exercise("Hip Adduction", ["Hip Adductor (Machine)"]),
    exercise("Assisted Pull-up", ["Pull Up (Assisted)"], load: .assisted),
    exercise("Assisted Dip", [], load: .assisted),
  ]

  private static let bodyweight = [
    exercise("Pull-up", ["Pull Up", "Pullup"], load: .bodyweight),
    exercise("Chin-up", ["Chin Up", "Chinup"], load: .bodyweight),
    exercise("Dip", ["Parallel Bar Dip"], load: .bodyweight),
    exercise("Push-up", ["Push Up", "Pushup"], load: .bodyweight),
    exercise("Inverted Row", ["Inverted Row (Bodyweight)"], load: .bodyweight),
    exercise("Back Extension", ["Hyperextension"], load: .bodyweight),
    exercise("Hanging Leg Raise", [], load: .bodyweight),
    exercise("Sit-up", ["Sit Up"], load: .bodyweight),
    exercise("Crunch", [], load: .bodyweight),
    exercise("Burpee", [], .reps, load: .bodyweight),
    exercise("Box Jump", [], .reps, load: .bodyweight),
  ]

  private static let timed = [
    exercise("Plank", [], .duration, load: .bodyweight),
    exercise("Side Plank", [], .duration, load: .bodyweight),
    exercise("Wall Sit", [], .duration, load: .bodyweight),
    exercise("Dead Hang", [], .duration, load: .bodyweight),
    exercise("Jump Rope", ["Skipping", "Rope Skipping"], .duration),
  ]

  private static func exercise(
    _ name: String, _ aliases: [String], _ measure: Exercise.Measure = .weightAndReps,
    load: Exercise.Load = .external
  ) -> ExerciseDraft {
    ExerciseDraft(id: identity(ofExerciseNamed: name), name: name, aliases: aliases, measure: measure, load: load)
  }

  /// Names of other movements, folded, that the definition of a built-in exercise in a log can have as aliases.
  ///
  /// An import doesn't find the exercise by them.
  static let otherMovements: Set<String> = [
    "hiking", "indoor cycling", "stationary bike", "rowing", "pendlay row", "ez-bar curl", "lying triceps extension",
    "seated dumbbell press", "bent over one arm row (dumbbell)", "walking lunge", "rope pushdown", "cable crossover",
    "lying leg curl (machine)", "seated leg curl (machine)", "standing calf raise (machine)",
    "seated calf raise (machine)", "triceps dip (assisted)", "chest dip (assisted)", "chest dip", "triceps dip",
    "hanging knee raise",
  ]

  /// The identity of an exercise that is known by its name alone, whatever its case.
  public static func identity(ofExerciseNamed name: String) -> UUID {
    UUID(digesting: "checkin exercise: \(ExerciseName.folded(name))")
  }
}

extension UUID {
  /// The identity of an exercise with this name, the same everywhere: a custom UUID (version 8, RFC 9562) from the
  /// SHA-256 of the name.
  package init(digesting name: String) {
    var bytes = Array(Digest(of: Array(name.utf8)).bytes.prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

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
      exercise("Run", aliases: ["Running", "Jogging"], measure: .distanceAndDuration),
      exercise("Walk", aliases: ["Walking"], measure: .distanceAndDuration),
      exercise("Bike", aliases: ["Cycling"], measure: .distanceAndDuration),
      exercise("Rowing Machine", aliases: ["Row Erg", "Rowing (Machine)"], measure: .distanceAndDuration),
      exercise("Swim", aliases: ["Swimming"], measure: .distanceAndDuration),
      exercise("Elliptical", aliases: ["Elliptical Machine", "Elliptical Trainer"], measure: .distanceAndDuration),
      exercise("Farmer's Walk", aliases: ["Farmers Walk", "Farmer's Carry"], measure: .distance),
    ]

  private static let barbell = [
    exercise("Bench Press", aliases: ["Bench Press (Barbell)", "Flat Barbell Bench Press"]),
    exercise("Incline Bench Press", aliases: ["Incline Bench Press (Barbell)", "Incline Barbell Bench Press"]),
    exercise(
      "Close-Grip Bench Press", aliases: ["Bench Press - Close Grip (Barbell)", "Close Grip Barbell Bench Press"]),
    exercise("Squat", aliases: ["Squat (Barbell)", "Back Squat", "Barbell Squat"]),
    exercise("Front Squat", aliases: ["Front Squat (Barbell)", "Barbell Front Squat"]),
    exercise("Deadlift", aliases: ["Deadlift (Barbell)"]),
    exercise("Romanian Deadlift", aliases: ["Romanian Deadlift (Barbell)", "RDL"]),
    exercise("Sumo Deadlift", aliases: ["Sumo Deadlift (Barbell)"]),
    exercise("Overhead Press", aliases: ["Overhead Press (Barbell)", "Military Press", "OHP"]),
    exercise("Push Press", aliases: ["Push Press (Barbell)"]),
    exercise("Barbell Row", aliases: ["Bent Over Row (Barbell)", "Bent Over Row"]),
    exercise("Power Clean", aliases: ["Power Clean (Barbell)"]),
    exercise("Hip Thrust", aliases: ["Hip Thrust (Barbell)", "Barbell Hip Thrust"]),
    exercise("Barbell Curl", aliases: ["Bicep Curl (Barbell)"]),
    exercise("Skull Crusher", aliases: ["Skullcrusher (Barbell)"]),
    exercise("Shrug", aliases: ["Shrug (Barbell)", "Barbell Shrug"]),
  ]

  private static let dumbbell = [
    exercise("Dumbbell Bench Press", aliases: ["Bench Press (Dumbbell)", "Flat Dumbbell Bench Press"]),
    exercise("Incline Dumbbell Press", aliases: ["Incline Bench Press (Dumbbell)"]),
    exercise("Dumbbell Shoulder Press", aliases: ["Shoulder Press (Dumbbell)"]),
    exercise("Dumbbell Row", aliases: ["Dumbbell Row (Dumbbell)"]),
    exercise("Dumbbell Curl", aliases: ["Bicep Curl (Dumbbell)"]),
    exercise("Hammer Curl", aliases: ["Hammer Curl (Dumbbell)"]),
    exercise("Lateral Raise", aliases: ["Lateral Raise (Dumbbell)", "Lateral Dumbbell Raise"]),
    exercise("Dumbbell Fly", aliases: ["Chest Fly (Dumbbell)"]),
    exercise("Goblet Squat", aliases: ["Goblet Squat (Kettlebell)"]),
    exercise("Bulgarian Split Squat", aliases: ["Bulgarian Split Squat (Dumbbell)"]),
    exercise("Lunge", aliases: ["Lunge (Dumbbell)"]),
    exercise("Kettlebell Swing", aliases: ["Kettlebell Swing (Kettlebell)"]),
  ]

  private static let machine = [
    exercise("Lat Pulldown", aliases: ["Lat Pulldown (Cable)"]),
    exercise("Seated Cable Row", aliases: ["Seated Row (Cable)", "Cable Row"]),
    exercise("Triceps Pushdown", aliases: ["Triceps Pushdown (Cable - Straight Bar)"]),
    exercise("Face Pull", aliases: ["Face Pull (Cable)"]),
    exercise("Cable Fly", aliases: []),
    exercise("Chest Press", aliases: ["Chest Press (Machine)"]),
    exercise("Leg Press", aliases: ["Leg Press (Machine)"]),
    exercise("Leg Extension", aliases: ["Leg Extension (Machine)"]),
    exercise("Leg Curl", aliases: []),
    exercise("Calf Raise", aliases: []),
    exercise("Hip Abduction", aliases: ["Hip Abductor (Machine)"]),
    exercise("Hip Adduction", aliases: ["Hip Adductor (Machine)"]),
    exercise("Assisted Pull-up", aliases: ["Pull Up (Assisted)"], load: .assisted),
    exercise("Assisted Dip", aliases: [], load: .assisted),
  ]

  private static let bodyweight = [
    exercise("Pull-up", aliases: ["Pull Up", "Pullup"], load: .bodyweight),
    exercise("Chin-up", aliases: ["Chin Up", "Chinup"], load: .bodyweight),
    exercise("Dip", aliases: ["Parallel Bar Dip"], load: .bodyweight),
    exercise("Push-up", aliases: ["Push Up", "Pushup"], load: .bodyweight),
    exercise("Inverted Row", aliases: ["Inverted Row (Bodyweight)"], load: .bodyweight),
    exercise("Back Extension", aliases: ["Hyperextension"], load: .bodyweight),
    exercise("Hanging Leg Raise", aliases: [], load: .bodyweight),
    exercise("Sit-up", aliases: ["Sit Up"], load: .bodyweight),
    exercise("Crunch", aliases: [], load: .bodyweight),
    exercise("Burpee", aliases: [], measure: .reps, load: .bodyweight),
    exercise("Box Jump", aliases: [], measure: .reps, load: .bodyweight),
  ]

  private static let timed = [
    exercise("Plank", aliases: [], measure: .duration, load: .bodyweight),
    exercise("Side Plank", aliases: [], measure: .duration, load: .bodyweight),
    exercise("Wall Sit", aliases: [], measure: .duration, load: .bodyweight),
    exercise("Dead Hang", aliases: [], measure: .duration, load: .bodyweight),
    exercise("Jump Rope", aliases: ["Skipping", "Rope Skipping"], measure: .duration),
  ]

  private static func exercise(
    _ name: String, aliases: [String], measure: Exercise.Measure = .weightAndReps,
    load: Exercise.Load = .external
  ) -> ExerciseDraft {
    ExerciseDraft(id: identity(ofExerciseNamed: name), name: name, aliases: aliases, measure: measure, load: load)
  }

  /// Names of other movements, folded, that the definition of a built-in exercise in a log can have as aliases.
  ///
  /// An import doesn't find the exercise by them.
  package static let otherMovements: Set<String> = [
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

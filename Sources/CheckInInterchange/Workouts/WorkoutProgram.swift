/// The programs whose exports of workouts are understood.
enum WorkoutProgram: String, CaseIterable {
  case strong
  case hevy
  case fitnotes
}

/// The types whose names other modules have too, by names that nothing else can have. See <doc:Names>.
extension Journal {
  /// ``CheckInJournal/Event``, where another module has an `Event`.
  public typealias Event = CheckInJournal.Event
  /// ``CheckInJournal/Exercise``, where another module has an `Exercise`.
  public typealias Exercise = CheckInJournal.Exercise
  /// ``CheckInJournal/Goal``, where another module has a `Goal`.
  public typealias Goal = CheckInJournal.Goal
  /// ``CheckInJournal/Photo``, where another module has a `Photo`.
  public typealias Photo = CheckInJournal.Photo
  /// ``CheckInJournal/Projection``, where another module has a `Projection`.
  public typealias Projection = CheckInJournal.Projection
  /// ``CheckInJournal/Reminder``, where another module has a `Reminder`.
  public typealias Reminder = CheckInJournal.Reminder
  /// ``CheckInJournal/Statistics``, where another module has `Statistics`.
  public typealias Statistics = CheckInJournal.Statistics
  /// ``CheckInJournal/Validation``, where another module has a `Validation`.
  public typealias Validation = CheckInJournal.Validation
  /// ``CheckInJournal/Weekday``, where another module has a `Weekday`.
  public typealias Weekday = CheckInJournal.Weekday
  /// ``CheckInJournal/Weight``, where another module has a `Weight`.
  public typealias Weight = CheckInJournal.Weight
  /// ``CheckInJournal/WorkoutPlan``, where another module, such as WorkoutKit, has a `WorkoutPlan`.
  public typealias WorkoutPlan = CheckInJournal.WorkoutPlan
}

/// The types whose names other modules have too, by names that nothing else can have. See <doc:Names>.
extension Journal {
  /// ``CheckInJournal/Event``, where another module has an `Event`.
  public typealias Event = CheckInTimeline.Event
  /// ``CheckInJournal/Exercise``, where another module has an `Exercise`.
  public typealias Exercise = CheckInModel.Exercise
  /// ``CheckInJournal/Goal``, where another module has a `Goal`.
  public typealias Goal = CheckInModel.Goal
  /// ``CheckInJournal/Photo``, where another module has a `Photo`.
  public typealias Photo = CheckInModel.Photo
  /// ``CheckInJournal/Projection``, where another module has a `Projection`.
  public typealias Projection = CheckInTimeline.Projection
  /// ``CheckInJournal/Reminder``, where another module has a `Reminder`.
  public typealias Reminder = CheckInModel.Reminder
  /// ``CheckInJournal/Statistics``, where another module has `Statistics`.
  public typealias Statistics = CheckInTimeline.Statistics
  /// ``CheckInJournal/Validation``, where another module has a `Validation`.
  public typealias Validation = CheckInModel.Validation
  /// ``CheckInJournal/Weekday``, where another module has a `Weekday`.
  public typealias Weekday = CheckInModel.Weekday
  /// ``CheckInJournal/Weight``, where another module has a `Weight`.
  public typealias Weight = CheckInModel.Weight
  /// ``CheckInJournal/WorkoutPlan``, where another module, such as WorkoutKit, has a `WorkoutPlan`.
  public typealias WorkoutPlan = CheckInModel.WorkoutPlan
}

// Events and answers consist of check-ins and workouts, so whoever uses the timeline uses the model.
@_exported public import CheckInModel

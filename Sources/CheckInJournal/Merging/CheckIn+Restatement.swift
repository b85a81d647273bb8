extension CheckIn {
  /// Actions that make any check-in this one.
  var restatement: [Event.Action] {
    [
      .edited(
        CheckInChanges(
          type: type, title: title, time: time, calories: calories.map { .set($0) } ?? .clear,
          durationSeconds: durationSeconds.map { .set($0) } ?? .clear,
          distanceMetres: distanceMetres.map { .set($0) } ?? .clear, location: location.map { .set($0) } ?? .clear,
          notes: notes)), photo.map { .photoAttached($0) } ?? .photoCleared, isDiscarded ? .discarded : .restored,
    ]
  }
}

extension CheckIn {
  /// Actions that make any check-in this one.
  var restatement: [Event.Action] {
    [
      .edited(CheckInChanges(writing: fields)), photo.map { .photoAttached($0) } ?? .photoCleared,
      isDiscarded ? .discarded : .restored,
    ]
  }
}

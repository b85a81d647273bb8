extension Journal {
  /// Stores a photo and gives it to a check-in, in place of the one it has.
  ///
  /// The bytes are durable before the event that names them. Attaching the photo that is there appends nothing.
  ///
  /// - Throws: `invalidValue` for a photo that is too large or no JPEG, and for a discarded check-in; `notFound`; what
  ///   committing throws.
  @discardableResult
  public func attachPhoto(_ photo: NewPhoto, to number: Int) throws(JournalError) -> CheckIn {
    try attachPhoto(photo, to: number, origin: configuration.origin)
  }

  /// As ``attachPhoto(_:to:)``, for a photo without a thumbnail.
  @discardableResult
  public func attachPhoto(_ jpeg: [UInt8], width: Int, height: Int, to number: Int) throws(JournalError) -> CheckIn {
    try attachPhoto(NewPhoto(jpeg: jpeg, width: width, height: height), to: number)
  }

  package func attachPhoto(_ new: NewPhoto, to number: Int, origin: Event.Origin) throws(JournalError) -> CheckIn {
    let photo = try new.described()
    let outcome = try commit { timeline throws(JournalError) in
      // Where nothing changes the bytes are stored all the same: the file may be missing or damaged.
      guard try timeline.changeable(number).photo != photo else {
        return Plan(photos: [new.jpeg], unchanged: [number])
      }
      return Plan(
        events: [(.checkIn(number), .photoAttached(photo))], keys: [.checkIn(number)], origin: origin,
        photos: [new.jpeg])
    }
    keepForLater(new.thumbnail, of: photo.digest)
    return try required(outcome)
  }

  /// Takes the photo from a check-in. Its bytes stay, for the history.
  ///
  /// - Throws: `invalidValue` where there is no photo, or for a discarded check-in; `notFound`; what committing throws.
  @discardableResult
  public func clearPhoto(of number: Int) throws(JournalError) -> CheckIn {
    guard let checkIn = try clearPhotos(of: [number]).first else {
      throw JournalError(.internalFault, "A command had no result.")
    }
    return checkIn
  }

  /// Takes the photos from check-ins, all or none, as one command. Their bytes stay, for the history.
  ///
  /// - Returns: the check-ins as they are afterwards, in the order given, each once.
  /// - Throws: as ``clearPhoto(of:)``, for each of them.
  @discardableResult
  public func clearPhotos(of numbers: [Int]) throws(JournalError) -> [CheckIn] {
    try commit(each: numbers) { number, state throws(JournalError) in
      let checkIn = try state.ask { try $0.changeable(number) }
      guard checkIn.photo != nil else {
        throw JournalError(.invalidValue, "Check-in \(checkIn.shownNumber) has no photo.")
      }
      return .photoCleared
    }
  }
}

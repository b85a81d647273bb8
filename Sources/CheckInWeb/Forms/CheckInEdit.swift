import CheckInJournal
import CheckInViewModels
import EventLog
import HTTPTypes

/// An edit that a browser sent, merged with what others have changed in the check-in since.
struct CheckInEdit: Sendable {
  enum Outcome: Sendable {
    /// With the fields that only others had changed.
    case saved(CheckIn, taken: [CheckInField])
    case refused(BaseVersion, [CheckInForm.Problem])
    /// Somebody has discarded it, and the form does not ask to restore it.
    case discarded(BaseVersion)
    case conflict(Conflict)
  }

  /// An edit of fields that others have changed too.
  struct Conflict: Sendable {
    /// The check-in that the form began with; `nil` if it is unknown.
    var base: CheckIn?
    var current: BaseVersion
    /// The form that the browser sent.
    var sent: CheckInForm
    var merge: CheckInForm.Merge
    var isPhotoInConflict: Bool
  }

  /// The maximum number of attempts to apply an edit while others keep changing the check-in.
  private static let attempts = 20

  var number: Int
  var form: CheckInForm
  /// The base version of the form.
  ///
  /// The values of that version are read from the log: values from a browser could undo changes by others.
  var expected: CheckInVersion
  var chosen: ChosenPhoto
  var removesPhoto: Bool
  var restores: Bool

  /// - Throws: `notFound`; `busy`; what commands throw.
  func apply(to journal: Journal, now: Int64) throws -> Outcome {
    for _ in 0..<Self.attempts {
      let known = try journal.baseVersion(of: number)
      let current = known.checkIn
      if current.isDiscarded, !restores { return .discarded(known) }
      let (base, earlier) = try beginning(of: known, in: journal)
      // Whoever changes what devices have said differently settles it, and has to have seen it.
      let unseen = expected.hasSameConflicts(as: known.version) ? [] : known.conflicts.compactMap(\.checkInField)
      var merge = form.merged(
        with: CheckInForm(current), since: base.map(CheckInForm.init), earlier: earlier.map(CheckInForm.init),
        unseen: Set(unseen))
      let read = merge.form.changes(to: current, now: now)
      let messages = read.messages + chosen.messages(of: current)
      guard messages.isEmpty else { return .refused(known, messages) }
      let isPhotoChanged = base.map { $0.photo != current.photo } ?? (current.photo != nil)
      let isPhotoInConflict =
        isPhotoChanged && changesPhoto(of: current) || unseen.contains(.photo) && (chosen.photo != nil || removesPhoto)
      guard merge.contested.isEmpty, !isPhotoInConflict else {
        return .conflict(
          Conflict(
            base: base, current: known, sent: form, merge: merge, isPhotoInConflict: isPhotoInConflict))
      }
      if isPhotoChanged { merge.taken.append(.photo) }
      do throws(JournalError) {
        if current.isDiscarded {
          // Then it is judged again, as it is brought back.
          try journal.restore(number)
          continue
        }
        // The form has every field, and most were not touched.
        let changes = read.changes.difference(from: current)
        let saved = try journal.edit(number, with: changes, photo: photoChange, expecting: known.version).checkIn
        return .saved(saved, taken: merge.taken)
      } catch {
        guard [.conflict, .invalidValue].contains(error.code) else { throw error }
        // The edit was valid for the check-in as it was, so that has changed, or was discarded or restored, in between.
        try journal.refresh()
        guard try journal.baseVersion(of: number) != known else { throw error }
      }
    }
    throw JournalError(.busy, "Others keep changing check-in \(number); try again.")
  }

  /// The check-in that the form began with; `nil` if it cannot be found any more, with what it was at any time.
  private func beginning(
    of known: BaseVersion, in journal: Journal
  ) throws -> (base: CheckIn?, earlier: [CheckIn]) {
    let current = known.checkIn
    let (isSame, sequence, isOfGroup) = (expected.isSame(as: current), expected.sequence, journal.showsPeers)
    if isSame == true || isSame == nil && !isOfGroup && sequence >= current.sequence { return (current, []) }
    let history = try journal.history(of: number)
    let earlier = history.compactMap(\.after)
    // What another device recorded earlier can have come before that event since, so that nothing in the history is
    // what the form showed.
    if isSame != nil { return (earlier.last { expected.isSame(as: $0) == true }, earlier) }
    // Among several devices, a number alone does not say what it showed.
    if isOfGroup { return (nil, earlier) }
    let base = history.last { $0.event.sequence == sequence } ?? history.last { $0.event.sequence <= sequence }
    return (base?.after, earlier)
  }

  private var photoChange: Journal.PhotoChange {
    chosen.photo.map { .attach($0) } ?? (removesPhoto ? .clear : .none)
  }

  private func changesPhoto(of current: CheckIn) -> Bool {
    switch photoChange {
    case .none: false
    case .attach(let photo): current.photo?.digest != Digest(of: photo.jpeg)
    case .clear: current.photo != nil
    }
  }
}

/// The photo that came with a form: as a file, or kept from an earlier attempt.
struct ChosenPhoto: Sendable {
  var photo: NewPhoto?
  var problem: Message?
  /// The status of the answer that reports the problem.
  var status = HTTPResponse.Status.unprocessableContent
  /// A photo that was kept for this form but no longer is.
  var lost: Digest?

  /// Returns the messages about the chosen photo.
  ///
  /// - Parameter checkIn: The saved check-in. If a form is sent twice, it already has the photo.
  func messages(of checkIn: CheckIn?) -> [CheckInForm.Problem] {
    if let lost, checkIn?.photo?.digest == lost { return [] }
    return problem.map { [CheckInForm.Problem(.photo, message: $0)] } ?? []
  }
}

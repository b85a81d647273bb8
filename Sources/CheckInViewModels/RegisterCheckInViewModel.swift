public import CheckInJournal
public import Observation

/// The screen on which a check-in is registered: the fields with their rules, the photo, and saving.
///
/// ```swift
/// let screen = RegisterCheckInViewModel(journal: journal, zone: zone)
/// screen.setExerciseType("Run")
/// screen.setTitle("Morning 5k")
/// if !screen.save() { print(screen.validationErrors, screen.error?.message ?? "") }
/// ```
///
/// It belongs to the thread that shows it. ``save()`` blocks until the check-in is durable.
@Observable
public final class RegisterCheckInViewModel {
  /// The photo could not be read where it was chosen.
  public static let photoNotLoaded: Message = "The photo could not be loaded"

  /// The form with the entered values.
  public private(set) var form: CheckInForm
  /// A photo that is ready to be stored.
  public private(set) var photo: NewPhoto?
  /// Everything that is wrong, in the form's order; empty before saving, and if nothing is wrong.
  public private(set) var messages: [CheckInForm.Problem] = []
  /// A Boolean value that indicates whether the journal is saving the check-in.
  public private(set) var isSaving = false
  /// The check-in as it was saved; the screen can then be left.
  public private(set) var saved: CheckIn?
  /// The journal's error from the last attempt to save; `nil` if there was none.
  ///
  /// Problems with the entered values are in ``messages``.
  public private(set) var error: JournalError?

  @ObservationIgnored private let journal: Journal
  @ObservationIgnored private let zone: LocalTimeZone
  @ObservationIgnored private let now: () -> Int64
  @ObservationIgnored private var initial: CheckInForm

  /// - Parameters:
  ///   - zone: the zone that local times are read in.
  ///   - now: the clock that "in the future" is judged by: milliseconds since 1970.
  public init(journal: Journal, zone: LocalTimeZone, now: @escaping () -> Int64 = Journal.systemMilliseconds) {
    self.journal = journal
    self.zone = zone
    self.now = now
    initial = CheckInForm(time: zone.time(atInstant: now()))
    form = initial
  }

  /// A Boolean value that indicates whether the check-in was saved, so the screen can close.
  public var didSave: Bool { saved != nil }

  /// The messages' texts.
  public var validationErrors: [String] { messages.map(\.message.text) }

  /// A Boolean value that indicates whether leaving the screen would lose input.
  public var hasUnsavedChanges: Bool { !didSave && (form != initial || photo != nil) }

  /// Chooses a type by its name, and removes its message.
  public func setExerciseType(_ name: String) {
    form.type = name
    drop(.type)
  }

  /// Keeps the first 100 characters, without leading white space.
  public func setTitle(_ text: String) {
    form.title = Self.limited(text, to: Validation.maximumTitleCharacters)
    drop(.title)
  }

  /// Accepts digits only; anything else empties the field.
  public func setCalories(_ text: String) {
    form.calories = !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber } ? text : ""
    drop(.calories)
  }

  /// - Parameter text: a time such as `45m` or `1:30:00`.
  public func setDuration(_ text: String) {
    form.duration = text
    drop(.duration)
  }

  /// - Parameter text: a length such as `5km`.
  public func setDistance(_ text: String) {
    form.distance = text
    drop(.distance)
  }

  /// Keeps the first 200 characters, without leading white space.
  public func setLocation(_ text: String) {
    form.location = Self.limited(text, to: Validation.maximumLocationCharacters)
    drop(.location)
  }

  /// Takes the notes as they are typed.
  public func setNotes(_ text: String) {
    form.notes = text
    drop(.notes)
  }

  /// A time in the future becomes the present one.
  ///
  /// - Parameter instant: milliseconds since 1970.
  public func setTime(_ instant: Int64) {
    form.time = CheckInForm.text(of: zone.time(atInstant: min(instant, now())))
    drop(.at)
  }

  /// Takes a photo for the check-in, in place of the one before.
  public func setPhoto(_ photo: NewPhoto) {
    guard photo.jpeg.count < Validation.photoByteLimit else { return refusePhoto(Validation.photoTooLarge) }
    self.photo = photo
    drop(.photo)
  }

  /// Loads a photo. If that fails, there is a message, but saving is still possible: a photo is optional.
  public nonisolated(nonsending) func loadPhoto(
    from source: nonisolated(nonsending) () async throws -> NewPhoto?
  ) async {
    do {
      if let photo = try await source() { setPhoto(photo) }
    } catch {
      refusePhoto(Self.photoNotLoaded)
    }
  }

  /// Takes the photo away.
  public func clearPhoto() {
    photo = nil
    drop(.photo)
  }

  /// Saves the check-in and its photo, if nothing is wrong.
  ///
  /// - Returns: whether it was saved; otherwise ``messages`` or ``error`` say why not.
  @discardableResult
  public func save() -> Bool {
    let read = form.draft(zone: zone, now: now())
    messages = read.messages
    error = nil
    guard messages.isEmpty, !didSave else { return false }
    isSaving = true
    defer { isSaving = false }
    do throws(JournalError) {
      saved = try journal.create(read.draft, photo: photo).checkIn
      return true
    } catch {
      if error.code == .invalidValue { self.messages = error.messages.map(CheckInForm.problem) }
      self.error = error
      return false
    }
  }

  /// Empties the form, for another check-in.
  public func reset() {
    initial = CheckInForm(time: zone.time(atInstant: now()))
    form = initial
    photo = nil
    messages = []
    saved = nil
    error = nil
  }

  private func refusePhoto(_ message: Message) {
    drop(.photo)
    messages.append(CheckInForm.Problem(.photo, message: message))
  }

  private func drop(_ field: CheckInField) {
    messages.removeAll { $0.field == field }
  }

  /// White space after the last word may precede the next one, so only leading white space is removed while typing.
  private static func limited(_ text: String, to count: Int) -> String {
    String(text.drop(while: \.isWhitespace).prefix(count))
  }
}

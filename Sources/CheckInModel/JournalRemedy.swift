/// A recovery suggestion: an action that a program can offer, or mention by its own name for it.
///
/// ```swift
/// do {
///   try journal.startSession(draft)
/// } catch {
///   for case .finishSession in error.remedies { print("Finish the workout first.") }
/// }
/// ```
///
/// Later versions may add cases: give a `switch` over them a `default`.
public enum JournalRemedy: Hashable, Sendable {
  /// Reading every byte of the journal again, which says where it is damaged:
  /// ``Journal/verify(at:against:progress:)``.
  case verify
  /// Finding out how damage can be mended, and mending it: ``Journal/diagnose(at:progress:)``.
  case repair
  /// Rebuilding the snapshot from the log.
  case rebuildSnapshot
  /// A copy of the journal in a directory, which keeps everything.
  case backUp
  /// Renaming a directory.
  case move(from: String, to: String)

  /// Making a group at a place; `nil` where one has yet to be chosen.
  case createGroup(at: String?)
  /// Entering a group that another device made.
  case joinGroup
  /// Leaving the group that the journal belongs to.
  case leaveGroup
  /// Giving a copied journal a new identity.
  case forkJournal

  /// Bringing a discarded check-in back, by its number; people call it `17` or, of another device, `phone/17`.
  case restoreCheckIn(Int, called: String)
  /// Taking from a check-in, by its number, the session that it names.
  case unlinkCheckIn(Int, called: String? = nil)

  // Sessions, their sets and plans have the numbers of this journal. People call one that another device of the group
  // created by another, such as `phone/3`, which is given with it.

  /// Beginning a session.
  case startSession
  /// Ending the session that is open.
  case finishSession
  /// Discarding a session, by its number.
  case discardSession(Int, called: String? = nil)
  /// Bringing a discarded session back, by its number; `nil` for each one that is wanted.
  case restoreSession(Int?, called: String? = nil)
  /// Correcting when a session began, by its number.
  case correctStart(session: Int, called: String? = nil)
  /// Correcting when a session began and ended, by its number.
  case correctTimes(session: Int, called: String? = nil)
  /// Correcting what a set of a session says; people call both, one after the other, `5 2` or `phone/5 phone/2`.
  case correctSet(session: Int, set: Int, called: String? = nil)
  /// Writing sets in the form of ``SetNotation``, to log them for an exercise; `nil` in a plan.
  case writeSets(String, exercise: String?)
  /// Taking a set out of a session, which are called as in ``correctSet(session:set:called:)``.
  case removeSet(session: Int, set: Int, called: String? = nil)

  /// Changing a plan, by its number.
  case editPlan(Int, called: String? = nil)
  /// Bringing a discarded plan back, by its number.
  case restorePlan(Int, called: String? = nil)

  /// Defining an exercise.
  case defineExercise
  /// Giving an exercise another name.
  case renameExercise
  /// Offering an exercise no more.
  case retireExercise
  /// Offering a retired exercise again, by its name.
  case restoreExercise(String)
}

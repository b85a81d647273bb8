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
  /// Making the snapshot anew from the log.
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
  /// Giving a copy of a journal an identity of its own.
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

/// Sentences on what is wrong and what may be done about it, which can be said in two ways: in words that suit every
/// program, and in those of a program that has names for what may be done.
///
/// ```swift
/// let message: JournalMessage = "Session 3 is open; finish it first\(by: .finishSession)."
/// message.text                            // Session 3 is open; finish it first.
/// message.text { _ in "'ledger finish'" } // Session 3 is open; finish it first with 'ledger finish'.
/// ```
package struct JournalMessage: Hashable, Sendable {
  fileprivate enum Part: Hashable, Sendable {
    case text(String)
    /// A recovery suggestion, with the words around its name.
    ///
    /// `neutral` replaces all of them if the program has no name for it.
    case remedy(JournalRemedy, before: String, after: String, neutral: String, isOffered: Bool)
  }

  fileprivate var parts: [Part]

  /// Text that names no remedy.
  package init(_ text: String) { parts = [.text(text)] }

  private init(_ parts: [Part]) { self.parts = parts }

  /// The recovery suggestions, in the order of the sentences.
  package var remedies: [JournalRemedy] {
    parts.compactMap { if case .remedy(let remedy, _, _, _, isOffered: true) = $0 { remedy } else { nil } }
  }

  /// The sentences in words that suit every program.
  package var text: String { text { _ in nil } }

  /// The sentences in the words of a program.
  ///
  /// - Parameter name: what the program calls a remedy, with quotation marks; `nil` where it has no name for it.
  package func text(naming name: (JournalRemedy) -> String?) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .text(let words): text += words
      case .remedy(let remedy, let before, let after, let neutral, _):
        let words = name(remedy).map { before + $0 + after } ?? neutral
        text += text.isEmpty || text.hasSuffix(". ") ? words.prefix(1).uppercased() + words.dropFirst() : words
      }
    }
    return text
  }

  package static func + (first: JournalMessage, second: JournalMessage) -> JournalMessage {
    JournalMessage(first.parts + second.parts)
  }
}

extension JournalMessage: ExpressibleByStringInterpolation, CustomStringConvertible {
  package init(stringLiteral text: String) { self.init(text) }
  package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  /// ``text``.
  package var description: String { text }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      parts.reserveCapacity(2 * interpolationCount + 1)
    }

    package mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { parts.append(.text(literal)) }
    }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) { appendLiteral("\(value)") }

    package mutating func appendInterpolation(_ message: JournalMessage) { parts += message.parts }

    /// A remedy by its name, or other words in its place.
    package mutating func appendInterpolation(_ remedy: JournalRemedy, or neutral: String) {
      appendInterpolation("", remedy, "", or: neutral)
    }

    /// A remedy by its name, framed by words, or other words in place of all that.
    package mutating func appendInterpolation(
      _ before: String, _ remedy: JournalRemedy, _ after: String, or neutral: String
    ) {
      parts.append(.remedy(remedy, before: before, after: after, neutral: neutral, isOffered: true))
    }

    /// "run" and a remedy, or other words in their place.
    package mutating func appendInterpolation(run remedy: JournalRemedy, or neutral: String) {
      appendInterpolation("run ", remedy, "", or: neutral)
    }

    /// Appends "with" and the recovery suggestion that performs the action mentioned before.
    ///
    /// `neutral` replaces both if the program has no name for the suggestion.
    package mutating func appendInterpolation(by remedy: JournalRemedy, or neutral: String = "") {
      appendInterpolation(" with ", remedy, "", or: neutral)
    }

    /// Appends the name of an action that was taken earlier and isn't a recovery suggestion now.
    package mutating func appendInterpolation(mentioning remedy: JournalRemedy, or neutral: String) {
      parts.append(.remedy(remedy, before: "", after: "", neutral: neutral, isOffered: false))
    }
  }
}

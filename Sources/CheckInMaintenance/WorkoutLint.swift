internal import Foundation

extension WorkoutValidation {
  /// Returns the reasons for which current validation would reject an action; empty if it wouldn't.
  ///
  /// - Parameter now: The time at which the event was recorded, in milliseconds since 1970.
  static func messages(for action: WorkoutAction, now: Int64) -> [Message] {
    switch action {
    case .exerciseDefined(let new): nameMessages(new.name) + new.aliases.flatMap(nameMessages).prefix(1)
    case .exerciseEdited(_, let changes): messages(for: changes)
    case .planCreated(let new): messages(planName: new.name, items: new.items)
    case .planEdited(_, let changes): messages(planName: changes.name, items: changes.items)
    case .sessionStarted(let new): nameMessages(new.title) + startMessages(new.start, now: now) + noteMessages(new.note)
    case .sessionEdited(_, let changes):
      (changes.title.map(nameMessages) ?? []) + (changes.start.map { startMessages($0, now: now) } ?? [])
        + noteMessages(changes.note ?? "")
    case .setLogged(let new): messages(for: new.entry)
    case .setEdited(_, let changes): weightMessages(changes.weight?.value) + noteMessages(changes.note ?? "")
    case .goalSet(let goal): goal.messages
    case .dayMarked(let mark): mark.messages
    default: []
    }
  }
}

extension Training {
  /// Returns the likely mistakes in the workouts, by kind, each ascending. Loads all sessions.
  ///
  /// - Parameter now: The current time in milliseconds since 1970.
  mutating func findings(now: Int64) throws(JournalError) -> [Lint.Finding] {
    let directory = try directory()
    guard !directory.isEmpty else { return [] }
    var sessions: [WorkoutSession] = []
    for index in directory.months.indices { sessions += try page(at: index).sessions.map { shown($0) } }
    sessions.sort { $0.number < $1.number }
    let exercises = try exercises()
    let outOfLine = Self.outOfLine(in: sessions, of: exercises)
    let doubtful = Self.doubtful(in: sessions, of: exercises).filter { finding in
      !outOfLine.contains { $0.sequence == finding.sequence }
    }
    return Self.openTooLong(sessions, now: now) + Self.overlapping(sessions) + outOfLine + doubtful
      + Self.sameNames(exercises) + Self.retired(exercises, in: try plans())
      + directory.linksToDiscarded(sessions, names: names)
  }

  private static let dayMilliseconds: Int64 = 86_400_000

  private static func openTooLong(_ sessions: [WorkoutSession], now: Int64) -> [Lint.Finding] {
    sessions.filter { $0.state == .open && !$0.isDiscarded }.compactMap { session in
      let last = session.sets.compactMap(\.atMilliseconds).max() ?? session.start.instantMilliseconds
      guard now &- max(last, session.start.instantMilliseconds) > dayMilliseconds else { return nil }
      return Lint.Finding(
        sequence: session.sequence,
        advice: """
          Session \(session.shownNumber) of \(session.day) is still open, so its sets do not count; finish \
          it\(by: .finishSession), or discard \
          it\(by: .discardSession(session.number, called: session.numberInGroup)).
          """)
    }
  }

  /// Sessions that begin before another one has ended.
  private static func overlapping(_ sessions: [WorkoutSession]) -> [Lint.Finding] {
    let timed = sessions.filter { $0.counts && $0.start.isTimeOfDayKnown && $0.endMilliseconds != nil }
      .sorted { ($0.start.instantMilliseconds, $0.number) < ($1.start.instantMilliseconds, $1.number) }
    var findings: [Lint.Finding] = []
    var latest: WorkoutSession?
    for session in timed {
      if let latest, let end = latest.endMilliseconds, session.start.instantMilliseconds < end {
        findings.append(
          Lint.Finding(
            sequence: session.sequence,
            advice: """
              Session \(session.shownNumber) of \(session.day) begins before session \(latest.shownNumber) ends; \
              correct one\(by: .correctTimes(session: session.number, called: session.numberInGroup)), or discard one \
              that is there twice\(by: .discardSession(session.number, called: session.numberInGroup)).
              """))
      }
      if session.endMilliseconds ?? 0 > latest?.endMilliseconds ?? .min { latest = session }
    }
    return findings
  }

  /// So many times as much as in all other sets of an exercise is out of line.
  private static let factor = 10.0
  /// With fewer sets than these there is no line.
  private static let minimumSetCount = 3

  /// Sets with ten times as much of something as any other set of their exercise.
  private static func outOfLine(in sessions: [WorkoutSession], of exercises: [Exercise]) -> [Lint.Finding] {
    let quantities: [(ofEvery: Message, value: (SetEntry) -> Double?)] = [
      ("the weight of every", { $0.weight?.kilograms }),
      ("the repetitions of every", { $0.reps.map(Double.init) }),
      ("the duration of every", { $0.seconds.map(Double.init) }),
      ("the distance of every", { $0.millimetres.map(Double.init) }),
    ]
    var sets: [Int: [(session: WorkoutSession, set: ExerciseSet)]] = [:]
    for session in sessions where !session.isDiscarded {
      for set in session.sets where set.entry.counts { sets[set.exercise, default: []].append((session, set)) }
    }
    var findings: [Lint.Finding] = []
    for exercise in exercises {
      for (ofEvery, value) in quantities {
        let values = (sets[exercise.number] ?? []).compactMap { place in value(place.set.entry).map { (place, $0) } }
          .filter { $0.1 > 0 }.sorted { $0.1 > $1.1 }
        guard values.count >= minimumSetCount, values[0].1 >= factor * values[1].1 else { continue }
        let (session, set) = values[0].0
        let isOfOthers = session.numberInGroup != nil || set.numberInGroup != nil
        let called = isOfOthers ? "\(session.shownNumber) \(set.shownNumber)" : nil
        findings.append(
          Lint.Finding(
            sequence: set.sequence,
            advice: """
              Set \(set.shownNumber) of session \(session.shownNumber) has at least 10 times \(ofEvery) \
              other set of "\(exercise.name)"; correct \
              it\(by: .correctSet(session: session.number, set: set.number, called: called)), or remove \
              it\(by: .removeSet(session: session.number, set: set.number, called: called)).
              """))
      }
    }
    return findings.sorted { $0.sequence < $1.sequence }
  }

  /// Sets with a weight that is hardly meant. The record is that of the other sessions, so that progress is no doubt.
  private static func doubtful(in sessions: [WorkoutSession], of exercises: [Exercise]) -> [Lint.Finding] {
    var sets: [Int: [(session: WorkoutSession, set: ExerciseSet)]] = [:]
    for session in sessions where !session.isDiscarded {
      for set in session.sets where set.entry.weight != nil { sets[set.exercise, default: []].append((session, set)) }
    }
    var findings: [Lint.Finding] = []
    for exercise in exercises {
      // The greatest weight of the session that has it, and that of all others.
      var records: (first: (session: Int, weight: Weight)?, others: Weight?) = (nil, nil)
      for (session, set) in sets[exercise.number] ?? [] where session.counts && set.entry.counts {
        guard let weight = set.entry.weight else { continue }
        if let first = records.first, first.session != session.number {
          let isFirst = weight.isHeavier(than: first.weight)
          let other = isFirst ? first.weight : weight
          if records.others.map({ other.isHeavier(than: $0) }) ?? true { records.others = other }
          if isFirst { records.first = (session.number, weight) }
        } else if records.first.map({ weight.isHeavier(than: $0.weight) }) ?? true {
          records.first = (session.number, weight)
        }
      }
      for (session, set) in sets[exercise.number] ?? [] {
        let record = records.first?.session == session.number ? records.others : records.first?.weight
        // More than the limit is reported as invalid.
        guard WorkoutValidation.weightMessages(set.entry.weight).isEmpty,
          let doubt = Validation.doubts(about: [set.entry], load: exercise.load, record: record).first
        else { continue }
        let isOfOthers = session.numberInGroup != nil || set.numberInGroup != nil
        let called = isOfOthers ? "\(session.shownNumber) \(set.shownNumber)" : nil
        findings.append(
          Lint.Finding(
            sequence: set.sequence,
            advice: """
              Set \(set.shownNumber) of session \(session.shownNumber) of "\(exercise.name)" is doubtful: \
              \(clause: doubt); correct \
              it\(by: .correctSet(session: session.number, set: set.number, called: called)), or remove \
              it\(by: .removeSet(session: session.number, set: set.number, called: called)).
              """))
      }
    }
    return findings.sorted { $0.sequence < $1.sequence }
  }

  /// Exercises whose names only differ by case, accents and white space, so that one of them was hardly meant to be
  /// another one.
  private static func sameNames(_ exercises: [Exercise]) -> [Lint.Finding] {
    var first: [String: Exercise] = [:]
    var findings: [Lint.Finding] = []
    for exercise in exercises {
      let name = exercise.name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        .filter { !$0.isWhitespace }
      guard let other = first[name] else {
        first[name] = exercise
        continue
      }
      // One that is out of use does no harm.
      guard !exercise.isRetired, !other.isRetired else { continue }
      findings.append(
        Lint.Finding(
          sequence: exercise.sequence,
          advice: """
            Exercises \(other.shownNumber) and \(exercise.shownNumber), "\(other.name)" and "\(exercise.name)", \
            have the same name but for case, accents and spaces, and records of their own; rename \
            one\(by: .renameExercise), or retire it\(by: .retireExercise).
            """))
    }
    return findings
  }

  /// Plans that ask for exercises which are retired.
  private static func retired(_ exercises: [Exercise], in plans: [WorkoutPlan]) -> [Lint.Finding] {
    let retired = Dictionary(
      exercises.filter(\.isRetired).map { ($0.number, $0.name) }, uniquingKeysWith: { first, _ in first })
    return plans.filter { !$0.isDiscarded }.flatMap { plan -> [Lint.Finding] in
      var names: [String] = []
      for name in plan.items.compactMap({ retired[$0.exercise] }) where !names.contains(name) { names.append(name) }
      return names.map { name in
        Lint.Finding(
          sequence: plan.sequence,
          advice: """
            Plan \(plan.shownNumber) asks for "\(name)", which is retired; take it \
            out\(by: .editPlan(plan.number, called: plan.numberInGroup)), or offer the exercise \
            again\(by: .restoreExercise(name)).
            """)
      }
    }
  }
}

extension TrainingDirectory {
  /// Check-ins that name sessions which are discarded.
  ///
  /// - Parameter names: those of the devices that created check-ins, if others than this one did.
  fileprivate func linksToDiscarded(_ sessions: [WorkoutSession], names: ReplicaNames?) -> [Lint.Finding] {
    let discarded = Dictionary(
      sessions.filter(\.isDiscarded).map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    return links.compactMap { link in
      guard let session = discarded[Int(link.session)] else { return nil }
      let checkIn = Int(link.checkIn)
      return Lint.Finding(
        sequence: session.sequence, checkIn: checkIn,
        advice: """
          It names session \(session.shownNumber), which is discarded; unlink \
          it\(by: .unlinkCheckIn(checkIn, called: names?.name(of: checkIn))), or bring the session \
          back\(by: .restoreSession(session.number, called: session.numberInGroup)).
          """)
    }
  }
}

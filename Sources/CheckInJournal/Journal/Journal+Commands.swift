package import FoundationEssentials
internal import Synchronization

extension Journal {
  /// The result of changing a check-in.
  public struct Edit: Hashable, Sendable {
    /// The check-in after the edit.
    public var checkIn: CheckIn
    /// `true` if the edit changed the check-in. If not, no event was appended.
    public var isChanged: Bool

    /// A check-in after an edit, and whether that changed it.
    public init(checkIn: CheckIn, isChanged: Bool) {
      self.checkIn = checkIn
      self.isChanged = isChanged
    }
  }

  /// The result of creating a check-in.
  public struct Creation: Hashable, Sendable {
    /// The new check-in, or the existing one with the same UUID.
    public var checkIn: CheckIn
    /// `true` if the check-in is new. If a check-in with this UUID exists already, no event was appended.
    public var isNew: Bool
  }

  /// Records a check-in, with its photo as one command. Creating the same identity again answers with the one that is
  /// there, and attaches nothing.
  ///
  /// - Parameter photo: its bytes are durable before the events that name them.
  /// - Throws: `invalidValue` with everything that is wrong; what committing throws.
  @discardableResult
  public func create(_ draft: CheckInDraft, photo: NewPhoto? = nil) throws(JournalError) -> Creation {
    try create(Validation.validate(draft, now: configuration.now()), photo: photo)
  }

  /// Records a check-in, as `create` does with a plain draft, from one that was judged before.
  @discardableResult
  public func create(_ draft: Validated<CheckInDraft>, photo: NewPhoto? = nil) throws(JournalError) -> Creation {
    let created = try Event.Created(draft)
    let isDrawn = draft.value.id == nil
    let described: Photo? = if let photo { try photo.described() } else { nil }
    let outcome = try commit { timeline throws(JournalError) in
      if !isDrawn, let number = try timeline.number(of: created.id) { return Plan(unchanged: [number]) }
      var plan = Plan(events: [(.new, .created(created))], keys: [.identity(created.id)])
      if let photo, let described {
        plan.events.append((.lastCreated, .photoAttached(described)))
        plan.photos = [photo.jpeg]
      }
      return plan
    }
    if outcome.eventCount > 0, let photo, let described { keepForLater(photo.thumbnail, of: described.digest) }
    return Creation(checkIn: try required(outcome), isNew: outcome.eventCount > 0)
  }

  /// The change that an edit makes to the photo.
  public enum PhotoChange: Sendable {
    /// Keeps the photo.
    case none
    /// Attaches a photo, and replaces an existing one.
    case attach(NewPhoto)
    /// Removes the photo, if there is one.
    case clear
  }

  /// Changes a check-in, as one command. Only what differs is recorded; nothing is appended where nothing does.
  ///
  /// - Parameter version: where given, the edit is refused if the check-in has an event after that, or shows something
  ///   else.
  /// - Throws: `invalidValue` with everything that is wrong, for a discarded check-in, or where `version` lies in the
  ///   future; `notFound`; `conflict`; what committing throws.
  @discardableResult
  public func edit(
    _ number: Int, with changes: CheckInChanges, photo: PhotoChange = .none, expecting version: CheckInVersion? = nil
  ) throws(JournalError) -> Edit {
    try edit(
      number, with: Validation.validate(changes, now: configuration.now()), photo: photo, expecting: version)
  }

  /// Changes a check-in, as `edit` does with plain changes, by some that were judged before.
  @discardableResult
  public func edit(
    _ number: Int, with changes: Validated<CheckInChanges>, photo: PhotoChange = .none,
    expecting version: CheckInVersion? = nil
  ) throws(JournalError) -> Edit {
    try changes.requireValid(type: changes.value.type)
    let changes = changes.value
    let new: NewPhoto? = if case .attach(let new) = photo { new } else { nil }
    let described: Photo? = if let new { try new.described() } else { nil }
    let outcome = try commitWithState { state throws(JournalError) in
      let checkIn = try state.ask { try $0.changeable(number) }
      try state.expect(version, of: checkIn)
      let conflicting = state.merged.conflictingFields(of: checkIn.number)
      var actions: [Event.Action] = []
      let difference = changes.difference(from: checkIn, keeping: conflicting)
      if !difference.isEmpty { actions.append(.edited(difference)) }
      let isPhotoInConflict = conflicting.contains(.photo)
      if let described, described != checkIn.photo || isPhotoInConflict { actions.append(.photoAttached(described)) }
      if case .clear = photo, checkIn.photo != nil || isPhotoInConflict { actions.append(.photoCleared) }
      return Plan(
        events: actions.map { (.checkIn(number), $0) }, keys: [.checkIn(number)],
        // Also where it is there already: the file may be missing or damaged.
        photos: new.map { [$0.jpeg] } ?? [], unchanged: actions.isEmpty ? [number] : [])
    }
    if let new, let described { keepForLater(new.thumbnail, of: described.digest) }
    return Edit(checkIn: try required(outcome), isChanged: outcome.eventCount > 0)
  }

  /// Changes several check-ins, all or none, as one command.
  ///
  /// - Parameter edits: The edits of different check-ins. An edit without a difference appends no event.
  /// - Returns: The changed check-ins, or all of them if none changes.
  /// - Throws: As `edit` does for one check-in.
  package func edit(each edits: [CheckInEdit]) throws(JournalError) -> [CheckIn] {
    for edit in edits { try edit.changes.requireValid(type: edit.changes.value.type) }
    let edits = Dictionary(edits.map { ($0.number, $0) }) { _, last in last }
    return try commit(each: edits.keys.sorted()) { number, state throws(JournalError) in
      guard let edit = edits[number] else { return nil }
      let checkIn = try state.ask { try $0.changeable(number) }
      try state.expect(edit.version, of: checkIn)
      let difference = edit.changes.value.difference(
        from: checkIn, keeping: state.merged.conflictingFields(of: number))
      return difference.isEmpty ? nil : .edited(difference)
    }
  }

  /// Discards check-ins, all or none, as one command. They count nowhere until they are restored.
  ///
  /// - Returns: the check-ins as they are afterwards, in the order given, each once.
  /// - Throws: `notFound`; `invalidValue` for one that is discarded already; what committing throws.
  @discardableResult
  public func discard(_ numbers: [Int]) throws(JournalError) -> [CheckIn] {
    try set(numbers, discarded: true)
  }

  /// Brings discarded check-ins back, all or none, as one command.
  ///
  /// - Returns: the check-ins as they are afterwards, in the order given, each once.
  /// - Throws: `notFound`; `invalidValue` for one that is not discarded; what committing throws.
  @discardableResult
  public func restore(_ numbers: [Int]) throws(JournalError) -> [CheckIn] {
    try set(numbers, discarded: false)
  }

  /// Brings a discarded check-in back.
  ///
  /// - Throws: `notFound`; `invalidValue` for one that is not discarded; what committing throws.
  @discardableResult
  public func restore(_ number: Int) throws(JournalError) -> CheckIn {
    guard let checkIn = try restore([number]).first else {
      throw JournalError(.internalFault, "A command had no result.")
    }
    return checkIn
  }

  private func set(_ numbers: [Int], discarded isDiscarded: Bool) throws(JournalError) -> [CheckIn] {
    try commit(each: numbers) { number, state throws(JournalError) in
      let checkIn = try state.ask { try $0.required(number) }
      // One that another device discarded meanwhile is shown, and a restoration keeps it.
      guard checkIn.isDiscarded != isDiscarded || !isDiscarded && state.merged.hasDiscardConflict(checkIn.number) else {
        throw JournalError(
          .invalidValue, "Check-in \(checkIn.shownNumber) is \(isDiscarded ? "discarded already" : "not discarded").")
      }
      return isDiscarded ? .discarded : .restored
    }
  }

  /// Commits an event for each of some check-ins, all or none, as one command.
  ///
  /// - Parameter body: judges a check-in, and says what is done with it; `nil` if it stays as it is.
  /// - Returns: the check-ins as they are afterwards, in the order given, each once.
  func commit(
    each numbers: [Int], _ body: @escaping @Sendable (Int, inout JournalState) throws(JournalError) -> Event.Action?
  ) throws(JournalError) -> [CheckIn] {
    var seen: Set<Int> = []
    let numbers = numbers.filter { seen.insert($0).inserted }
    let outcome = try commitWithState { state throws(JournalError) in
      var plan = Plan()
      for number in numbers {
        plan.keys.insert(.checkIn(number))
        if let action = try body(number, &state) { plan.events.append((.checkIn(number), action)) }
      }
      if plan.events.isEmpty { plan.unchanged = numbers }
      return plan
    }
    return try checkIns(outcome.checkIns[...], of: outcome)
  }

  /// The result of importing check-ins.
  public struct ImportOutcome: Hashable, Sendable {
    /// The number of new check-ins.
    public var added = 0
    /// The number of discarded check-ins that were restored.
    public var restored = 0
    /// The number of existing check-ins of unknown type that have a type now, without the restored ones.
    package var typed = 0
    /// The numbers of the existing check-ins that are discarded, in the order of the drafts.
    public var discarded: [Int] = []
  }

  /// Records many check-ins as one command, in their order. Identities that are there already are passed over.
  ///
  /// - Parameters:
  ///   - drafts: valid, normalized and with identities; see ``Validation``.
  ///   - isRestoring: whether those that are there and discarded are brought back, as they are, by the same command.
  /// - Throws: `invalidValue` where a draft is not valid; what committing throws. An import that is cut off keeps what
  ///   was appended, and repeating it completes it.
  @discardableResult
  public func importCheckIns(
    _ drafts: [CheckInDraft], restoring isRestoring: Bool = false, progress: Progress? = nil
  ) throws(JournalError) -> ImportOutcome {
    try importCheckIns(drafts, restoring: isRestoring, typing: [], progress: progress)
  }

  /// As ``importCheckIns(_:restoring:progress:)``.
  ///
  /// - Parameter typed: the identities of those that get the draft's type where they are there already, not discarded,
  ///   and of unknown type.
  package func importCheckIns(
    _ drafts: [CheckInDraft], restoring isRestoring: Bool, typing typed: Set<UUID>, progress: Progress?
  ) throws(JournalError) -> ImportOutcome {
    let result = Mutex(ImportOutcome())
    _ = try commit(progress: progress) { timeline throws(JournalError) in
      let (plan, outcome) = try Self.plan(importing: drafts, restoring: isRestoring, typing: typed, into: &timeline)
      result.withLock { $0 = outcome }
      return plan
    }
    return result.withLock { $0 }
  }

  /// Returns the result that such an import would have. Doesn't write anything.
  package func trialImport(
    _ drafts: [CheckInDraft], restoring isRestoring: Bool, typing typed: Set<UUID>
  ) throws(JournalError) -> ImportOutcome {
    try read { timeline in
      try Self.plan(importing: drafts, restoring: isRestoring, typing: typed, into: &timeline).outcome
    }
  }

  private static func plan(
    importing drafts: [CheckInDraft], restoring isRestoring: Bool, typing typed: Set<UUID>,
    into timeline: inout Timeline
  ) throws(JournalError) -> (plan: Plan, outcome: ImportOutcome) {
    var plan = Plan(keys: [.everything], origin: .import)
    var outcome = ImportOutcome()
    plan.events.reserveCapacity(drafts.count)
    var seen: Set<UUID> = []
    for draft in drafts {
      guard let id = draft.id, let created = Event.Created(draft, id: id) else {
        throw JournalError(.invalidValue, "A check-in to import is not valid, or lacks its identity.")
      }
      guard seen.insert(id).inserted else { continue }
      guard let number = try timeline.number(of: id) else {
        plan.events.append((.new, .created(created)))
        outcome.added += 1
        continue
      }
      let present = try timeline.required(number)
      if present.isDiscarded {
        guard isRestoring else {
          outcome.discarded.append(number)
          continue
        }
        plan.events.append((.checkIn(number), .restored))
        outcome.restored += 1
      }
      guard typed.contains(id), present.type == .unknown, draft.type != .unknown else { continue }
      // Where nothing was known, the type's name is the title.
      let title = present.title == ExerciseType.unknown.name && draft.title != present.title ? draft.title : nil
      plan.events.append((.checkIn(number), .edited(CheckInChanges(type: draft.type, title: title))))
      if !present.isDiscarded { outcome.typed += 1 }
    }
    return (plan, outcome)
  }

  /// The first check-in that a command was about, as it is now.
  func required(_ outcome: CommitOutcome) throws(JournalError) -> CheckIn {
    guard let checkIn = try checkIns(outcome.checkIns.prefix(1), of: outcome).first else {
      throw JournalError(.internalFault, "A command had no result.")
    }
    return checkIn
  }

  /// Check-ins that a command was about, as they are now.
  ///
  /// - Throws: what keeps them from being shown: another command may have found the log damaged since. Of a change that
  ///   was saved it says so, lest anybody repeat it.
  private func checkIns(_ numbers: ArraySlice<Int>, of outcome: CommitOutcome) throws(JournalError) -> [CheckIn] {
    do throws(JournalError) {
      return try read { timeline in
        var checkIns: [CheckIn] = []
        for number in numbers { checkIns.append(try timeline.required(number)) }
        return checkIns
      }
    } catch {
      throw outcome.eventCount > 0 ? (readOnlyReason ?? error).afterSaving("The change") : error
    }
  }
}

extension JournalError {
  /// A number that no check-in has, of those up to `lastNumber` that were given.
  static func noCheckIn(_ number: Int, upTo lastNumber: Int) -> JournalError {
    if let other = ReplicaNumber(number) {
      return JournalError(
        .notFound,
        "Check-in \(other.number) of another device is not known here: its log has not arrived, or cannot be read.")
    }
    return JournalError(
      .notFound,
      number >= 1 && number <= lastNumber
        ? "Check-in \(number) was lost when a damaged log was salvaged; nothing is known of it."
        : "There is no check-in \(number).")
  }

  /// Returns this error, with a note that the change was saved but can't be shown.
  func afterSaving(_ change: String) -> JournalError {
    JournalError(code, "\(message) \(change) was saved, but cannot be shown.")
  }
}

extension Validated {
  /// - Parameter type: the type that it sets. Unknown is one of check-ins from before types were recorded, and can be
  ///   imported only.
  /// - Throws: `invalidValue` with everything that is wrong.
  fileprivate func requireValid(type: ExerciseType?) throws(JournalError) {
    let messages = (type == .unknown ? [Validation.typeMissing] : []) + messages
    guard messages.isEmpty else { throw .invalid(messages) }
  }
}

extension Event.Created {
  /// - Throws: `invalidValue` with everything that is wrong.
  fileprivate init(_ draft: Validated<CheckInDraft>) throws(JournalError) {
    try draft.requireValid(type: draft.value.type)
    guard draft.value.type != nil else { throw .invalid([Validation.typeMissing]) }
    self.init(id: draft.value.id ?? UUID(), fields: draft.value.fields)
  }

  /// `nil` unless the draft is valid, whenever it took place.
  init?(_ draft: CheckInDraft, id: UUID) {
    guard draft.type != nil, Validation.messages(for: draft, now: .max).isEmpty else { return nil }
    self.init(id: id, fields: draft.fields)
  }
}

extension Validated<CheckInChanges> {
  /// Only what makes a difference to a check-in, for an editor that gives every field although only some were changed:
  /// a field that is given settles what devices have said differently of it.
  package func difference(from checkIn: CheckIn) -> Self {
    Self(value.difference(from: checkIn), messages: messages)
  }
}

extension CheckInChanges {
  /// Only what makes a difference. Texts that differ in form alone are equal; see `String.isSameText(as:)`.
  ///
  /// - Parameter conflicting: fields that devices have said differently: to set one settles that, whatever it is now.
  func difference(
    from checkIn: CheckIn, keeping conflicting: Set<CheckInField>
  ) -> CheckInChanges {
    let difference = difference(from: checkIn)
    return limited { conflicting.contains($0) || difference.written.contains($0) }
  }

  /// - Parameter areSame: Compares texts. An undo restores a text exactly, so it passes `==`.
  func difference(
    from checkIn: CheckIn, comparingTextsBy areSame: (String, String) -> Bool = { $0.isSameText(as: $1) }
  ) -> CheckInChanges {
    limited { !fields.isSame($0, in: checkIn.fields, comparingTextsBy: areSame) }
  }
}

/// The timeline lookups of commands. They throw errors with a message for the user.
extension Timeline {
  mutating func required(_ number: Int) throws(JournalError) -> CheckIn {
    guard let checkIn = try checkIn(number) else { throw .noCheckIn(number, upTo: directory.lastNumber) }
    return checkIn
  }

  /// The check-in, unless it is discarded.
  mutating func changeable(_ number: Int) throws(JournalError) -> CheckIn {
    let checkIn = try required(number)
    guard !checkIn.isDiscarded else {
      throw JournalError(
        .invalidValue,
        """
        Check-in \(checkIn.shownNumber) is discarded; \
        restore it first\(by: .restoreCheckIn(number, called: checkIn.shownNumber)).
        """)
    }
    return checkIn
  }
}

extension JournalState {
  /// - Throws: `conflict` where a check-in is not what an edit is based on; `invalidValue` for what lies in the future.
  mutating func expect(_ version: CheckInVersion?, of checkIn: CheckIn) throws(JournalError) {
    guard let version else { return }
    let sequence = version.sequence
    let (last, isOfGroup) = try ask { ($0.directory.sequence, $0.directory.isOfGroup) }
    guard sequence <= last || isOfGroup && ReplicaSequence(sequence) != nil else {
      throw JournalError(.invalidValue, "The journal has no event \(sequence) yet; the latest is \(last).")
    }
    guard !ReplicaSequence.hasChanged(since: sequence, latest: checkIn.sequence) else {
      throw JournalError(
        .conflict,
        "Check-in \(checkIn.shownNumber) has changed since event \(sequence): its latest event is \(checkIn.sequence). "
          + "Look at it and decide again.")
    }
    guard
      version.values == nil
        || version == CheckInVersion(of: checkIn, conflicts: merged.conflicts(of: .checkIn(checkIn.number)))
    else {
      throw JournalError(
        .conflict,
        "Check-in \(checkIn.shownNumber) has changed since: what another device recorded earlier has arrived. "
          + "Look at it and decide again.")
    }
  }
}

extension Journal {
  /// The former name of ``edit(_:with:photo:expecting:)-(_,CheckInChanges,_,_)``.
  @available(*, deprecated, renamed: "edit(_:with:photo:expecting:)")
  @discardableResult
  public func edit(
    _ number: Int, _ changes: CheckInChanges, photo: PhotoChange = .none, expecting version: CheckInVersion? = nil
  ) throws(JournalError) -> Edit {
    try edit(number, with: changes, photo: photo, expecting: version)
  }
}

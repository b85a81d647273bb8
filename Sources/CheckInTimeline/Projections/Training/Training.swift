package import FoundationEssentials

/// The projection of everything about workouts: exercises with their statistics and records, plans, sessions with their
/// sets, which check-in names which session.
///
/// Two levels, as in ``Timeline``: the ``TrainingDirectory``, and a ``SessionPage`` for each month. Both are loaded
/// from the snapshot when they are first needed, so that whoever has no workouts, or asks nothing about them, pays
/// nothing.
package struct Training: Sendable {
  /// `nil` where it is in the snapshot and was not needed yet.
  package private(set) var loadedDirectory: TrainingDirectory?
  /// The page of each of the directory's months; `nil` if it is in the snapshot and hasn't been needed yet.
  private var pages: [SessionPage?] = []
  /// The store that the directory and the pages are loaded from.
  private var parts: (any TimelineParts)?
  /// `true` if the directory differs from the snapshot.
  private(set) var isChanged = false
  /// The names of the devices that created what is here, if others than this one did.
  package private(set) var names: ReplicaNames?
  /// The order of sessions that have the same time.
  package var sessionOrder = RecordingOrder()
  /// The order in which exercises were defined.
  package var exerciseOrder = RecordingOrder()
  /// The order in which plans were made.
  package var planOrder = RecordingOrder()
  /// The numbers of all sessions by their identities, once they were needed; of a group.
  package private(set) var sessionsByIdentity: [UUID: Int]?

  /// The training of an empty journal.
  package init() {
    loadedDirectory = TrainingDirectory()
  }

  /// The training that a snapshot holds.
  init(_ parts: any TimelineParts) {
    self.parts = parts
  }

  /// Makes it one of a group.
  mutating func setPeers(_ others: ReplicaNumbers) {
    names = others.names
    // What is united by a number of check-ins is nothing to these.
    sessionOrder = RecordingOrder(ranks: others.order.ranks)
    exerciseOrder = sessionOrder
    planOrder = sessionOrder
    if let loadedDirectory {
      orderMergedSessions(loadedDirectory.mergedSessions)
      if loadedDirectory.sessions.isEmpty { sessionsByIdentity = [:] }
    }
  }

  private mutating func orderMergedSessions(_ mergedSessions: MergedSessions) {
    for (number, here) in mergedSessions.sessions {
      sessionOrder.unite(UInt32(clamping: number), with: UInt32(clamping: here))
    }
  }

  /// Takes note of the identities of all sessions, so that those are known that another device starts, too. Loads all
  /// of them, once.
  package mutating func loadIdentities() throws(JournalError) {
    if sessionsByIdentity == nil { sessionsByIdentity = try sessionNumbers() }
  }

  /// Takes note of which number a session has that has an identity.
  mutating func setNumber(_ number: Int, ofSession id: UUID) {
    if sessionsByIdentity != nil { sessionsByIdentity?[id] = number }
  }

  // MARK: Loading

  /// The directory, loaded.
  package mutating func directory() throws(JournalError) -> TrainingDirectory {
    if let loadedDirectory { return loadedDirectory }
    var directory = TrainingDirectory()
    // A journal without workouts has no such part.
    if let bytes = try parts?.part(.training) {
      guard let stored = TrainingCoding.directory(bytes) else {
        throw .partUnreadable("the directory of workouts is damaged")
      }
      directory = stored
    }
    loadedDirectory = directory
    pages = Array(repeating: nil, count: directory.months.count)
    orderMergedSessions(directory.mergedSessions)
    return directory
  }

  /// Changes the directory, which is loaded, in place.
  @discardableResult
  mutating func changeDirectory<Result>(_ body: (inout TrainingDirectory) -> Result) -> Result {
    isChanged = true
    // Moved out, so that nothing of it is copied.
    var directory = loadedDirectory ?? TrainingDirectory()
    loadedDirectory = nil
    defer { loadedDirectory = directory }
    return body(&directory)
  }

  /// The page of one of the directory's months, loaded.
  package mutating func page(at index: Int) throws(JournalError) -> SessionPage {
    let month = try directory().months[index].month
    if let page = pages[index] { return page }
    guard let bytes = try parts?.part(.sessions(month)), let page = TrainingCoding.page(bytes, month: month) else {
      throw .partUnreadable("the sessions of \(month) are damaged")
    }
    pages[index] = page
    return page
  }

  /// The place of a month's page, loaded; the month is added where it is new.
  mutating func loadPage(_ month: CivilMonth) throws(JournalError) -> Int {
    let (index, isPresent) = try directory().monthIndex(month)
    if isPresent {
      _ = try page(at: index)
    } else {
      changeDirectory { $0.months.insert(TrainingDirectory.Month(month: month), at: index) }
      pages.insert(SessionPage(month: month), at: index)
    }
    return index
  }

  /// Returns the position of a session, and loads its page; `nil` if no session has this number.
  mutating func locate(_ number: Int) throws(JournalError) -> (page: Int, session: Int)? {
    let directory = try directory()
    let number = directory.mergedSessions.resolved(session: number)
    guard let place = directory.sessionIndex(number) else { return nil }
    let (index, isPresent) = directory.monthIndex(directory.sessions[place].month)
    guard isPresent, let session = try page(at: index).index(of: number) else {
      throw .partUnreadable("session \(number) is not where the directory says")
    }
    return (index, session)
  }

  /// Changes a page, which is loaded, in place.
  @discardableResult
  mutating func changePage<Result>(at index: Int, _ body: (inout SessionPage) -> Result) -> Result? {
    guard var page = pages[index] else { return nil }
    pages[index] = nil
    page.isChanged = true
    defer { pages[index] = page }
    return body(&page)
  }

  // MARK: Statistics

  /// Computes the statistics and totals that something was taken away from. Loads all sessions, if there are any such.
  ///
  /// - Returns: the directory, which has all of them.
  @discardableResult
  mutating func settle() throws(JournalError) -> TrainingDirectory {
    for index in try directory().months.indices where try directory().months[index].totals == nil {
      let sessions = try page(at: index).sessions
      changeDirectory { directory in
        var totals = TrainingTotals()
        for session in sessions where session.counts { totals += directory.totals(of: session) }
        directory.months[index].totals = totals
      }
    }
    try settleStatistics()
    return try directory()
  }

  private mutating func settleStatistics() throws(JournalError) {
    let directory = try directory()
    let stale = directory.exercises.indices.filter { directory.exercises[$0].statistics == nil }
    guard !stale.isEmpty else { return }
    var computed = [ExerciseStatistics](repeating: ExerciseStatistics(), count: stale.count)
    for index in directory.months.indices {
      for session in try page(at: index).sessions where session.counts {
        let numbers = Set(session.sets.map(\.exercise))
        for (place, exercise) in stale.enumerated() {
          let one = directory.exercises[exercise].exercise
          guard numbers.contains(one.number) else { continue }
          computed[place].add(session, exercise: one.number, load: one.load, sessionOrder)
        }
      }
    }
    changeDirectory { directory in
      for (place, exercise) in stale.enumerated() { directory.exercises[exercise].statistics = computed[place] }
    }
  }

  // MARK: Parts

  /// The parts of a whole snapshot, encoded; none without workouts.
  mutating func allParts() throws(JournalError) -> [(TimelinePartID, [UInt8])] {
    let directory = try settle()
    guard !directory.isEmpty else { return [] }
    var parts = [(TimelinePartID.training, TrainingCoding.directory(directory))]
    for (index, month) in directory.months.enumerated() {
      parts.append((.sessions(month.month), TrainingCoding.page(try page(at: index))))
    }
    return parts
  }

  /// The parts that differ from the snapshot that this was loaded from, encoded.
  mutating func changedParts() throws(JournalError) -> [(TimelinePartID, [UInt8])] {
    guard isChanged else { return [] }
    var parts = [(TimelinePartID.training, TrainingCoding.directory(try settle()))]
    for case let page? in pages where page.isChanged {
      parts.append((.sessions(page.month), TrainingCoding.page(page)))
    }
    return parts
  }

  /// Takes note that everything is in the store now. What is loaded stays.
  mutating func setStored(in store: any TimelineParts) {
    parts = store
    isChanged = false
    for index in pages.indices { pages[index]?.isChanged = false }
  }
}

internal import Synchronization

/// The answers to a question: the present one, and then another each time a commit has changed it, whoever commits.
///
/// ```swift
/// for try await statistics in journal.values(of: { try $0.statistics(today: .today()) }) {
///   print(statistics.total)
/// }
/// ```
///
/// The question is asked again after commits and answered from the journal as it is then. Of several commits that
/// follow each other faster than they are asked for, only the last counts: the latest answer always comes, and no
/// answer comes twice in a row. Any number may observe one journal; none keeps a thread while it waits.
///
/// The sequence ends when its task is cancelled, promptly, and after the first answer of a journal of the past. It
/// throws what the question throws, and `inputOutput`.
public struct JournalValues<Value: Equatable & Sendable>: AsyncSequence, Sendable {
  public typealias Element = Value
  public typealias Failure = any Error

  let journal: Journal
  let question: @Sendable (Journal) throws -> Value

  public func makeAsyncIterator() -> Iterator { Iterator(journal: journal, question: question) }

  /// An iterator over the results.
  public struct Iterator: AsyncIteratorProtocol {
    private let journal: Journal
    private let question: @Sendable (Journal) throws -> Value
    /// The last answer, and how often the journal had changed before it.
    private var latest: (value: Value, changes: UInt64)?
    private var watch: JournalWatch?

    fileprivate init(journal: Journal, question: @escaping @Sendable (Journal) throws -> Value) {
      self.journal = journal
      self.question = question
    }

    /// The next answer, once it is another; `nil` if there will be none.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Value? {
      if watch == nil { watch = try await journal.perform { try $0.sharedWatch() } }
      while !Task.isCancelled {
        if let latest {
          if journal.state.withLock({ $0.past != nil }) { return nil }
          await journal.changes.wait(after: latest.changes)
        }
        if Task.isCancelled { return nil }
        if let error = watch?.failure { throw error }
        let changes = journal.changes.count
        let value = try await journal.perform(question)
        let isNew = latest.map { $0.value != value } ?? true
        latest = (value, changes)
        if isNew { return value }
      }
      return nil
    }
  }
}

extension Journal {
  /// The answers to a question, now and after each commit that changes them: see ``JournalValues``.
  ///
  /// - Parameter question: is asked on a thread that may wait for the disk; to be answered from the journal alone.
  public func values<Value: Equatable & Sendable>(
    of question: @escaping @Sendable (Journal) throws -> Value
  ) -> JournalValues<Value> {
    JournalValues(journal: self, question: question)
  }
}

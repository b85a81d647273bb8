public import CheckInJournal

/// What the screens of an app show, kept up to date by the journal, and what they do.
///
/// It knows no user interface: a SwiftUI view reads its properties, a test does the same.
@MainActor
public final class TrainingStore {
  /// The newest check-ins.
  public private(set) var recent: [CheckIn] = []
  public private(set) var statistics = Statistics()
  /// What went wrong last, for an alert; `nil` where nothing did.
  public private(set) var problem: String?

  private let journal: Journal
  private let today: @Sendable () -> CivilDay

  public init(journal: Journal, today: @escaping @Sendable () -> CivilDay = { .today() }) {
    self.journal = journal
    self.today = today
  }

  /// What the first screen needs, of one moment.
  private struct Screen: Equatable, Sendable {
    var recent: [CheckIn]
    var statistics: Statistics
  }

  /// Shows what is there, and whatever comes, from the app, a widget or another process, until the task is cancelled.
  ///
  /// - Parameter isEnough: is asked after each change; `true` ends it.
  public func observe(until isEnough: @MainActor () -> Bool = { false }) async {
    let today = today
    let screens = journal.values { journal in
      Screen(
        recent: try journal.checkIns.prefix(20).fetch(), statistics: try journal.statistics(today: today()))
    }
    do {
      for try await screen in screens {
        recent = screen.recent
        statistics = screen.statistics
        if isEnough() { return }
      }
    } catch {
      problem = error.localizedDescription
    }
  }

  /// Records a check-in; mistakes of the form become the problem.
  public func add(_ draft: CheckInDraft) async {
    await run { _ = try $0.create(draft) }
  }

  public func discard(_ checkIn: CheckIn) async {
    await run { _ = try $0.discard([checkIn.number]) }
  }

  /// Runs of at least so many kilocalories, the hardest first.
  public func hardestRuns(from calories: Int, limit: Int) async -> [CheckIn] {
    let query = journal.checkIns
      .where { $0.type == .run && $0.calories >= calories }
      .sorted(by: .descending(\.calories))
      .prefix(limit)
    return (try? await journal.perform { _ in try query.fetch() }) ?? []
  }

  private func run(_ command: @escaping @Sendable (Journal) throws -> Void) async {
    do {
      try await journal.perform(command)
      problem = nil
    } catch {
      problem = error.localizedDescription
    }
  }
}

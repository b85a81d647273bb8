import CheckInJournal
import CheckInLanguage
import CheckInSync
import CheckInViewModels
import FoundationEssentials
import Hummingbird

extension Pages {
  func addGroup(to routes: inout LocalizedRoutes) {
    routes.getKept("/conflicts") { pages, request, _ in try await pages.conflicts(request) }
    routes.command("/conflicts", exists: Self.isOfGroup) { _, form, journal in
      try Self.resolveConflict(form, in: journal)
    } refusal: { pages, _, error in
      try await pages.conflicts(error)
    }
  }

  /// Returns the state of the journal's group; `nil` if the journal is not in a group.
  func groupView(_ journal: Journal) throws -> GroupView? {
    guard let status = try GroupStatus(journal) else { return nil }
    var lastWrites: [UUID: Int64] = [:]
    for device in status.devices where device.events > 0 {
      let log = device.isMe ? journal.ownLog : journal.peerLog(of: device.id).log
      // A copy that cannot be read is reported as such.
      lastWrites[device.id] = (try? log.events([device.events]))?[device.events]?.recordedAtMilliseconds
    }
    return GroupView(
      status, lastWrites: lastWrites, messages: journal.messagesOfPeers, conflictCount: journal.conflicts().count,
      zone: access.zone, in: localization)
  }

  func conflicts(_ request: Request) async throws -> Response {
    let query = try FormFields(queryOf: request)
    return html(
      "conflicts", with: try await conflictsView { $0.notice = notice(for: query, in: $1, back: "/conflicts") })
  }

  /// Resolves the conflict of a field with one device's value, if it is still as the user saw it.
  private static func resolveConflict(_ form: SentForm, in journal: Journal) throws -> Redirection {
    let id = try form.required("conflict") { $0 }
    let (seen, chosen) = (try form.required("seen") { $0 }, try form.required("choice") { $0 })
    let conflict = journal.conflicts().first { ConflictingField.id(of: $0.field, of: $0.subject) == id }
    let references = conflict?.candidates.map(\.reference) ?? []
    guard let conflict, references.joined(separator: " ") == seen, let index = references.firstIndex(of: chosen)
    else { throw JournalError(.conflict, "What devices say was changed or settled in the meantime.") }
    let resolution = try journal.resolve(conflict, with: conflict.candidates[index])
    // What is shown as before has nothing that could be undone.
    return Redirection("/conflicts", notice: "settled", after: resolution.isChanged ? resolution.event : nil)
  }

  /// The conflicts with an error.
  private func conflicts(_ error: JournalError) async throws -> Response {
    guard [.conflict, .invalidValue].contains(error.code) else { throw error }
    var view = try await conflictsView(isFresh: false) { layout, _ in layout.isLive = false }
    view.isStale = error.code == .conflict
    view.problems = view.isStale ? [] : error.messages.map { words($0) }
    view.hasProblems = !view.isStale
    return html("conflicts", with: view, status: error.httpStatus)
  }

  /// Returns `true` if conflicts are possible: the journal is in a group, or shows peer logs.
  private static func isOfGroup(_ journal: Journal) throws -> Bool {
    if journal.showsPeers { return true }
    return try journal.group() != nil
  }

  private func conflictsView(
    isFresh: Bool = true, _ change: @escaping @Sendable (inout PageLayout, Journal) -> Void
  ) async throws -> ConflictsView {
    try await access.run(isFresh: isFresh) { [access, localization] journal in
      guard try Self.isOfGroup(journal) else { throw Self.notFound }
      var layout = layout(words("Conflicts"), of: journal)
      change(&layout, journal)
      let fields = try ConflictingField.all(
        in: journal, zone: access.zone, today: access.today, unit: access.unit, distanceUnit: access.distanceUnit,
        localization: localization)
      return ConflictsView(fields, count: journal.conflicts().count, in: localization, layout: layout)
    }
  }
}

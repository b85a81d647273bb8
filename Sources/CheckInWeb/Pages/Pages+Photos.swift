import CheckInJournal
import CheckInLanguage
import Hummingbird

extension Pages {
  func photoTimeline(_ request: Request) async throws -> Response {
    let query = try FormFields(queryOf: request)
    let month = try Self.month(query["month"])
    let skipped = try query["skip"].map { text in
      guard let skipped = Int(text), skipped >= 0 else { throw Self.notFound }
      return skipped
    }
    let view = try await access.run { [localization] journal in
      let layout = layout(words("Photos"), section: .photos, of: journal)
      let counts = try journal.photoCounts()
      let photoCount = counts.reduce(0) { $0 + $1.photos }
      return try PhotosView(
        journal, counts: counts, from: month.map { ($0, skipped ?? 0) },
        summary: summary(
          words.count(photoCount, "{n} photo", "{n} photos", ["n": localization.number(photoCount)]),
          since: counts.last?.month),
        localization: localization, layout: layout)
    }
    return html("photos", with: view)
  }
}

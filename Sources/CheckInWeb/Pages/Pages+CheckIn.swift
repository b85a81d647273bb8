import CheckInJournal
import CheckInLanguage
import CheckInViewModels
import EventLog
import HTTPTypes
import Hummingbird
import NIOCore

struct CheckInPage {
  var layout: PageLayout
  var checkIn: CheckInView
  /// The workout that it names.
  var workoutHref: String?
  var workoutTitle: String?
  /// The places where conflicts are resolved, by the values that they are shown beside.
  var marks: [String: String] = [:]
  var days: [ChangeView.Day]
}

struct HistoryView {
  var layout: PageLayout
  var back: String
  var backText: String
  var days: [ChangeView.Day]
}

extension Pages {
  func checkIn(_ request: Request, in context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    let view = try await access.run { [access, localization] journal in
      var layout = layout("", of: journal)
      let checkIn = try journal.existingCheckIn(number)
      layout.title = shown(checkIn.title)
      var view = CheckInView(
        checkIn, streak: try journal.streak(around: checkIn.day), today: access.today, here: access.zone,
        unit: access.distanceUnit, localization: localization)
      view.add(try journal.neighbours(of: checkIn), today: access.today, localization)
      if let digest = checkIn.photo?.digest, try journal.photoBytes(digest) == nil {
        (view.photo, view.original) = (nil, nil)
        view.hasPhoto = false
        view.isPhotoMissing = true
      }
      let query = try FormFields(queryOf: request)
      layout.notice = notice(for: query, in: journal, back: "/check-ins/\(number)")
      layout.clearsDraft = ["changed", "merged"].contains(query["notice"])
      var changes = ChangeList(
        journal, localization: localization, zone: access.zone, unit: access.distanceUnit,
        weightUnit: access.unit, isLinked: false)
      do {
        try changes.add(try journal.history(of: number))
      } catch let error as JournalError {
        // What it is can be told without, and whether a change of it was saved.
        guard error.code == .damaged else { throw error }
        layout.notice = PageLayout.Notice(
          text: [layout.notice?.text, words(error.advice)].compactMap(\.self).joined(separator: " "))
      }
      let conflicts = layout.showConflicts(of: journal, words) { $0 == .checkIn(checkIn.number) }
      var page = CheckInPage(layout: layout, checkIn: view, days: changes.days(today: access.today))
      for (conflict, href) in conflicts {
        guard let field = conflict.checkInField else { continue }
        page.marks[[.type, .title, .at].contains(field) ? "heading" : field.rawValue] = href
        if let index = page.checkIn.quantities.firstIndex(where: { $0.field == field }) {
          page.checkIn.quantities[index].mark = href
        }
      }
      if let number = try journal.session(ofCheckIn: number) {
        page.workoutHref = "/sessions/\(number)"
        page.workoutTitle = shown(try journal.existingSession(number).title)
      }
      return page
    }
    return html("check-in", with: view)
  }

  func history(_ context: WebContext) async throws -> Response {
    let number = try Self.number(context)
    let view = try await access.run { journal in
      let name = try journal.checkIn(number)?.shownNumber ?? String(number)
      let layout = layout(words("Changes of check-in {n}", ["n": name]), of: journal)
      var list = ChangeList(
        journal, localization: localization, zone: access.zone, unit: access.distanceUnit,
        weightUnit: access.unit, isLinked: false)
      try list.add(try journal.history(of: number))
      return HistoryView(
        layout: layout, back: "/check-ins/\(number)",
        backText: "Check-in \(name)", days: list.days(today: access.today))
    }
    return html("history", with: view)
  }

  func photo(_ request: Request, in context: WebContext) async throws -> Response {
    let digest = try Self.digest(context)
    guard let jpeg = try await access.run({ try $0.photoBytes(digest) }) else { throw Self.notFound }
    return Self.picture(jpeg, for: request)
  }

  func thumbnail(_ request: Request, in context: WebContext) async throws -> Response {
    guard let jpeg = try await photos.thumbnail(of: try Self.digest(context), in: access) else { throw Self.notFound }
    return Self.picture(jpeg, for: request)
  }

  func preview(_ request: Request, in context: WebContext) async throws -> Response {
    let side = context.parameters.get("side").flatMap(Int.init).flatMap(PreviewSide.init)
    guard let side,
      let jpeg = try await photos.preview(of: try Self.digest(context), side: side.rawValue, in: access)
    else { throw Self.notFound }
    return Self.picture(jpeg, for: request)
  }

  func pendingPhoto(_ context: WebContext) throws -> Response {
    guard let pending = photos[try Self.digest(context)] else { throw Self.notFound }
    return Self.jpeg(pending.jpeg)
  }

  private static func jpeg(_ bytes: [UInt8], headers: HTTPFields = [:]) -> Response {
    var headers = headers
    headers[.contentType] = "image/jpeg"
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// A stored picture. A browser keeps it, and asks before showing it again: the photo may have been purged.
  private static func picture(_ bytes: [UInt8], for request: Request) -> Response {
    let tag = "\"\(Digest(of: bytes).hexadecimal)\""
    let headers: HTTPFields = [.cacheControl: "private, no-cache", .eTag: tag]
    let known = request.headers[values: .ifNoneMatch].flatMap { $0.split(separator: ",") }
    guard known.contains(where: { $0.drop(while: \.isWhitespace).hasPrefix(tag) }) else {
      return jpeg(bytes, headers: headers)
    }
    return Response(status: .notModified, headers: headers)
  }
}

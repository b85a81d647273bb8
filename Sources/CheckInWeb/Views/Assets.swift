import CheckInJournal
import EventLog
import Hummingbird
import NIOCore

/// The style, the scripts and the icons.
///
/// Their addresses begin with a version, which changes with their content, so that a browser may keep them.
enum Assets {
  static let stylePath = path("style.css")
  static let scriptPath = path("page.js")
  /// Of the page as an app. It has no version, since phones keep it.
  static let manifestPath = "/assets/manifest.webmanifest"
  static let workerPath = "/service-worker.js"
  /// The paths that some browsers fetch without the cookie.
  ///
  /// They are those of the service worker, the manifest and the icons.
  static let publicPaths =
    [workerPath, manifestPath]
    + files.keys.filter { $0.hasSuffix(".png") || $0.hasSuffix(".svg") }.sorted().map(path)
  /// The paths that every page needs, with or without a connection.
  static let shellPaths = [stylePath, scriptPath, path("icon.svg")]
  /// The script of the service worker, which ``Pages`` completes.
  static let worker = ScriptBundle("worker.js", of: scripts).text

  private struct File {
    var type: String
    var bytes: [UInt8]
  }

  private static let files: [String: File] = [
    "style.css": File(type: "text/css; charset=utf-8", bytes: style),
    "icon.svg": File(type: "image/svg+xml", bytes: PackageResources.icon_svg),
    "icon-192.png": File(type: "image/png", bytes: PackageResources.icon_192_png),
    "icon-512.png": File(type: "image/png", bytes: PackageResources.icon_512_png),
    "icon-maskable-512.png": File(type: "image/png", bytes: PackageResources.icon_maskable_512_png),
    "apple-touch-icon.png": File(type: "image/png", bytes: PackageResources.apple_touch_icon_png),
    "page.js": File(
      type: "text/javascript; charset=utf-8", bytes: Array(ScriptBundle("page.js", of: scripts).text.utf8)),
  ]

  /// The scripts, by the names by which they import each other.
  static let scripts: [String: [UInt8]] = [
    "announcement.js": PackageResources.announcement_js,
    "answers.js": PackageResources.answers_js,
    "calendar.js": PackageResources.calendar_js,
    "clock-time.js": PackageResources.clock_time_js,
    "database.js": PackageResources.database_js,
    "drafts.js": PackageResources.drafts_js,
    "forgetting.js": PackageResources.forgetting_js,
    "form.js": PackageResources.form_js,
    "gym.js": PackageResources.gym_js,
    "gym-list.js": PackageResources.gym_list_js,
    "gym-page.js": PackageResources.gym_page_js,
    "gym-sending.js": PackageResources.gym_sending_js,
    "gym-texts.js": PackageResources.gym_texts_js,
    "heat-map.js": PackageResources.heat_map_js,
    "keeping.js": PackageResources.keeping_js,
    "kept-form.js": PackageResources.kept_form_js,
    "kept-page.js": PackageResources.kept_page_js,
    "live.js": PackageResources.live_js,
    "loss.js": PackageResources.loss_js,
    "menu.js": PackageResources.menu_js,
    "notice.js": PackageResources.notice_js,
    "open-workout.js": PackageResources.open_workout_js,
    "page.js": PackageResources.page_js,
    "paging.js": PackageResources.paging_js,
    "photo-field.js": PackageResources.photo_field_js,
    "plan-form.js": PackageResources.plan_form_js,
    "reading.js": PackageResources.reading_js,
    "search.js": PackageResources.search_js,
    "sending.js": PackageResources.sending_js,
    "sets.js": PackageResources.sets_js,
    "sign-out.js": PackageResources.sign_out_js,
    "slider.js": PackageResources.slider_js,
    "suggestions.js": PackageResources.suggestions_js,
    "timeline.js": PackageResources.timeline_js,
    "waiting.js": PackageResources.waiting_js,
    "waiting-list.js": PackageResources.waiting_list_js,
    "worker.js": PackageResources.worker_js,
  ]

  /// One sheet, of a file for each concept. What a file says holds over those before it.
  private static let style: [UInt8] = [
    PackageResources.tokens_css, PackageResources.base_css, PackageResources.parts_css, PackageResources.layout_css,
    PackageResources.calendar_css, PackageResources.home_css, PackageResources.photos_css, PackageResources.year_css,
    PackageResources.check_in_css, PackageResources.form_css, PackageResources.statistics_css,
    PackageResources.changes_css, PackageResources.search_css, PackageResources.workouts_css,
    PackageResources.waiting_css, PackageResources.group_css,
  ].flatMap(\.self)

  /// Of all files together.
  static let version: String = {
    var digests: [UInt8] = []
    for (name, file) in files.sorted(by: { $0.key < $1.key }) {
      digests += Array("\(name) \(Digest(of: file.bytes).hexadecimal)\n".utf8)
    }
    return String(Digest(of: digests).hexadecimal.prefix(12))
  }()

  static func path(_ name: String) -> String { "/assets/\(version)/\(name)" }

  /// - Parameter version: the one of the address. Another one than that of this program has other files.
  static func response(_ name: String, version: String) -> Response? {
    guard version == Self.version, let file = files[name] else { return nil }
    return Response(
      status: .ok, headers: [.contentType: file.type, .cacheControl: "max-age=31536000, immutable"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
  }
}

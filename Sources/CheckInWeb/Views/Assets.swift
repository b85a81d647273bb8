import CheckInJournal
import EventLog
import Hummingbird
import NIOCore

/// The style, the scripts and the icons.
///
/// Their addresses begin with a version, which changes with their content, so that a browser may keep them. It is part
/// of the path, so that a script that imports `./reading.js` gets the one of its own version.
enum Assets {
  static let stylePath = path("style.css")
  static let scriptPath = path("page.js")
  /// The scripts that the first one imports. A browser that knows of them fetches them all at once.
  static let importedPaths = files.keys.filter { $0.hasSuffix(".js") && !entries.contains($0) }.sorted().map(path)
  /// Of the page as an app. It has no version, since phones keep it.
  static let manifestPath = "/assets/manifest.webmanifest"
  static let workerPath = "/service-worker.js"
  /// What some browsers fetch without the cookie: the service worker with what it imports, the manifest and the icons.
  static let publicPaths =
    [workerPath, manifestPath] + ["worker.js", "keeping.js", "sending.js", "waiting.js"].map(path)
    + files.keys.filter { $0.hasSuffix(".png") || $0.hasSuffix(".svg") }.sorted().map(path)
  static let paths = files.keys.sorted().map(path)

  /// The scripts that no other one imports: the page's, and its service worker's.
  private static let entries = ["page.js", "worker.js"]

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
    "page.js": script(PackageResources.page_js),
    "calendar.js": script(PackageResources.calendar_js),
    "menu.js": script(PackageResources.menu_js),
    "paging.js": script(PackageResources.paging_js),
    "timeline.js": script(PackageResources.timeline_js),
    "announcement.js": script(PackageResources.announcement_js),
    "drafts.js": script(PackageResources.drafts_js),
    "form.js": script(PackageResources.form_js),
    "heat-map.js": script(PackageResources.heat_map_js),
    "kept-form.js": script(PackageResources.kept_form_js),
    "kept-page.js": script(PackageResources.kept_page_js),
    "keeping.js": script(PackageResources.keeping_js),
    "live.js": script(PackageResources.live_js),
    "notice.js": script(PackageResources.notice_js),
    "open-workout.js": script(PackageResources.open_workout_js),
    "photo-field.js": script(PackageResources.photo_field_js),
    "plan-form.js": script(PackageResources.plan_form_js),
    "reading.js": script(PackageResources.reading_js),
    "search.js": script(PackageResources.search_js),
    "sending.js": script(PackageResources.sending_js),
    "sign-out.js": script(PackageResources.sign_out_js),
    "slider.js": script(PackageResources.slider_js),
    "suggestions.js": script(PackageResources.suggestions_js),
    "waiting-list.js": script(PackageResources.waiting_list_js),
    "waiting.js": script(PackageResources.waiting_js),
    "worker.js": script(PackageResources.worker_js),
  ]

  /// One sheet, of a file for each concept. What a file says holds over those before it.
  private static let style: [UInt8] = [
    PackageResources.tokens_css, PackageResources.base_css, PackageResources.parts_css, PackageResources.layout_css,
    PackageResources.calendar_css, PackageResources.home_css, PackageResources.photos_css, PackageResources.year_css,
    PackageResources.check_in_css, PackageResources.form_css, PackageResources.statistics_css,
    PackageResources.changes_css, PackageResources.search_css, PackageResources.workouts_css,
    PackageResources.waiting_css, PackageResources.group_css,
  ].flatMap(\.self)

  private static func script(_ bytes: [UInt8]) -> File { File(type: "text/javascript; charset=utf-8", bytes: bytes) }

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

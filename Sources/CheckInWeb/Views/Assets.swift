import CheckInJournal
import EventLog
import Hummingbird
import NIOCore

/// The style, the script and the icon. Their addresses change with their content, so a browser may keep them.
enum Assets {
  static let stylePath = "/assets/style.css?v=" + Digest(of: style).hexadecimal.prefix(12)
  static let scriptPath = "/assets/script.js?v=" + Digest(of: PackageResources.script_js).hexadecimal.prefix(12)

  static func response(_ name: String) -> Response? {
    switch name {
    case "style.css": response(style, "text/css; charset=utf-8")
    case "script.js": response(PackageResources.script_js, "text/javascript; charset=utf-8")
    case "icon.svg": response(PackageResources.icon_svg, "image/svg+xml")
    default: nil
    }
  }

  /// One stylesheet, of a file for each concept. What a file says holds over those before it.
  private static let style: [UInt8] = [
    PackageResources.tokens_css, PackageResources.base_css, PackageResources.parts_css, PackageResources.layout_css,
    PackageResources.calendar_css, PackageResources.home_css, PackageResources.photos_css, PackageResources.year_css,
    PackageResources.check_in_css, PackageResources.form_css, PackageResources.statistics_css,
    PackageResources.changes_css, PackageResources.workouts_css,
  ].flatMap(\.self)

  private static func response(_ bytes: [UInt8], _ type: String) -> Response {
    Response(
      status: .ok, headers: [.contentType: type, .cacheControl: "max-age=31536000, immutable"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}

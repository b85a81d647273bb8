import CheckInJournal
import EventLog
import Hummingbird
import NIOCore

/// The style, the script and the icon. Their addresses change with their content, so a browser may keep them.
enum Assets {
  static let stylePath = "/assets/style.css?v=" + Digest(of: PackageResources.style_css).hexadecimal.prefix(12)
  static let scriptPath = "/assets/script.js?v=" + Digest(of: PackageResources.script_js).hexadecimal.prefix(12)

  static func response(_ name: String) -> Response? {
    switch name {
    case "style.css": response(PackageResources.style_css, "text/css; charset=utf-8")
    case "script.js": response(PackageResources.script_js, "text/javascript; charset=utf-8")
    case "icon.svg": response(PackageResources.icon_svg, "image/svg+xml")
    default: nil
    }
  }

  private static func response(_ bytes: [UInt8], _ type: String) -> Response {
    Response(
      status: .ok, headers: [.contentType: type, .cacheControl: "max-age=31536000, immutable"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}

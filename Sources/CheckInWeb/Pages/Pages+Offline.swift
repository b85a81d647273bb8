import CheckInJournal
import CheckInLanguage
import Hummingbird
import NIOCore

/// What a phone needs to keep the page: as an app on its home screen, and without a connection.
extension Pages {
  /// What is shown where a page was not kept, and where a change needs a connection.
  private static let offlinePath = "/offline"
  private static let unsavedPath = "/offline/unsaved"

  func addOffline(to routes: inout LocalizedRoutes) {
    routes.get(Assets.manifestPath) { pages, _, _ in pages.manifest() }
    routes.get(Assets.workerPath) { _, _, _ in Self.serviceWorker() }
    routes.get(Self.offlinePath) { pages, _, _ in
      pages.offline(
        pages.words("No connection"),
        pages.words("This page was not kept on this device. It is shown again when the journal can be reached."))
    }
    routes.get(Self.unsavedPath) { pages, _, _ in
      pages.offline(
        pages.words("Not saved: no connection"),
        pages.words("Only new check-ins can be made without a connection. Go back, and send this again later."))
    }
  }

  private func manifest() -> Response {
    let text = words.translated(template: String(decoding: PackageResources.manifest_webmanifest, as: UTF8.self))
      .replacing("ASSETS", with: "/assets/\(Assets.version)")
    return Response(
      status: .ok, headers: [.contentType: "application/manifest+json", .cacheControl: "private, no-cache"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  /// The script that the browser keeps for the whole page. It changes whenever an asset does: then the browser replaces
  /// what it has kept.
  private static func serviceWorker() -> Response {
    let shell = ([offlinePath, unsavedPath] + Assets.paths).map { "\"\($0)\"" }.joined(separator: ", ")
    let text = """
      import { serve } from "\(Assets.path("worker.js"))";
      serve("\(Assets.version)", [\(shell)]);

      """
    return Response(
      status: .ok, headers: [.contentType: "text/javascript; charset=utf-8", .cacheControl: "no-cache"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  /// A page that says nothing about the journal, since whoever holds the device later may see it.
  private func offline(_ title: String, _ message: String) -> Response {
    let layout = PageLayout(
      title: title, section: nil, words: words, token: "", revision: 0, isLive: false, warning: nil)
    return html("message", MessageView(layout: layout, messages: [message]))
  }
}

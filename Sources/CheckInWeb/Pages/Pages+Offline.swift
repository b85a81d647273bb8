import CheckInJournal
import CheckInLanguage
import Hummingbird
import NIOCore
import Synchronization

/// The manifest and the service worker of the web app.
///
/// A phone needs them to show the web app on its home screen, and to use it without a connection.
extension Pages {
  func addOffline(to routes: inout LocalizedRoutes) {
    routes.get(Assets.manifestPath) { pages, _, _ in pages.manifest() }
    routes.get(Assets.workerPath) { pages, _, _ in pages.serviceWorker() }
  }

  private func manifest() -> Response {
    let text = words.translated(template: String(decoding: PackageResources.manifest_webmanifest, as: UTF8.self))
      .replacing("ASSETS", with: "/assets/\(Assets.version)")
    return Response(
      status: .ok, headers: [.contentType: "application/manifest+json", .cacheControl: "private, no-cache"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  /// The script that the browser keeps for the whole page. It changes whenever an asset does: then the browser replaces
  /// what it has kept. It brings the pages that are shown where a page was not kept, and where a change needs a
  /// connection.
  private func serviceWorker() -> Response {
    let text = serviceWorkers.script(in: words.language) { serviceWorkerText() }
    return Response(
      status: .ok,
      headers: [
        .contentType: "text/javascript; charset=utf-8", .cacheControl: "no-cache", .vary: "Accept-Language",
      ], body: ResponseBody(byteBuffer: text))
  }

  private func serviceWorkerText() -> String {
    let offline = offlinePage(
      title: words("No connection"),
      message: words("This page was not kept on this device. It is shown again when the journal can be reached."))
    let unsaved = offlinePage(
      title: words("Not saved: no connection"),
      message: words("Only new check-ins can be made without a connection. Go back, and send this again later."))
    var json = JSONWriter()
    json.object { json in
      json["version"] = Assets.version
      json["shell"] = Assets.shellPaths
      json.object("pages") { json in
        json["/offline"] = offline
        json["/offline/unsaved"] = unsaved
      }
    }
    return "\(Assets.worker)\(ScriptBundle.constant("worker.js")).serve(\(json.text));\n"
  }

  /// A page that says nothing about the journal, since whoever holds the device later may see it.
  private func offlinePage(title: String, message: String) -> String {
    let layout = PageLayout(
      title: title, section: nil, words: words, token: "", revision: 0, isLive: false)
    return templates.render("message", with: MessageView(layout: layout, messages: [message]), in: words.language)
  }
}

/// The script of the service worker in each language, made once, because browsers ask for it with every page.
final class ServiceWorkers: Sendable {
  private let scripts = Mutex<[Language: ByteBuffer]>([:])

  /// Returns the script in a language. The first time, `make` makes it.
  func script(in language: Language, _ make: () -> String) -> ByteBuffer {
    scripts.withLock { scripts in
      if let made = scripts[language] { return made }
      let made = ByteBuffer(string: make())
      scripts[language] = made
      return made
    }
  }
}

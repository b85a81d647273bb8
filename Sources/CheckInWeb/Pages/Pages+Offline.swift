import CheckInJournal
import CheckInLanguage
import CheckInViewModels
import FoundationEssentials
import Hummingbird
import NIOCore
import Synchronization

/// The page of the open workout that a phone fills in without a connection.
struct GymView {
  var layout: PageLayout
  /// The fields of the set that is logged next, and of one that is corrected.
  var log, set: SetFormView
  /// The types of the check-in that a workout is finished with.
  var types: [Choice]
}

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
      message: words(
        "Only new check-ins and workouts can be recorded without a connection. Go back, and send this again later."))
    let full = offlinePage(
      title: words("Not saved: no room left"),
      message: words("This device has no room left. Make room on it, go back, and send your input again."))
    let revoked = offlinePage("revoked", title: words("This device is not paired any more"))
    var json = JSONWriter()
    json.object { json in
      json["version"] = Assets.version
      json["shell"] = Assets.shellPaths
      json.object("pages") { json in
        json["/offline"] = offline
        json["/offline/unsaved"] = unsaved
        json["/offline/full"] = full
        json["/offline/revoked"] = revoked
        json["/offline/session"] = gymPage()
      }
    }
    return "\(Assets.worker)\(ScriptBundle.constant("worker.js")).serve(\(json.text));\n"
  }

  /// A page that says nothing about the journal, since whoever holds the device later may see it.
  private func offlinePage(_ template: String = "message", title: String, message: String? = nil) -> String {
    let messages = message.map { [$0] } ?? []
    return templates.render(
      template, with: MessageView(layout: offlineLayout(title), messages: messages), in: words.language)
  }

  private func offlineLayout(_ title: String, section: PageLayout.Section? = nil) -> PageLayout {
    PageLayout(title: title, section: section, words: words, token: "", revision: 0, isLive: false)
  }

  /// The page of the open workout, with every field that a set can have, because it says nothing about the journal.
  private func gymPage() -> String {
    let exercise = Exercise(number: 0, id: UUID(), name: "", sequence: 0)
    func fields(_ prefix: String) -> SetFormView {
      var view = SetFormView(
        ExerciseSetForm(unit: .kilograms), of: exercise, prefix: prefix, localization: localization)
      view.hasDistance = true
      view.hasTime = true
      return view
    }
    let types = ExerciseType.selectable.map {
      Choice(value: $0.name, label: localization.name(of: $0), isChosen: $0 == .strengthTraining)
    }
    let view = GymView(
      layout: offlineLayout(words("Workout"), section: .workouts), log: fields("log"), set: fields("set"), types: types)
    return templates.render("gym", with: view, in: words.language)
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

import CheckInLanguage
import Mustache

/// The templates of all pages, read once in every language. What people read in them is written `[[Check in]]`.
struct Templates: Sendable {
  private let libraries: [Language: MustacheLibrary]

  /// - Throws: if a template cannot be parsed.
  init() throws {
    var libraries: [Language: MustacheLibrary] = [:]
    for language in Language.allCases {
      let words = Words(language)
      var library = MustacheLibrary()
      for (name, bytes) in Self.sources {
        try library.register(words.translated(template: String(decoding: bytes, as: UTF8.self)), named: name)
      }
      libraries[language] = library
    }
    self.libraries = libraries
  }

  /// The page; empty if there is no template of that name.
  func render(_ name: String, with values: Any, in language: Language) -> String {
    libraries[language]?.render(Self.plain(values) ?? [:], withTemplate: name) ?? ""
  }

  /// A view as dictionaries and lists; `nil` if it is `nil`. A template would inspect the same view again for every
  /// name, and inspecting a Swift value is slow: so it is done once.
  private static func plain(_ value: Any) -> Any? {
    if value is String || value is Bool || value is any BinaryInteger { return value }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.flatMap { plain($0.value) }
    case .collection: return mirror.children.compactMap { plain($0.value) }
    case .struct:
      var members: [String: Any] = [:]
      for case (let name?, let member) in mirror.children { members[name] = plain(member) }
      return members
    default: return value
    }
  }

  private static var sources: [(String, [UInt8])] {
    [
      ("layout", PackageResources.layout_mustache), ("icons", PackageResources.icons_mustache),
      ("menu-item", PackageResources.menu_item_mustache), ("greeting", PackageResources.greeting_mustache),
      ("badge", PackageResources.badge_mustache), ("month", PackageResources.month_mustache),
      ("day-face", PackageResources.day_face_mustache), ("dot", PackageResources.dot_mustache),
      ("photos", PackageResources.photos_mustache), ("change-list", PackageResources.change_list_mustache),
      ("home", PackageResources.home_mustache), ("months", PackageResources.months_mustache),
      ("day", PackageResources.day_mustache), ("check-in", PackageResources.check_in_mustache),
      ("form", PackageResources.form_mustache), ("history", PackageResources.history_mustache),
      ("changes", PackageResources.changes_mustache), ("bar-graph", PackageResources.bar_graph_mustache),
      ("number-row", PackageResources.number_row_mustache), ("search", PackageResources.search_mustache),
      ("pieces", PackageResources.pieces_mustache), ("exchange", PackageResources.exchange_mustache),
      ("import", PackageResources.import_mustache), ("stats", PackageResources.stats_mustache),
      ("year", PackageResources.year_mustache), ("message", PackageResources.message_mustache),
      ("token", PackageResources.token_mustache), ("workout-start", PackageResources.workout_start_mustache),
      ("last-workout", PackageResources.last_workout_mustache),
      ("workout-rows", PackageResources.workout_rows_mustache), ("workouts", PackageResources.workouts_mustache),
      ("no-session", PackageResources.no_session_mustache), ("discarded", PackageResources.discarded_mustache),
      ("progress", PackageResources.progress_mustache), ("plan", PackageResources.plan_mustache),
      ("plan-form", PackageResources.plan_form_mustache), ("set-fields", PackageResources.set_fields_mustache),
      ("set-more", PackageResources.set_more_mustache), ("session", PackageResources.session_mustache),
      ("finish", PackageResources.finish_mustache), ("workout", PackageResources.workout_mustache),
      ("workout-form", PackageResources.workout_form_mustache), ("set", PackageResources.set_mustache),
      ("exercise", PackageResources.exercise_mustache), ("plain", PackageResources.plain_mustache),
      ("pair", PackageResources.pair_mustache), ("signed-out", PackageResources.signed_out_mustache),
      ("devices", PackageResources.devices_mustache), ("group", PackageResources.group_mustache),
      ("conflicts", PackageResources.conflicts_mustache), ("contested", PackageResources.contested_mustache),
      ("goals", PackageResources.goals_mustache), ("gym", PackageResources.gym_mustache),
      ("revoked", PackageResources.revoked_mustache),
      ("waiting", PackageResources.waiting_mustache),
    ]
  }
}

import CheckInJournal

/// What every page has around its content.
struct PageLayout {
  struct Link {
    var href: String
    var label: String
    var isCurrent: Bool
  }

  /// A message about what was just done.
  struct Notice {
    var text: String
    /// The sequence number that the journal must still have for it to be undone from here.
    var undo: UInt64?
    /// The page that an undo leads to; `nil` for home.
    var back: String?
  }

  var title: String
  var token: String
  var sequence: UInt64
  var style = Assets.stylePath
  var script = Assets.scriptPath
  var imports = Assets.importedPaths
  var icon = Assets.path("icon.svg")
  var touchIcon = Assets.path("apple-touch-icon.png")
  var manifest = Assets.manifestPath
  var links: [Link]
  /// Whether the page is reloaded when the journal changes.
  var isLive: Bool
  /// Whether the browser may forget the input that it kept, since it was saved.
  var clearsDraft = false
  var notice: Notice?
  /// A reason not to rely on the journal.
  var warning: String?

  init(title: String, section: Section?, token: String, sequence: UInt64, isLive: Bool, warning: String?) {
    self.title = title
    self.token = token
    self.sequence = sequence
    self.isLive = isLive
    self.warning = warning
    links = Section.allCases.map { Link(href: $0.rawValue, label: $0.label, isCurrent: $0 == section) }
  }

  /// The pages that every page links to.
  enum Section: String, CaseIterable {
    case home = "/"
    case months = "/months"
    case year = "/year"
    case statistics = "/stats"
    case workouts = "/workouts"
    case audit = "/audit"

    var label: String {
      switch self {
      case .home: "Home"
      case .months: "All"
      case .year: "Year"
      case .statistics: "Statistics"
      case .workouts: "Workouts"
      case .audit: "History"
      }
    }
  }
}

/// Stored text for a page: control characters are written out, line ends are kept.
func shown(_ text: String) -> String { Escaping.escaped(text, keepingNewlines: true) }

extension ExerciseType {
  /// The name in classes and icons: `strength-training`.
  var slug: String { name.lowercased().replacing(" ", with: "-") }
}

import CheckInJournal
import CheckInLanguage

/// The parts that every page has around its content.
struct PageLayout {
  struct Link {
    var href: String
    var label: String
    var icon: String
    var isCurrent: Bool
  }

  /// A message about what was just done.
  struct Notice {
    var text: String
    /// The sequence number that the journal must still have for it to be undone from here.
    var undo: UInt64?
    /// The page that an undo leads to.
    var back = "/"
  }

  var language: String
  var title: String
  var token: String
  /// The journal's revision when the page was made: it is old once there is another.
  var revision: UInt64
  var style = Assets.stylePath
  var script = Assets.scriptPath
  var icon = Assets.path("icon.svg")
  var touchIcon = Assets.path("apple-touch-icon.png")
  var manifest = Assets.manifestPath
  /// The bar at the top of a wide window: the pages in it, and those behind its "More".
  var links: [Link]
  var others: [Link]
  /// `true` if the shown page is one of ``others``.
  var isOther: Bool
  /// The bar at the bottom of a phone: the pages left and right of the button that checks in, and those behind "More".
  var left: [Link]
  var right: [Link]
  var more: [Link]
  /// `true` if the shown page is behind "More" on a phone.
  var isMore: Bool
  /// `true` if the content fills a wide window.
  var isWide: Bool
  /// `true` if the page reloads when the journal changes.
  var isLive: Bool
  /// `true` if the browser may delete its copy of the input, because the input was saved.
  var clearsDraft = false
  var notice: Notice?
  /// The reasons not to rely on the journal.
  var warnings: [String]

  init(
    title: String, section: Section?, words: Words, token: String, revision: UInt64, isLive: Bool,
    warnings: [String] = []
  ) {
    language = words.language.rawValue
    self.title = title
    self.token = token
    self.revision = revision
    self.isLive = isLive
    self.warnings = warnings
    func links(_ sections: [Section]) -> [Link] {
      sections.map { Link(href: $0.rawValue, label: $0.label(words), icon: $0.icon, isCurrent: $0 == section) }
    }
    let others: [Section] = [.goals, .exchange, .devices]
    self.links = links(Section.allCases.filter { !others.contains($0) })
    self.others = links(others)
    isOther = self.others.contains(where: \.isCurrent)
    left = links([.home, .months])
    right = links([.workouts])
    more = links([.photos, .year, .statistics, .changes] + others)
    isMore = more.contains(where: \.isCurrent)
    isWide = [.home, .months, .photos, .year, .statistics].contains(section)
  }

  /// The pages that every page links to.
  enum Section: String, CaseIterable {
    case home = "/"
    case months = "/months"
    case photos = "/photos"
    case year = "/year"
    case statistics = "/stats"
    case workouts = "/workouts"
    case changes = "/audit"
    case goals = "/goals"
    case exchange = "/import"
    case devices = "/devices"

    func label(_ words: Words) -> String {
      switch self {
      case .home: words("Home")
      case .months: words("Months")
      case .photos: words("Photos")
      case .year: words("Year")
      case .statistics: words("Statistics")
      case .workouts: words("Workouts")
      case .changes: words("Changes")
      case .goals: words("Goals")
      case .exchange: words("Import, export and backup")
      case .devices: words("Devices")
      }
    }

    var icon: String {
      switch self {
      case .home: "home"
      case .months: "months"
      case .photos: "photos"
      case .year: "year"
      case .statistics: "statistics"
      case .workouts: "gym"
      case .changes: "changes"
      case .goals: "goals"
      case .exchange: "exchange"
      case .devices: "devices"
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

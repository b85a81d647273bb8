import ArgumentParser
import CheckInJournal
import CheckInLanguage

struct ConfigCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: Setting.commandName, _superCommandName: "checkin", abstract: "Show or change settings",
    usage: "checkin config [<key> [<value>]] [--unset]",
    discussion: """
      checkin config unit lb; checkin config alias.t "add strength"; checkin config journals.work ~/work/checkin; \
      checkin config unit --unset

      Without a value, it shows what is set, and where. Keys: journal, unit (kg, lb), distance_unit (km, mi), \
      first_weekday, clock (12, 24), color (auto, always, never), default_type, session_type, pager, device, \
      alias.<name>, journals.<name>, types.<word>.

      An option goes before a variable, a variable before the file, and the file before the locale. What the file says \
      that is not known is a warning; what it says wrongly stops every command but this one. The file is TOML; what is \
      set here leaves the rest of it as it is, comments included.
      """)

  @Argument(help: ArgumentHelp("What is shown or set.", valueName: "key"), completion: .settings)
  var key: String?

  @Argument(help: ArgumentHelp("What it is set to.", valueName: "value"), completion: .settingValues)
  var value: String?

  @Flag(help: "Take it out of the file.")
  var unset = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let preferences = session.preferences
    guard let key else {
      guard !unset else { throw CommandFailure.usage("What is to be unset? Name its key") }
      return try show(rows(in: session), in: session)
    }
    let name = try Self.known(key)
    guard value != nil || unset else {
      if let error = preferences.file.errors.first { throw CommandFailure.usage(error) }
      let shown = rows(in: session).filter { $0.key == name }
      guard let row = shown.first else { throw CommandFailure.notFound("\(name) is not set") }
      if global.json { return try session.output.document { row.write(file: preferences.file.path, to: &$0) } }
      return try session.output.line(Escaping.escaped(row.value))
    }
    guard value == nil || !unset else { throw CommandFailure.usage("--unset takes no value") }
    if let value, let setting = Setting(rawValue: name) {
      guard setting.normalized(value) != nil else {
        throw CommandFailure.usage("\(name) takes \(setting.values), and not \"\(value)\"")
      }
    } else if let value {
      let parts = name.split(separator: ".", maxSplits: 1)
      if parts[0] == "alias", preferences.isCommand(String(parts[1])) {
        throw CommandFailure.usage("There is a command \"\(parts[1])\" already: choose another name for the alias")
      }
      guard !value.collapsed.isEmpty else { throw CommandFailure.usage("\(name) needs a value; --unset removes it") }
      if parts[0] == "types", Setting.defaultType.normalized(value) == nil {
        throw CommandFailure.usage("\(name) takes \(Setting.defaultType.values), and not \"\(value)\"")
      }
    }
    try preferences.file.set(name, to: value)
    session.messages.note(unset ? "Removed from \(preferences.file.path)" : "Set in \(preferences.file.path)")
  }

  /// The key as it is written in the file. Throws a `CommandFailure` with status 64 for one that is not known.
  private static func known(_ word: String) throws -> String {
    let parts = word.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2, ConfigurationFile.tables.contains(parts[0]), !parts[1].isEmpty,
      parts[1].wholeMatch(of: /[A-Za-z0-9_-]+/) != nil
    {
      return word
    }
    let keys = Setting.allCases.map(\.rawValue)
    let written = word.replacing("-", with: "_")
    if keys.contains(written) { return written }
    throw CommandFailure.usage(
      "There is no setting \"\(word)\"",
      hint: Spelling.hint(for: word, among: keys + ConfigurationFile.tables.map { $0 + ".<name>" }))
  }

  // MARK: Showing

  private struct Row {
    var key: String
    var value: String
    var origin: Preferences.Origin

    func source(_ file: ConfigurationFile) -> String {
      switch origin {
      case .option(let name): name
      case .variable(let name): name
      case .file(let line): file.place(line)
      case .locale: "locale"
      case .standard: "default"
      }
    }

    /// Writes `{"key":"unit","value":"lb","source":"file","name":"/…/config.toml","line":3}`.
    func write(file: String, to json: inout JSONWriter) {
      let (source, name, line): (String, String?, Int?) =
        switch origin {
        case .option(let option): ("option", option, nil)
        case .variable(let variable): ("environment", variable, nil)
        case .file(let place): ("file", file, place)
        case .locale: ("locale", nil, nil)
        case .standard: ("default", nil, nil)
        }
      json.object { json in
        json["key"] = key
        json["value"] = value
        json["source"] = source
        json["name"] = name
        json["line"] = line
      }
    }
  }

  private func rows(in session: Session) -> [Row] {
    let preferences = session.preferences
    var rows: [Row] = []
    for setting in Setting.allCases {
      var (value, origin) = preferences.value(of: setting) ?? standard(for: setting, in: session)
      switch setting {
      case .journal:
        value = session.location.path
        if global.journal != nil { origin = .option("--journal") }
        if let name = global.journalName {
          origin = preferences.file.entry("journals.\(name)").map { .file(line: $0.line) } ?? origin
        }
      case .color:
        if let color = global.color { (value, origin) = (color.rawValue, .option("--color")) }
      default: break
      }
      rows.append(Row(key: setting.rawValue, value: value, origin: origin))
    }
    return rows
      + preferences.file.entries.filter { $0.key.contains(".") }.map {
        Row(key: $0.key, value: $0.value, origin: .file(line: $0.line))
      }
  }

  /// Returns the default value of a setting, and its origin.
  private func standard(for setting: Setting, in session: Session) -> (String, Preferences.Origin) {
    switch setting {
    case .journal: return (session.location.path, .standard)
    case .unit: return (Weight.Unit.kilograms.symbol, .standard)
    case .distanceUnit: return (session.style.distanceUnit.symbol, .standard)
    case .firstWeekday: return (session.firstWeekday.name.lowercased(), .locale)
    case .clock: return (session.style.localization.usesTwelveHours ? "12" : "24", .locale)
    case .color: return (ColorMode.auto.rawValue, .standard)
    case .defaultType, .device: return ("", .standard)
    case .sessionType: return (SessionCheckIn.defaultType.name, .standard)
    case .pager:
      if let pager = session.environment["PAGER"] { return (pager, .variable("PAGER")) }
      return (Pager.usual, .standard)
    }
  }

  private func show(_ rows: [Row], in session: Session) throws {
    let file = session.preferences.file
    let problems = file.errors + session.preferences.warnings
    if global.json {
      try session.output.object { json in
        json["file"] = file.path
        json["exists"] = file.exists
        json.array("settings", of: rows) { json, row in row.write(file: file.path, to: &json) }
        json["problems"] = problems.map(\.text)
      }
    } else {
      let (style, width) = (session.style, rows.map { DisplayWidth.of($0.key) }.max() ?? 0)
      let values = rows.map { $0.value.isEmpty ? style.dash : Escaping.escaped($0.value) }
      let valueWidth = min(40, values.map { DisplayWidth.of($0) }.max() ?? 0)
      for (row, value) in zip(rows, values) {
        let columns = [DisplayWidth.padded(row.key, to: width), DisplayWidth.padded(value, to: valueWidth)]
        try session.output.line(style.line((columns + [row.source(file)]).map { .value($0) }))
      }
      if !file.exists { try session.output.line("There is no \(Escaping.escaped(file.path)) yet.") }
    }
    // What is not known stops nothing, here as elsewhere.
    guard file.errors.isEmpty else {
      throw CommandFailure(status: JournalError.Code.refusedInput.exitStatus, messages: file.errors)
    }
  }
}

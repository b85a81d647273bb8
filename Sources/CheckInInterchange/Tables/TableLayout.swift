internal import CheckInJournal

/// The mapping of a table's columns to fields.
struct TableLayout {
  struct Column {
    var index: Int
    /// Of durations, distances and energy; empty where it is not known.
    var unit = ""
    /// Of days whose month is a number before or behind them.
    var order: WrittenMoment.DayOrder?
  }

  /// The tables that are known by their header.
  enum Program: String {
    case strava
    case garmin
    /// Any other.
    case table
  }

  let program: Program
  private(set) var columns: [ImportMap.Field: Column] = [:]
  /// Columns of which the one or the other is read: what its field is not found in.
  private(set) var fallback: [ImportMap.Field: Column] = [:]
  /// The columns that nothing is taken from.
  private(set) var unused: [UnusedColumn] = []
  /// The columns that are left out because nothing states their unit.
  private(set) var withoutUnit: [(index: Int, field: ImportMap.Field)] = []
  /// The columns that mark whether a row's activity took place.
  private(set) var marks: [Mark] = []

  struct Mark {
    var index: Int
    /// `true` if an empty cell means no.
    var isYesOrNo: Bool
    /// `true` if `--map` names the column, so that each of its marks has to be understood.
    var isMapped = false
  }
  /// `true` if times without a zone are in UTC.
  var isUTC: Bool { program == .strava }
  /// The decimal separator, if the program always writes the same one.
  var decimal: ImportMap.Decimal? { program == .strava ? .point : nil }
  /// `true` if three digits after a comma are thousands.
  ///
  /// The program writes fractions with two digits.
  var groupsThousands: Bool { program == .garmin }

  subscript(field: ImportMap.Field) -> Column? { columns[field] }

  /// The program whose header this is, in English; `nil` for all others.
  static func program(of names: [String]) -> Program? {
    let names = Set(names.map { $0.lowercased() })
    if names.isSuperset(of: ["activity id", "activity date", "activity name", "activity type"]) { return .strava }
    if names.isSuperset(of: ["activity type", "date", "favorite", "title"]) { return .garmin }
    return nil
  }

  /// Returns `true` if the header has a column for the time or the day.
  static func tellsTime(_ names: [String]) -> Bool {
    names.contains { field(named: HeaderName($0).folded).map { [.at, .date].contains($0) } ?? false }
  }

  /// - Parameter name: the file's name in messages.
  /// - Throws: `JournalError` with `.refusedInput` where columns are missing or can mean two things, `.invalidValue`
  ///   where the map names one that is not there.
  init(_ names: [String], program: Program, map: ImportMap, name: String) throws(JournalError) {
    self.program = program
    switch program {
    case .strava: setStrava(names)
    case .garmin: setGarmin(names)
    case .table: try setKnown(names, map: map, name: name)
    }
    for (field, text) in map.columns { try set(field, to: text, in: names, name: name) }
    if map.columns[.done] != nil {
      marks = columns[.done].map { [Mark(index: $0.index, isYesOrNo: true, isMapped: true)] } ?? []
    } else {
      let fields = Set(columns.values.map(\.index))
      marks.removeAll { fields.contains($0.index) }
    }
    dropColumnsWithoutUnit(names, map: map)
    let used = Set(
      columns.filter { $0.key != .reps }.values.map(\.index) + fallback.values.map(\.index) + marks.map(\.index))
    unused = names.indices.filter { !used.contains($0) }.map { UnusedColumn(names[$0], at: $0) }
    try requireColumns(names, map: map, name: name)
  }

  // MARK: Known headers

  private static func index(_ name: String, in names: [String]) -> Int? {
    names.firstIndex { $0.lowercased() == name }
  }

  private mutating func setFirst(_ field: ImportMap.Field, named name: String, in names: [String], unit: String = "") {
    if let index = Self.index(name, in: names) { columns[field] = Column(index: index, unit: unit) }
  }

  /// Strava repeats some columns: first as its page shows them, in the person's units, then in metres and seconds.
  private mutating func setStrava(_ names: [String]) {
    setFirst(.id, named: "activity id", in: names)
    setFirst(.at, named: "activity date", in: names)
    setFirst(.title, named: "activity name", in: names)
    setFirst(.type, named: "activity type", in: names)
    setFirst(.notes, named: "activity description", in: names)
    setFirst(.calories, named: "calories", in: names)
    setFirst(.duration, named: "moving time", in: names, unit: "s")
    if let elapsed = Self.index("elapsed time", in: names) {
      let column = Column(index: elapsed, unit: "s")
      if columns[.duration] == nil { columns[.duration] = column } else { fallback[.duration] = column }
    }
    let distances = names.indices.filter { names[$0].lowercased() == "distance" }
    if let last = distances.last { columns[.distance] = Column(index: last, unit: distances.count > 1 ? "m" : "") }
  }

  private mutating func setGarmin(_ names: [String]) {
    setFirst(.type, named: "activity type", in: names)
    setFirst(.at, named: "date", in: names)
    setFirst(.title, named: "title", in: names)
    setFirst(.calories, named: "calories", in: names)
    setFirst(.duration, named: "time", in: names)
    setFirst(.distance, named: "distance", in: names)
  }

  /// Returns `true` if an activity's distance has a different unit from its column's.
  ///
  /// Garmin writes the distances of swims and track runs in metres or yards, in the column that has kilometres or miles
  /// for all other activities.
  func isInAnotherUnit(_ kind: String) -> Bool {
    guard program == .garmin, let unit = columns[.distance]?.unit, let size = TableUnit.metres(unit), size > 100 else {
      return false
    }
    let name = ActivityNames.folded(kind)
    return ["swim", "pool", "track"].contains { name.contains($0) }
  }

  // MARK: Any header

  private mutating func setKnown(_ names: [String], map: ImportMap, name: String) throws(JournalError) {
    var candidates: [ImportMap.Field: [Int]] = [:]
    for (index, text) in names.enumerated() {
      let header = HeaderName(text)
      if columns[.reps] == nil, header.isOfRepetitions { columns[.reps] = Column(index: index) }
      if let mark = Self.mark(named: header.folded, at: index) { marks.append(mark) }
      guard let field = Self.field(named: header.folded), map.columns[field] == nil else { continue }
      candidates[field, default: []].append(index)
    }
    if map.columns[.at] != nil { (candidates[.date], candidates[.time]) = (nil, nil) }
    if map.columns[.date] != nil { candidates[.at] = nil }
    for (field, indices) in candidates.sorted(by: { $0.value[0] < $1.value[0] }) {
      guard indices.count == 1 else {
        let shown = indices.map { Self.name(of: $0, in: names) }
        throw JournalError(
          .refusedInput,
          "\(name): the columns \(shown.map { "'\($0)'" }.joined(separator: " and ")) can both be the "
            + "\(field.rawValue); say which, as in --map '\(field.rawValue)=\(shown[0])'.")
      }
      columns[field] = Column(index: indices[0], unit: HeaderName(names[indices[0]]).unit)
    }
  }

  /// The field that a name means for certain, in English.
  private static func field(named folded: String) -> ImportMap.Field? {
    switch folded {
    case "at", "datetime", "dateandtime", "timestamp", "starttime", "startdate", "startedat", "starteddate",
      "startdatetime", "datestarted", "startat", "activitydate", "workoutdate":
      .at
    case "date", "day": .date
    case "timeofday", "clocktime": .time
    case "type", "activity", "activitytype", "sport", "sporttype", "exercise", "exercisetype", "workouttype": .type
    case "title", "name", "activityname", "workoutname": .title
    case "calories", "kcal", "caloriesburned", "energy", "energyburned", "activecalories": .calories
    case "location", "place": .location
    case "notes", "note", "comment", "comments", "description", "activitydescription": .notes
    case "id", "uuid", "activityid", "workoutid": .id
    case "timezone", "tz": .timeZone
    case "duration", "elapsedtime", "movingtime", "workoutduration", "totalduration": .duration
    case "distance", "totaldistance": .distance
    default: nil
    }
  }

  /// A column that marks whether something was done, in English; `nil` for all others.
  private static func mark(named folded: String, at index: Int) -> Mark? {
    switch folded {
    case "done", "completed", "complete", "finished", "achieved", "checked": Mark(index: index, isYesOrNo: true)
    case "status", "state", "value", "entrytype", "entrystatus", "completionstatus":
      Mark(index: index, isYesOrNo: false)
    default: nil
    }
  }

  // MARK: What the person says

  /// The name of a column as `--map` takes it: `Distance#2` for the second of two.
  static func name(of index: Int, in names: [String]) -> String {
    let namesakes = names.indices.filter { names[$0] == names[index] }
    guard namesakes.count > 1, let place = namesakes.firstIndex(of: index) else { return names[index] }
    return "\(names[index])#\(place + 1)"
  }

  /// The index of the column that such a name means.
  private static func index(named text: String, in names: [String]) -> Int? {
    func namesakes(_ text: String) -> [Int] {
      let exact = names.indices.filter { names[$0] == text }
      return exact.isEmpty ? names.indices.filter { names[$0].lowercased() == text.lowercased() } : exact
    }
    if let first = namesakes(text).first { return first }
    guard let sign = text.lastIndex(of: "#"), let place = Int(text[text.index(after: sign)...]) else { return nil }
    let columns = namesakes(String(text[..<sign]))
    return columns.indices.contains(place - 1) ? columns[place - 1] : nil
  }

  private mutating func set(
    _ field: ImportMap.Field, to text: String, in names: [String], name: String
  ) throws(JournalError) {
    columns[field] = nil
    fallback[field] = nil
    if text.isEmpty { return }
    if field == .at { (columns[.date], columns[.time]) = (nil, nil) }
    if field == .date { columns[.at] = nil }
    if let index = Self.index(named: text, in: names) {
      columns[field] = Column(index: index, unit: HeaderName(names[index]).unit)
      return
    }
    if let colon = text.lastIndex(of: ":"), let index = Self.index(named: String(text[..<colon]), in: names) {
      let suffix = String(text[text.index(after: colon)...]).lowercased()
      let isKnown: Bool
      switch field {
      case .duration: isKnown = TableUnit.seconds(suffix) != nil
      case .distance: isKnown = TableUnit.metres(suffix) != nil
      case .calories: isKnown = TableUnit.kilocalories(suffix) != nil
      case .at, .date: isKnown = WrittenMoment.DayOrder(rawValue: suffix) != nil
      default: isKnown = false
      }
      guard isKnown else {
        throw JournalError(
          .invalidValue,
          "--map \(field.rawValue)= has '\(suffix.prefix(20))' behind its column: durations take s, min or h, "
            + "distances km, m, mi, yd or ft, calories kcal or kJ, days dmy or mdy.")
      }
      columns[field] = Column(index: index, unit: suffix, order: WrittenMoment.DayOrder(rawValue: suffix))
      return
    }
    // Not a column but the type of all rows.
    if field == .type, ExerciseType(name: text) != nil { return }
    let shown = names.prefix(20).filter { !$0.isEmpty }.joined(separator: ", ")
    throw JournalError(
      .invalidValue, "\(name) has no column '\(text.prefix(60))' for --map \(field.rawValue)=; it has: \(shown).")
  }

  /// Energy is in kilocalories or kilojoules; a column of calories has kilocalories, and so has one that `--map` names.
  private mutating func dropColumnsWithoutUnit(_ names: [String], map: ImportMap) {
    if let distance = columns[.distance], TableUnit.metres(distance.unit) == nil {
      leaveOut(.distance, at: distance.index)
    }
    if let energy = columns[.calories], energy.unit.isEmpty, map.columns[.calories] == nil,
      HeaderName(names[energy.index]).folded.hasPrefix("energy")
    {
      leaveOut(.calories, at: energy.index)
    }
  }

  private mutating func leaveOut(_ field: ImportMap.Field, at index: Int) {
    columns[field] = nil
    withoutUnit.append((index, field))
  }

  private func requireColumns(_ names: [String], map: ImportMap, name: String) throws(JournalError) {
    var missing: [String] = []
    if columns[.at] == nil, columns[.date] == nil { missing.append("at") }
    if columns[.type] == nil, map.columns[.type].flatMap({ ExerciseType(name: $0) }) == nil { missing.append("type") }
    guard !missing.isEmpty else { return }
    let shown = names.prefix(20).filter { !$0.isEmpty }.joined(separator: ", ")
    throw JournalError(
      .refusedInput,
      "\(name) does not say which column holds \(missing.joined(separator: " and ")); say it, as in "
        + "--map \(missing.map { "\($0)=COLUMN" }.joined(separator: ",")). Its columns: \(shown).")
  }
}

/// The name of a column, and the unit that it ends with: `Distance (km)`, `distance_km`.
struct HeaderName {
  /// The letters and digits without the unit, in lower case.
  let folded: String
  /// Empty where there is none.
  let unit: String

  /// `true` if the name has a word for repetitions.
  let isOfRepetitions: Bool

  /// In the languages of most exports: English, German, French, Spanish, Portuguese, Italian, Dutch.
  private static let repetitions: Set<String> = [
    "rep", "reps", "repetition", "repetitions", "wdh", "wiederholung", "wiederholungen", "répétitions", "repeticiones",
    "repetições", "ripetizioni", "herhalingen",
  ]

  init(_ text: String) {
    let lower = text.lowercased()
    // `actualReps` and `repsDone` are one word here.
    self.isOfRepetitions = lower.split { !$0.isLetter }.contains {
      Self.repetitions.contains(String($0)) || $0.hasPrefix("reps") || $0.hasSuffix("reps")
    }
    var name = lower[...]
    var unit = ""
    if let last = lower.last, last == ")" || last == "]",
      let open = lower.lastIndex(where: { $0 == "(" || $0 == "[" })
    {
      unit = Validation.trimmed(String(lower[lower.index(after: open)...].dropLast()))
      name = lower[..<open]
    } else if let separator = lower.lastIndex(where: { "_ ".contains($0) }) {
      let word = String(lower[lower.index(after: separator)...])
      if TableUnit.seconds(word) ?? TableUnit.metres(word) ?? TableUnit.kilocalories(word) != nil, word != "calories" {
        unit = word
        name = lower[..<separator]
      }
    }
    self.folded = ActivityNames.folded(String(name))
    self.unit = unit
  }
}

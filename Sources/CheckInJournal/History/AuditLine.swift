internal import EventLog

/// The format of an audit line.
package enum AuditForm: Sendable {
  /// One JSON object.
  case json
  /// Words for a person.
  case text(Text)
  /// An ``AuditRow``. The closure writes what an event about workouts says, without a line feed.
  case row(workout: @Sendable (WorkoutAction, OutputBytes) -> Void)

  /// Returns the texts of a quantity before and after a change with their unit once: `13` and `13.1 km`.
  package static func withoutCommonUnit(from: String, to: String) -> (from: String, to: String) {
    let (old, new) = (from.split(separator: " "), to.split(separator: " "))
    guard old.count == 2, new.count == 2, old[1] == new[1] else { return (from, to) }
    return (String(old[0]), to)
  }

  package struct Text: Sendable {
    /// Stands between what was and what is.
    package var arrow: String
    /// Stands for nothing.
    package var dash: String
    package var bold: @Sendable (String) -> String
    package var photo: @Sendable (Photo) -> String
    /// The words in another language than English, by the English: for the names of actions, of fields, of
    /// exercise types and of what an event about workouts concerns, for `none`, `reverses` and `event`.
    package var terms: [String: String]
    /// The time zone in which recording times are shown; `nil` for UTC.
    package var zone: LocalTimeZone?
    /// The text of a day, such as `Sat 21 Nov`.
    package var day: @Sendable (CivilDay) -> String
    /// The text of a time of day that is given as `18:30`.
    package var clock: @Sendable (String) -> String
    /// The text of a duration, a distance or calories, such as `13.1 km`.
    package var quantity: @Sendable (Int, CheckInQuantity) -> String
    /// The text of a set that was logged, such as `80 kg × 10`.
    package var set: @Sendable (SetEntry) -> String
    /// `true` if the lines have the IDs of check-ins; not needed if all are of the same one.
    package var hasCheckIns: Bool

    package init(
      arrow: String, dash: String, bold: @escaping @Sendable (String) -> String,
      photo: @escaping @Sendable (Photo) -> String, terms: [String: String] = [:], zone: LocalTimeZone? = nil,
      day: @escaping @Sendable (CivilDay) -> String = { $0.description },
      clock: @escaping @Sendable (String) -> String = { $0 },
      quantity: @escaping @Sendable (Int, CheckInQuantity) -> String = { $1.text($0) },
      set: @escaping @Sendable (SetEntry) -> String = { SetNotation.text($0, unit: .kilograms) },
      hasCheckIns: Bool = true
    ) {
      self.arrow = arrow
      self.dash = dash
      self.bold = bold
      self.photo = photo
      self.terms = terms
      self.zone = zone
      self.day = day
      self.clock = clock
      self.quantity = quantity
      self.set = set
      self.hasCheckIns = hasCheckIns
    }

    @inline(__always)
    fileprivate func term(_ english: String) -> String { terms.isEmpty ? english : terms[english] ?? english }
  }
}

/// The part of an audit line that describes the event itself, without its changes.
struct AuditHeading {
  var sequence: UInt64
  var recordedAtMilliseconds: Int64
  var origin: Event.Origin
  var kind: EventKind
  /// The workout event type, if `kind` is the kind of workout events; otherwise `nil`.
  var workout: WorkoutKind?
  /// 0 if the event concerns none.
  var checkIn: UInt64
  var command: UInt64
  var undoes: UInt64?
  /// As in ``Event``.
  var device: String?
  /// As in ``AuditEntry``.
  var replica: String?
  var checkInName: String?
  var workoutNames: [Int: String] = [:]

  /// The number of an event in the log of the device that wrote it.
  fileprivate func own(_ sequence: UInt64) -> UInt64 { ReplicaSequence(sequence)?.sequence ?? sequence }

  var action: String { workout?.name ?? kind.name }

  /// `true` if the changes of the event say what happened.
  fileprivate var isEdit: Bool {
    switch kind {
    case .edited, .photoAttached, .photoCleared: true
    default: false
    }
  }
}

/// A field's value before or after an event. A text is a place in bytes that are given with it.
enum AuditValue {
  case none
  case text(ByteRange)
  case type(ExerciseType)
  case time(localMilliseconds: Int64, offsetMinutes: Int)
  /// The day of a local time whose time of day is not known.
  case day(localMilliseconds: Int64)
  case number(UInt64)
  case photo(Photo)
}

/// Writes events as what they changed, a line each: in JSON
///
/// ```
/// {"sequence":413,"recordedAt":"2026-11-21T06:53:01.123Z","origin":"web","action":"edited","checkIn":17,
///  "changes":{"calories":{"from":320,"to":340}},"command":413,"undoes":null}
/// ```
///
/// or as text: `Sat 21 Nov 07:53  17  calories 320 → 340  (event 413, web)`. An event about workouts says what it
/// concerns, `"workout":{"exercise":null,"plan":null,"session":5,"set":2,"text":"80x10"}` or
/// `session 5 set 2: 80x10`, and has no number of a check-in if it concerns none: in JSON, `null`.
///
/// Nothing else writes such lines, neither of a single event nor of a whole log. For each line, ``begin(_:)``, then
/// ``change(_:from:in:to:in:)`` for each field, in their order, then ``end(_:workout:)``.
struct AuditLineWriter {
  let form: AuditForm
  let output: OutputBytes
  private var isFirstChange = true
  private var day = WrittenDay()
  /// The latest day whose text was asked for.
  private var dayText: (number: Int, text: String)?
  /// The latest quarter of an hour since 1970 whose offset was asked for: clocks change between two of them.
  private var quarter: (number: Int, offsetMinutes: Int)?

  /// More than everything that is written at once, texts excepted: about 200 bytes.
  private static let fixedByteCount = 512

  init(_ form: AuditForm, to output: OutputBytes) {
    self.form = form
    self.output = output
  }

  /// Writes what comes before the changes.
  @inline(__always)
  mutating func begin(_ heading: AuditHeading) {
    isFirstChange = true
    switch form {
    case .json:
      output.write(atMost: Self.fixedByteCount) { pen in
        pen.literal("{\"sequence\":")
        pen.decimal(heading.own(heading.sequence))
        pen.literal(",\"recordedAt\":\"")
        pen.time(utcMilliseconds: heading.recordedAtMilliseconds, &day)
        pen.literal("\",\"origin\":\"")
        pen.string(heading.origin.name)
        pen.literal("\"")
      }
      if let device = heading.device ?? heading.replica {
        output.literal(",\"device\":")
        jsonString(device)
      }
      if let replica = heading.replica {
        output.literal(",\"replica\":")
        jsonString(replica)
      }
      output.write(atMost: Self.fixedByteCount) { pen in
        pen.literal(",\"action\":\"")
        pen.string(heading.action)
        pen.literal("\",\"checkIn\":")
        if let name = heading.checkInName {
          pen.literal("\"")
          pen.string(name)
          pen.literal("\"")
        } else {
          pen.number(heading.checkIn > 0 ? heading.checkIn : nil)
        }
        pen.literal(",\"changes\":{")
      }
    case .text(let text): begin(heading, text)
    case .row:
      output.row(heading, day: &day)
    }
  }

  /// Writes the time, the check-in, and the action unless the changes tell it.
  @inline(never)
  private mutating func begin(_ heading: AuditHeading, _ form: AuditForm.Text) {
    // A log can say anything.
    let milliseconds = CheckInTime.nearestInstant(to: heading.recordedAtMilliseconds)
    let offset = form.zone.map { offsetMinutes(at: milliseconds, $0) } ?? 0
    output.string(dateAndClock(localMilliseconds: milliseconds + Int64(offset) * 60_000, form))
    let name = heading.checkInName ?? (heading.checkIn > 0 ? String(heading.checkIn) : nil)
    if let name, form.hasCheckIns { output.string("  " + name) }
    if !heading.isEdit { writeAction(heading, form) }
  }

  private func writeAction(_ heading: AuditHeading, _ form: AuditForm.Text) {
    let isNamed = form.hasCheckIns && (heading.checkInName != nil || heading.checkIn > 0)
    output.string((isNamed ? " " : "  ") + form.bold(form.term(heading.action)))
  }

  /// `Sat 21 Nov 07:53`.
  private mutating func dateAndClock(localMilliseconds: Int64, _ form: AuditForm.Text) -> String {
    let minutes = floorDivide(Int(localMilliseconds), by: 60_000)
    let dayNumber = floorDivide(minutes, by: 1440)
    return "\(date(dayNumber, form)) \(form.clock(Self.clock(minutes - dayNumber * 1440)))"
  }

  /// `07:53`
  private static func clock(_ minutes: Int) -> String { twoDigits(minutes / 60) + ":" + twoDigits(minutes % 60) }

  /// Writes `Sat 21 Nov 07:10 +01:00`.
  private mutating func time(localMilliseconds: Int64, offsetMinutes: Int, _ form: AuditForm.Text) {
    let offset = (offsetMinutes < 0 ? "-" : "+") + Self.clock(abs(offsetMinutes))
    output.string(dateAndClock(localMilliseconds: localMilliseconds, form) + " " + offset)
  }

  private mutating func date(_ number: Int, _ form: AuditForm.Text) -> String {
    if let dayText, dayText.number == number { return dayText.text }
    let text = form.day(CivilDay(dayNumber: number))
    dayText = (number, text)
    return text
  }

  private mutating func offsetMinutes(at milliseconds: Int64, _ zone: LocalTimeZone) -> Int {
    let number = floorDivide(Int(milliseconds), by: 900_000)
    if let quarter, quarter.number == number { return quarter.offsetMinutes }
    let minutes = zone.time(atInstant: milliseconds).offsetMinutes
    quarter = (number, minutes)
    return minutes
  }

  /// Writes what comes after the changes, without the newline.
  ///
  /// - Parameter workout: what an event about workouts says.
  @inline(__always)
  func end(_ heading: AuditHeading, workout: WorkoutAction.Summary?) {
    switch form {
    case .json:
      output.literal("}")
      if let workout { json(workout, names: heading.workoutNames) }
      output.write(atMost: Self.fixedByteCount) { pen in
        pen.literal(",\"command\":")
        pen.decimal(heading.own(heading.command))
        pen.literal(",\"undoes\":")
        pen.number(heading.undoes.map(heading.own))
        pen.literal("}")
      }
    case .text(let text):
      if heading.isEdit, isFirstChange { writeAction(heading, text) }
      if let line = workout?.line(heading.workoutNames, terms: text.terms, set: text.set), !line.isEmpty {
        output.literal("  ")
        output.string(Escaping.escaped(line))
      }
      if let command = heading.undoes {
        output.literal("  ")
        output.string(text.term("reverses"))
        output.literal(" ")
        output.decimal(heading.own(command))
      }
      let replica = ReplicaSequence(heading.sequence) != nil ? heading.replica.map { $0 + "/" } ?? "" : ""
      output.string("  (\(text.term("event")) \(replica)\(heading.own(heading.sequence)), \(heading.origin.name)")
      if let device = heading.device { output.string(", " + Escaping.escaped(device)) }
      output.literal(")")
    case .row:
      output.literal("}")
    }
  }

  @inline(never)
  private func json(_ workout: WorkoutAction.Summary, names: [Int: String]) {
    func member(_ name: StaticString, value: Int?) {
      if let shown = value.flatMap({ names[$0] }) {
        output.literal(name)
        return jsonString(shown)
      }
      output.write(atMost: Self.fixedByteCount) { pen in
        pen.literal(name)
        pen.number(value.map { UInt64(clamping: $0) })
      }
    }
    member(",\"workout\":{\"exercise\":", value: workout.exercise)
    member(",\"plan\":", value: workout.plan)
    member(",\"session\":", value: workout.session)
    member(",\"set\":", value: workout.set)
    output.literal(",\"text\":")
    jsonString(workout.text)
    output.literal("}")
    guard let day = workout.day else { return }
    output.literal(",\"day\":\"")
    output.string(day.description)
    output.literal("\",\"kind\":")
    if let mark = workout.mark { jsonString(mark.kind.name) } else { output.literal("null") }
    output.literal(",\"note\":")
    if let note = workout.mark?.note { jsonString(note) } else { output.literal("null") }
  }

  private func jsonString(_ text: String) {
    let bytes = Array(text.utf8)
    output.jsonString(ByteRange(start: 0, end: bytes.count), in: bytes.span.bytes)
  }

  /// Writes what became of a field, whose value is another than before.
  @inline(__always)
  mutating func change(
    _ field: CheckInField, from: AuditValue, in old: RawSpan, to: AuditValue, in new: RawSpan
  ) {
    switch form {
    case .json, .row:
      output.write(atMost: Self.fixedByteCount) { pen in
        if !isFirstChange { pen.literal(",") }
        pen.literal("\"")
        pen.string(field.rawValue)
        pen.literal("\":{\"from\":")
      }
      json(from, in: old)
      output.literal(",\"to\":")
      json(to, in: new)
      output.literal("}")
    case .text(let form):
      // A field that was not there and is empty is not worth a word.
      if case .none = from, case .text(let text) = to, text.isEmpty { return }
      output.literal(isFirstChange ? "  " : ", ")
      output.string(form.term(field.rawValue))
      output.literal(" ")
      if case .quantity(let quantity) = field, case .number(let old) = from, case .number(let new) = to {
        let texts = [old, new].map { form.quantity(Int(clamping: $0), quantity) }
        let (before, after) = AuditForm.withoutCommonUnit(from: texts[0], to: texts[1])
        output.string("\(before) \(form.arrow) \(after)")
      } else {
        if case .none = from {
        } else {
          text(from, of: field, in: old, form)
          output.literal(" ")
          output.string(form.arrow)
          output.literal(" ")
        }
        text(to, of: field, in: new, form)
      }
    }
    isFirstChange = false
  }

  @inline(__always)
  private mutating func json(_ value: AuditValue, in bytes: RawSpan) {
    if case .text(let range) = value { return output.jsonString(range, in: bytes) }
    output.write(atMost: Self.fixedByteCount) { pen in
      switch value {
      case .none, .text: pen.literal("null")
      case .number(let number): pen.decimal(number)
      case .type(let type):
        pen.literal("\"")
        pen.string(type.name)
        pen.literal("\"")
      case .time(let milliseconds, let offset):
        pen.literal("\"")
        pen.time(localMilliseconds: milliseconds, offsetMinutes: offset, &day)
        pen.literal("\"")
      case .day(let milliseconds):
        pen.literal("\"")
        pen.string(CivilDay(dayNumber: floorDivide(Int(milliseconds), by: 86_400_000)).description)
        pen.literal("\"")
      case .photo(let photo):
        pen.literal("{\"sha256\":\"")
        pen.hexadecimal(photo.digest)
        pen.literal("\",\"bytes\":")
        pen.decimal(UInt64(clamping: photo.byteCount))
        pen.literal(",\"width\":")
        pen.decimal(UInt64(clamping: photo.width))
        pen.literal(",\"height\":")
        pen.decimal(UInt64(clamping: photo.height))
        pen.literal("}")
      }
    }
  }

  private mutating func text(
    _ value: AuditValue, of field: CheckInField, in bytes: RawSpan, _ form: AuditForm.Text
  ) {
    switch value {
    case .none: output.string(form.dash)
    case .text(let range) where field == .at:
      let written = bytes.text(range)
      if let read = WrittenTime(written) {
        time(localMilliseconds: read.localMilliseconds, offsetMinutes: read.offsetMinutes ?? 0, form)
      } else {
        output.string(CivilDay(written).map { date($0.dayNumber, form) } ?? Escaping.escaped(written))
      }
    case .text(let range) where field == .type && !form.terms.isEmpty: typeName(bytes.text(range), in: form)
    case .type(let type) where !form.terms.isEmpty: typeName(type.name, in: form)
    case .text(let range):
      output.literal("\"")
      if !output.printable(range, in: bytes) { output.string(Escaping.escaped(bytes.text(range))) }
      output.literal("\"")
    case .photo(let photo): output.string(form.photo(photo))
    case .number(let number):
      if case .quantity(let quantity) = field { output.string(form.quantity(Int(clamping: number), quantity)) }
    case .time(let milliseconds, let offset): time(localMilliseconds: milliseconds, offsetMinutes: offset, form)
    case .day(let milliseconds): output.string(date(floorDivide(Int(milliseconds), by: 86_400_000), form))
    case .type: json(value, in: bytes)
    }
  }

  private func typeName(_ name: String, in form: AuditForm.Text) {
    output.literal("\"")
    output.string(Escaping.escaped(form.term(name)))
    output.literal("\"")
  }
}

// MARK: Single entries

extension AuditEntry {
  /// Writes the event's object.
  package func write(to json: inout JSONWriter) {
    let output = OutputBytes(capacity: 1024)
    write(.json, to: output)
    json.value(output)
  }

  /// Writes what changed, as an object with a member for each field.
  package func writeChanges(to json: inout JSONWriter) { Self.write(shownChanges, to: &json) }

  /// Writes changes as an object with a member for each field.
  package static func write(_ changes: [Change], to json: inout JSONWriter) {
    let output = OutputBytes(capacity: 1024)
    output.literal("{")
    var writer = AuditLineWriter(.json, to: output)
    write(changes, to: &writer)
    output.literal("}")
    json.value(output)
  }

  /// The event's line, without the newline.
  package func line(_ form: AuditForm) -> String {
    let output = OutputBytes(capacity: 1024)
    write(form, to: output)
    return output.text
  }

  /// Writes the event's line, without the newline.
  func write(_ form: AuditForm, to output: OutputBytes) {
    var heading = AuditHeading(event)
    heading.replica = replica
    heading.checkInName = checkInName
    heading.workoutNames = workoutNames
    var writer = AuditLineWriter(form, to: output)
    writer.begin(heading)
    if case .row(let writeWorkout) = form {
      if case .photoAttached(let photo) = event.action { output.row(photo) }
      if case .workout(let action) = event.action { return writeWorkout(action, output) }
      output.literal("{")
    }
    Self.write(shownChanges, to: &writer)
    let workout: WorkoutAction.Summary? = if case .workout(let action) = event.action { action.summary } else { nil }
    writer.end(heading, workout: workout)
  }

  private static func write(_ changes: [Change], to writer: inout AuditLineWriter) {
    for change in changes {
      let (old, new) = (change.from.bytes, change.to.bytes)
      writer.change(
        change.field, from: change.from.shown(in: old), in: old.span.bytes, to: change.to.shown(in: new),
        in: new.span.bytes)
    }
  }
}

extension AuditHeading {
  init(_ event: Event) {
    let workout: WorkoutKind? = if case .workout(let action) = event.action { action.kind } else { nil }
    self.init(
      sequence: event.sequence, recordedAtMilliseconds: event.recordedAtMilliseconds, origin: event.origin,
      kind: event.action.kind, workout: workout, checkIn: UInt64(clamping: event.checkIn), command: event.command,
      undoes: event.undoes, device: event.device)
  }
}

extension AuditEntry.Value {
  /// The bytes of a text.
  fileprivate var bytes: [UInt8] {
    guard case .text(let text) = self else { return [] }
    return Array(text.utf8)
  }

  fileprivate func shown(in bytes: [UInt8]) -> AuditValue {
    switch self {
    case .none: .none
    case .text: .text(ByteRange(start: 0, end: bytes.count))
    case .number(let number): .number(UInt64(clamping: number))
    case .photo(let photo): .photo(photo)
    }
  }
}

internal import EventLog
internal import FoundationEssentials

extension Timeline {
  /// Brings the timeline up to the event. The only place where it changes.
  ///
  /// Nothing is changed where it throws: an event that contradicts the ones before it, or a snapshot that cannot be
  /// read.
  mutating func apply(_ event: EventView, in bytes: RawSpan) throws(TimelineFault) {
    switch event.kind {
    case .created: try applyCreated(event, in: bytes)
    case .edited: try applyEdited(event, in: bytes)
    case .photoAttached, .photoCleared: try applyPhoto(event, in: bytes)
    case .discarded, .restored:
      try change(event) { row in
        if event.kind == .discarded { row.flags.insert(.discarded) } else { row.flags.remove(.discarded) }
      }
    case .lost: try applyLost(event)
    case .unknown: break
    }
    directory.sequence = event.sequence
  }

  /// The number that an event takes, which has to be the next one.
  private func nextNumber(_ event: EventView) throws(TimelineFault) -> UInt32 {
    guard event.checkIn == UInt64(directory.lastNumber) + 1, let number = UInt32(exactly: event.checkIn) else {
      throw .inconsistent(
        "event \(event.sequence) creates check-in \(event.checkIn), but the next one is \(directory.lastNumber + 1)")
    }
    return number
  }

  private mutating func applyLost(_ event: EventView) throws(TimelineFault) {
    let number = Int(try nextNumber(event))
    try loadNumbers(NumberIndex.block(of: number))
    numbers.append(nil, number: number)
    directory.lastNumber = number
  }

  private mutating func applyCreated(_ event: EventView, in bytes: RawSpan) throws(TimelineFault) {
    let number = try nextNumber(event)
    let fields = event.fields
    try loadNumbers(NumberIndex.block(of: Int(number)))
    let (index, dayOfMonth) = try loadPage(of: fields.day)

    count(try pages[index]?.insert(event, in: bytes, number: number, dayOfMonth: dayOfMonth), at: index, step: 1)
    numbers.append(directory.months[index].month, number: Int(number))
    identities.insert(UUID(fields.id, in: bytes), number)
    directory.lastNumber = Int(number)
  }

  private mutating func applyEdited(_ event: EventView, in bytes: RawSpan) throws(TimelineFault) {
    let fields = event.fields
    try rewrite(event, in: bytes) { row in
      let clearsNotes = fields.cleared.contains(.notes) || (fields.present.contains(.notes) && fields.notes.isEmpty)
      row.flags.set(.calories, fields.present.contains(.calories), cleared: fields.cleared.contains(.calories))
      row.flags.set(.location, fields.present.contains(.location), cleared: fields.cleared.contains(.location))
      row.flags.set(.notes, fields.present.contains(.notes), cleared: clearsNotes)
      if fields.present.contains(.type) { row.typeNumber = fields.type.rawValue }
    } details: { writer, row, old, arena in
      func text(_ new: ByteRange, _ presence: EventView.Presence, else old: ByteRange) {
        if fields.present.contains(presence), !new.isEmpty || presence != .title {
          writer.text(new, in: bytes)
        } else {
          writer.text(old, in: arena)
        }
      }
      text(fields.title, .title, else: old.title)
      if row.flags.contains(.calories) {
        writer.number(fields.present.contains(.calories) ? fields.calories : old.calories)
      }
      if row.flags.contains(.location) { text(fields.location, .location, else: old.location) }
      if row.flags.contains(.notes) { text(fields.notes, .notes, else: old.notes) }
      if row.flags.contains(.photo) { writer.photo(old.photo, in: arena) }
    }
  }

  private mutating func applyPhoto(_ event: EventView, in bytes: RawSpan) throws(TimelineFault) {
    try rewrite(event, in: bytes) { row in
      row.flags.set(.photo, event.kind == .photoAttached, cleared: event.kind == .photoCleared)
    } details: { writer, row, old, arena in
      writer.text(old.title, in: arena)
      if row.flags.contains(.calories) { writer.number(old.calories) }
      if row.flags.contains(.location) { writer.text(old.location, in: arena) }
      if row.flags.contains(.notes) { writer.text(old.notes, in: arena) }
      if row.flags.contains(.photo) { writer.photo(event.photo, in: bytes) }
    }
  }

  /// Changes a row and gives it new details, in another month's page where its time has moved there.
  private mutating func rewrite(
    _ event: EventView, in bytes: RawSpan, row body: (inout CheckInRow) -> Void,
    details write: MonthPage.DetailsRewriter
  ) throws(TimelineFault) {
    let place = try place(event)
    let textByteCount = event.fields.textByteCount
    func change(_ row: inout CheckInRow) {
      row.sequence = event.sequence
      body(&row)
    }
    guard event.fields.present.contains(.time) else {
      return count(
        try pages[place.page]?.rewrite(at: place.row, change, textByteCount: textByteCount, details: write),
        at: place.page)
    }

    let day = event.fields.day
    let month = directory.months[place.page].month
    // Loading the new month can move the places of those behind it.
    let target = try loadPage(day.month)
    let source = directory.index(of: month).index
    let zone = try pages[target]?.zoneIndex(event.fields.timeZone, in: bytes) ?? 0
    func move(_ row: inout CheckInRow) {
      change(&row)
      row.instantMilliseconds = event.fields.instantMilliseconds
      row.offsetMinutes = event.fields.offsetMinutes
      row.dayOfMonth = UInt8(day.dayOfMonth)
      row.zone = zone
    }
    if source == target {
      return count(
        try pages[target]?.rewrite(at: place.row, move, textByteCount: textByteCount, details: write), at: target)
    }
    guard let old = pages[source]?.rows[place.row] else { return }
    var row = old
    move(&row)
    guard let details = try pages[source]?.newDetails(of: old, as: row, textByteCount: textByteCount, write) else {
      return
    }
    count(try pages[source]?.remove(at: place.row), at: source, step: -1)
    count(
      try pages[target]?.insert(row, textByteCount: details.count) { $0.details(details) }, at: target, step: 1)
    numbers[Int(row.number)] = day.month
  }

  /// Changes a row that keeps its time and details.
  private mutating func change(_ event: EventView, _ body: (inout CheckInRow) -> Void) throws(TimelineFault) {
    let place = try place(event)
    let change = pages[place.page]?.change(at: place.row) { row in
      row.sequence = event.sequence
      body(&row)
    }
    count(change, at: place.page)
  }

  private mutating func place(_ event: EventView) throws(TimelineFault) -> (page: Int, row: Int) {
    guard let place = try locate(event.checkIn) else {
      throw .inconsistent("event \(event.sequence) concerns check-in \(event.checkIn), which does not exist")
    }
    return place
  }

  /// Counts a row out, and what replaced it in.
  private mutating func count(_ change: (old: MonthPage.Counted, new: MonthPage.Counted)?, at index: Int) {
    count(change?.old, at: index, step: -1)
    count(change?.new, at: index, step: 1)
  }

  /// Counts a row in or out.
  private mutating func count(_ counted: MonthPage.Counted?, at index: Int, step: Int) {
    guard let counted, !counted.row.isDiscarded else { return }
    directory.count(
      type: counted.row.type, dayOfMonth: Int(counted.row.dayOfMonth), dayCount: counted.dayCount, at: index,
      step: step)
  }
}

extension MonthPage {
  /// Adds the check-in that an event creates.
  fileprivate mutating func insert(
    _ event: EventView, in bytes: RawSpan, number: UInt32, dayOfMonth: Int
  ) throws(TimelineFault) -> Counted {
    let fields = event.fields
    var flags: CheckInRow.Flags = []
    if fields.present.contains(.calories) { flags.insert(.calories) }
    if fields.present.contains(.location) { flags.insert(.location) }
    if !fields.notes.isEmpty { flags.insert(.notes) }
    let row = CheckInRow(
      id: bytes.unsafeLoadUnaligned(fromByteOffset: fields.id.start, as: (UInt64, UInt64).self),
      instantMilliseconds: fields.instantMilliseconds, sequence: event.sequence, number: number, detailsOffset: 0,
      zone: try zoneIndex(fields.timeZone, in: bytes), offsetMinutes: fields.offsetMinutes,
      typeNumber: fields.type.rawValue, flags: flags, dayOfMonth: UInt8(dayOfMonth))
    return try insert(row, textByteCount: fields.textByteCount) { writer in
      if fields.title.isEmpty { writer.text(legacyTitle) } else { writer.text(fields.title, in: bytes) }
      if flags.contains(.calories) { writer.number(fields.calories) }
      if flags.contains(.location) { writer.text(fields.location, in: bytes) }
      if flags.contains(.notes) { writer.text(fields.notes, in: bytes) }
    }
  }
}

extension CheckInRow.Flags {
  fileprivate mutating func set(_ flag: Self, _ isPresent: Bool, cleared: Bool) {
    if cleared { remove(flag) } else if isPresent { insert(flag) }
  }
}

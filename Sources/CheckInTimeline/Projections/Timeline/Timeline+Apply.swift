internal import EventLog
internal import FoundationEssentials

extension Timeline {
  /// Brings the timeline up to the event.
  ///
  /// Nothing is changed where it throws: an event that contradicts the ones before it, or a snapshot that cannot be
  /// read.
  package mutating func apply(_ event: EventView, in bytes: RawSpan) throws(JournalError) {
    if event.kind == .seen { directory.isOfGroup = true }
    let isOfOthers = directory.isOfGroup && ReplicaNumber(Int(clamping: event.checkIn)) != nil
    if event.kind == .workout {
      // Before the workouts go on: nothing may be changed where a check-in is not there.
      if event.checkIn > 0, !isOfOthers { _ = try place(of: event) }
      do throws(JournalError) {
        try training.apply(event, in: bytes)
      } catch {
        // It may concern what another replica created, or what became of that.
        guard directory.isOfGroup, case .inconsistent = error.fault else { throw error }
      }
    }
    if !isOfOthers { try applyToCheckIn(event, in: bytes) }
    times.note(event.recordedAtMilliseconds, of: event.sequence)
    directory.laterFields.formUnion(event.laterFields)
    directory.sequence = event.sequence
  }

  /// Brings the event's check-in up to the event, as ``apply(_:in:)`` does. A check-in is changed here or by
  /// ``applyChange(_:at:in:)``, and nowhere else.
  @inline(__always)
  package mutating func applyToCheckIn(_ event: EventView, in bytes: RawSpan) throws(JournalError) {
    switch event.kind {
    case .created: try applyCreated(event, in: bytes)
    case .edited, .photoAttached, .photoCleared, .discarded, .restored:
      try applyChange(event, at: place(of: event), in: bytes)
    case .lost: try applyLost(event)
    case .workout: if event.checkIn > 0 { try applyChange(event, at: place(of: event), in: bytes) }
    case .seen, .unknown: break
    }
  }

  /// The number that an event takes, which has to be the next one.
  @inline(__always)
  private func nextNumber(_ event: EventView) throws(JournalError) -> UInt32 {
    guard event.checkIn == UInt64(directory.lastNumber) + 1, let number = UInt32(exactly: event.checkIn) else {
      if let number = others?.next(event.checkIn) { return number }
      throw .inconsistent(
        "event \(event.sequence) creates check-in \(event.checkIn), but the next one is \(directory.lastNumber + 1)")
    }
    return number
  }

  private mutating func applyLost(_ event: EventView) throws(JournalError) {
    let number = try nextNumber(event)
    try loadGrowingNumbers()
    if others != nil { try loadOthers(number) }
    append(number, with: nil)
  }

  @inline(__always)
  private mutating func applyCreated(_ event: EventView, in bytes: RawSpan) throws(JournalError) {
    let number = try nextNumber(event)
    try loadGrowingNumbers()
    if others != nil { try loadOthers(number) }
    let (index, dayOfMonth) = try loadPage(of: event.fields)
    var row = CheckInRow(
      id: bytes.unsafeLoadUnaligned(fromByteOffset: event.fields.id.start, as: (UInt64, UInt64).self),
      instantMilliseconds: event.fields.instantMilliseconds, sequence: event.sequence, number: number,
      detailsOffset: 0, zone: 0, offsetMinutes: event.fields.offsetMinutes, typeNumber: event.fields.type.rawValue,
      flags: event.fields.present.contains(.dayOnly) ? .dayOnly : [], dayOfMonth: dayOfMonth)
    try pages[index]?.insert(&row, from: event, in: bytes)
    count(row, at: index, step: 1)
    append(number, with: directory.months[index].month)
    if !identities.isUnbuilt { identities.insert(row.uuid, for: number) }
  }

  /// Takes note of the month of the number that was the next.
  @inline(__always)
  private mutating func append(_ number: UInt32, with month: CivilMonth?) {
    if number > directory.lastNumber, others == nil || ReplicaNumber(Int(number)) == nil {
      numbers.append(month)
      directory.lastNumber = Int(number)
    } else {
      others?.append(number, with: month)
    }
  }

  /// Brings the check-in at a place up to an event that changes it.
  mutating func applyChange(
    _ event: EventView, at place: (page: Int, row: Int), in bytes: RawSpan
  ) throws(JournalError) {
    let previous = pages[place.page]?.sequence(at: place.row) ?? 0
    switch event.kind {
    case .edited: try applyEdited(event, at: place, in: bytes)
    case .photoAttached, .photoCleared: applyPhoto(event, at: place, in: bytes)
    case .workout:
      // The check-in has changed, though nothing of what is kept of it here.
      count(pages[place.page]?.change(at: place.row) { $0.sequence = event.sequence }, at: place.page)
    default: applyDiscarded(event, at: place)
    }
    events.append(event.sequence, after: previous)
  }

  /// Returns the position of the check-in that an event changes.
  mutating func place(of event: EventView) throws(JournalError) -> (page: Int, row: Int) {
    guard let place = try locate(event.checkIn) else {
      throw .inconsistent("event \(event.sequence) concerns check-in \(event.checkIn), which does not exist")
    }
    return place
  }

  private mutating func applyEdited(
    _ event: EventView, at place: (page: Int, row: Int), in bytes: RawSpan
  ) throws(JournalError) {
    let fields = event.fields
    func changeRow(_ row: inout CheckInRow) {
      row.sequence = event.sequence
      if fields.present.contains(.type) { row.typeNumber = fields.type.rawValue }
    }
    func writeDetails(_ writer: inout CheckInDetailsWriter, _ old: CheckInDetails, _ arena: RawSpan) {
      fields.write(&writer, in: bytes, over: old, in: arena)
    }
    guard fields.present.contains(.time) else {
      if fields.changesDetails {
        try pages[place.page]?.rewriteDetails(at: place.row, textByteCount: fields.textByteCount, writeDetails)
      }
      return count(pages[place.page]?.change(at: place.row, changeRow), at: place.page)
    }

    let month = directory.months[place.page].month
    // Loading the new month can move the places of those after it.
    let (target, dayOfMonth) = try loadPage(of: fields)
    let source = directory.index(of: month).index
    let zone = try pages[target]?.zoneIndex(fields.timeZone, in: bytes) ?? 0
    func move(_ row: inout CheckInRow) {
      changeRow(&row)
      row.instantMilliseconds = fields.instantMilliseconds
      row.offsetMinutes = fields.offsetMinutes
      row.dayOfMonth = dayOfMonth
      row.zone = zone
      if fields.present.contains(.dayOnly) { row.flags.insert(.dayOnly) } else { row.flags.remove(.dayOnly) }
    }
    if source == target {
      if fields.changesDetails {
        try pages[target]?.rewriteDetails(at: place.row, textByteCount: fields.textByteCount, writeDetails)
      }
      return count(pages[target]?.change(at: place.row, move), at: target)
    }
    guard let old = pages[source]?.rows[place.row],
      let details = try pages[source]?.newDetails(of: old, textByteCount: fields.textByteCount, writeDetails)
    else { return }
    var new = old
    move(&new)
    let photo = pages[source]?.photo(at: place.row)
    try pages[target]?.insert(new, details: details.span.bytes, photo: photo)
    try pages[source]?.remove(at: place.row)
    count(old, at: source, step: -1)
    count(new, at: target, step: 1)
    setMonth(of: new.number, directory.months[target].month)
  }

  private mutating func applyPhoto(_ event: EventView, at place: (page: Int, row: Int), in bytes: RawSpan) {
    let photo =
      event.kind == .photoAttached
      ? PhotoRow(number: UInt32(truncatingIfNeeded: event.checkIn), event.photo, in: bytes) : nil
    pages[place.page]?.setPhoto(at: place.row, photo, sequence: event.sequence)
  }

  private mutating func applyDiscarded(_ event: EventView, at place: (page: Int, row: Int)) {
    let change = pages[place.page]?.change(at: place.row) { row in
      row.sequence = event.sequence
      if event.kind == .discarded { row.flags.insert(.discarded) } else { row.flags.remove(.discarded) }
    }
    count(change, at: place.page)
  }

  // MARK: Counting

  /// Counts a row out, and what replaced it in.
  private mutating func count(_ change: (old: CheckInRow, new: CheckInRow)?, at index: Int) {
    guard let change, !change.old.countsAs(change.new) else { return }
    count(change.old, at: index, step: -1)
    count(change.new, at: index, step: 1)
  }

  /// Counts a row in or out.
  @inline(__always)
  private mutating func count(_ row: CheckInRow, at index: Int, step: Int) {
    guard !isCountedLater, !row.isDiscarded, let dayCount = pages[index]?.count(row, step: step) else { return }
    directory.count(type: row.type, dayOfMonth: Int(row.dayOfMonth), dayCount: dayCount, at: index, step: step)
  }

  /// Counts all check-ins, of which none was counted before.
  mutating func countAll() {
    for index in pages.indices {
      pages[index]?.countRows(&directory.typeCounts)
      if let dayCounts = pages[index]?.dayCounts { directory.setCounts(dayCounts, at: index) }
    }
  }
}

extension MonthPage {
  /// Adds the row of a check-in that an event creates.
  @inline(__always)
  fileprivate mutating func insert(
    _ row: inout CheckInRow, from event: EventView, in bytes: RawSpan
  ) throws(JournalError) {
    row.zone = try zoneIndex(event.fields.timeZone, in: bytes)
    if let details = event.fields.details {
      try insert(row, details: bytes.extracting(details.start..<details.end))
    } else {
      let details = event.fields.newDetails(in: bytes)
      try insert(row, details: details.span.bytes)
    }
  }
}

extension EventView.CheckInFields {
  /// `true` if an edit changes fields that are stored in the details.
  fileprivate var changesDetails: Bool {
    !present.union(cleared).isDisjoint(with: .details)
  }

  /// The details of a check-in that is created, where they are not already in the form in which they are kept.
  fileprivate func newDetails(in bytes: RawSpan) -> [UInt8] {
    CheckInDetailsWriter.write(textByteCount: textByteCount) { writer in
      writer.text(title, in: bytes, field: CheckInFieldNumber.title)
      writer.quantities(CheckInQuantity.original) { self[$0] }
      if present.contains(.location) { writer.presentText(location, in: bytes, field: CheckInFieldNumber.location) }
      writer.text(notes, in: bytes, field: CheckInFieldNumber.notes)
      writer.quantities(CheckInQuantity.added) { self[$0] }
    } use: {
      Array($0)
    }
  }

  /// Writes the details that an edit makes of the present ones.
  fileprivate func write(
    _ writer: inout CheckInDetailsWriter, in bytes: RawSpan, over old: CheckInDetails, in arena: RawSpan
  ) {
    if title.isEmpty {
      writer.text(old.title, in: arena, field: CheckInFieldNumber.title)
    } else {
      writer.text(title, in: bytes, field: CheckInFieldNumber.title)
    }
    writer.quantities(CheckInQuantity.original) { value(of: $0, over: old) }
    if !cleared.contains(.location) {
      if present.contains(.location) {
        writer.presentText(location, in: bytes, field: CheckInFieldNumber.location)
      } else if let location = old.location {
        writer.presentText(location, in: arena, field: CheckInFieldNumber.location)
      }
    }
    if !cleared.contains(.notes) {
      if present.contains(.notes) {
        writer.text(notes, in: bytes, field: CheckInFieldNumber.notes)
      } else {
        writer.text(old.notes, in: arena, field: CheckInFieldNumber.notes)
      }
    }
    writer.quantities(CheckInQuantity.added) { value(of: $0, over: old) }
  }

  /// The value that an edit makes of a quantity.
  @inline(__always)
  private func value(of quantity: CheckInQuantity, over old: CheckInDetails) -> UInt64? {
    cleared.contains(EventView.Presence(quantity)) ? nil : self[quantity] ?? old[quantity]
  }
}

extension CheckInDetailsWriter {
  /// Writes the quantities that have a value.
  @inline(__always)
  fileprivate mutating func quantities(_ quantities: [CheckInQuantity], value: (CheckInQuantity) -> UInt64?) {
    for quantity in quantities {
      if let value = value(quantity) { number(value, field: quantity.wireNumber) }
    }
  }
}

package import CheckInJournal
internal import EventLog
internal import FoundationEssentials

extension CheckIn: JSONValue {
  package func write(to json: inout JSONWriter) { write(session: nil, to: &json) }

  /// Writes the check-in as the object that the interface describes.
  ///
  /// - Parameters:
  ///   - session: the session that it names, which the object has where there is one.
  ///   - addMembers: writes further members, behind all others.
  package func write(
    session: ShownNumber? = nil, to json: inout JSONWriter, _ addMembers: (inout JSONWriter) -> Void = { _ in }
  ) {
    json.object { json in
      json["number", qualified: name] = number
      json["id"] = id
      json["type"] = fields.type.name
      json["title"] = fields.title
      json["at"] = fields.time
      json["timeZone"] = fields.time.timeZone
      if !fields.time.isTimeOfDayKnown { json["timeKnown"] = false }
      json.key("day")
      json.date(fields.time)
      for quantity in CheckInQuantity.original { json[quantity.rawValue] = fields[quantity] }
      for quantity in CheckInQuantity.added {
        if let value = fields[quantity] { json[quantity.rawValue] = value }
      }
      json["location"] = fields.location
      json["notes"] = fields.notes
      json["photo"] = photo
      if let session { json["session", qualified: session.numberInGroup] = session.number }
      json["discarded"] = isDiscarded
      json["sequence"] = sequence
      addMembers(&json)
    }
  }
}

extension Photo: JSONValue {
  package func write(to json: inout JSONWriter) {
    json.object { writeMembers(to: &$0) }
  }

  /// Writes the members of the photo's object.
  func writeMembers(to json: inout JSONWriter) {
    json["sha256"] = digest
    json["bytes"] = byteCount
    json["width"] = width
    json["height"] = height
  }
}

extension MergeConflict {
  /// Writes the conflict as the object that the interface describes.
  ///
  /// - Parameters:
  ///   - index: The number of the conflict in the list of all.
  ///   - recordedAt: Returns the time at which a candidate was recorded; `nil` if its log can't be read.
  package func write(
    at index: Int, to json: inout JSONWriter, recordedAt: (Candidate) -> CheckInTime? = { _ in nil }
  ) {
    json.object { json in
      switch subject {
      case .checkIn(let number), .exercise(let number), .plan(let number), .session(let number):
        json["number", qualified: name] = number
      case .set(let reference):
        json["session", qualified: sessionName] = reference.session
        json["number", qualified: name] = reference.number
      case .goal(let goal):
        json["number"] = Int?.none
        json["goal"] = goal.name
      case .dayMark(let day):
        json["number"] = Int?.none
        json["day"] = day.description
      case .activePlan, .reminder: json["number"] = Int?.none
      }
      json["field"] = field
      json.objects("candidates", of: candidates) { json, candidate in
        json["device"] = candidate.device
        json["sequence"] = candidate.sequence
        json["value"] = candidate.value
        if let time = recordedAt(candidate) { json["at"] = time }
      }
      json["subject"] = subject.name
      json["index"] = index
    }
  }
}

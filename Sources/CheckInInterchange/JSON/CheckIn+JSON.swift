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

extension MergeConflict: JSONValue {
  /// Writes the conflict as the object that the interface describes.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json["number", qualified: name] = checkIn
      json["field"] = field.rawValue
      json.objects("candidates", of: candidates) { json, candidate in
        json["device"] = candidate.device
        json["sequence"] = candidate.sequence
        json["value"] = candidate.value
      }
    }
  }
}

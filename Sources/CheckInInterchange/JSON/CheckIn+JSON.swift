package import CheckInJournal
internal import EventLog
internal import FoundationEssentials

extension CheckIn {
  /// Writes the check-in as the object that the interface describes.
  ///
  /// - Parameters:
  ///   - session: the session that it names, which the object has where there is one.
  ///   - addMembers: writes further members, behind all others.
  package func write(
    session: ShownNumber? = nil, to json: inout JSONWriter, _ addMembers: (inout JSONWriter) -> Void = { _ in }
  ) {
    json.object { json in
      json.key("number")
      json.number(number, name: name)
      json.key("id")
      json.identity(id)
      json.key("type")
      json.string(type.name)
      json.key("title")
      json.string(title)
      json.key("at")
      json.time(time)
      json.key("timeZone")
      json.string(orNull: time.timeZone)
      if !time.isTimeOfDayKnown {
        json.key("timeKnown")
        json.boolean(false)
      }
      json.key("day")
      json.date(time)
      json.key("calories")
      json.integer(orNull: calories)
      if let durationSeconds {
        json.key("duration")
        json.integer(durationSeconds)
      }
      if let distanceMetres {
        json.key("distance")
        json.integer(distanceMetres)
      }
      json.key("location")
      json.string(orNull: location)
      json.key("notes")
      json.string(notes)
      json.key("photo")
      Photo.write(photo, to: &json)
      if let session {
        json.key("session")
        json.number(session)
      }
      json.key("discarded")
      json.boolean(isDiscarded)
      json.key("sequence")
      json.integer(sequence)
      addMembers(&json)
    }
  }
}

extension JSONWriter {
  /// A number, or what the command calls something of another device: `"phone/17"`.
  package mutating func number(_ number: Int, name: String?) {
    if let name { string(name) } else { integer(number) }
  }

  /// A number, or what the command calls something of another device: `"phone/17"`.
  package mutating func number(_ shown: ShownNumber) { number(shown.number, name: shown.numberInGroup) }
}

extension Photo {
  /// Writes the photo's object, or null.
  package static func write(_ photo: Photo?, to json: inout JSONWriter) {
    guard let photo else { return json.null() }
    json.object { photo.writeMembers(to: &$0) }
  }

  /// Writes the members of the photo's object.
  func writeMembers(to json: inout JSONWriter) {
    json.key("sha256")
    json.hexadecimal(digest)
    json.key("bytes")
    json.integer(byteCount)
    json.key("width")
    json.integer(width)
    json.key("height")
    json.integer(height)
  }
}

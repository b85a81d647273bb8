package import CheckInJournal

extension JSONWriter {
  /// Writes the marks of a calendar's days as the last member of its object.
  package mutating func write(_ marks: [DayMark]) {
    objects("marks", of: marks) { json, mark in
      json["day"] = mark.day.description
      json["kind"] = mark.kind.name
    }
  }
}

extension DayMark: JSONValue {
  /// Writes the mark as the object that the interface describes.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json["day"] = day.description
      json["kind"] = kind.name
      json["note"] = note
    }
  }
}

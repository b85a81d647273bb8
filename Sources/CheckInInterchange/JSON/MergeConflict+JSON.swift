package import CheckInJournal
internal import FoundationEssentials

extension MergeConflict {
  /// Writes the conflict as the object that the interface describes.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("number")
      json.number(checkIn, name: name)
      json.key("field")
      json.string(field.rawValue)
      json.key("candidates")
      json.array { json in
        for candidate in candidates {
          json.object { json in
            json.key("device")
            json.string(candidate.device)
            json.key("sequence")
            json.integer(candidate.sequence)
            json.key("value")
            json.string(orNull: candidate.value)
          }
        }
      }
    }
  }
}

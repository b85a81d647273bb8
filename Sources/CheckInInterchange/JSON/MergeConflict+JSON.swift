package import CheckInJournal
internal import FoundationEssentials

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

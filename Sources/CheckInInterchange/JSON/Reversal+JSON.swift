package import CheckInJournal

extension Reversal: JSONValue {
  /// Writes `{"command":412,"action":"discarded","checkIns":[17]}`, with `"partial":true` where a part stays.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json["command"] = command
      json["action"] = action == .workout ? workout ?? action.rawValue : action.rawValue
      json["checkIns"] = checkIns
      if isPartial { json["partial"] = true }
    }
  }
}

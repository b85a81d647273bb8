package import CheckInJournal

extension Reversal {
  /// Writes `{"command":412,"action":"discarded","checkIns":[17]}`, with `"partial":true` where a part stays.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("command")
      json.integer(command)
      json.key("action")
      json.string(action == .workout ? workout ?? action.rawValue : action.rawValue)
      json.key("checkIns")
      json.array { json in
        for number in checkIns { json.integer(number) }
      }
      if isPartial {
        json.key("partial")
        json.boolean(true)
      }
    }
  }
}

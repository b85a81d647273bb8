import CheckInJournal

extension Reversal {
  /// How many check-ins are named; of the others there is only told how many they are.
  static let namedCount = 3

  /// `discarded 17 Morning 5k`, or `imported 120 check-ins: 1 Morning 5k, 2 Legs, 3 Park and 117 more`.
  ///
  /// - Parameter named: the first of the check-ins, as they are now.
  func words(named: [CheckIn]) -> String {
    let names = named.map { "\($0.number) \(Escaping.escaped($0.title))" }.joined(separator: ", ")
    let more = checkIns.count > named.count ? " and \(checkIns.count - named.count) more" : ""
    let count = checkIns.count > 1 ? "\(counted(checkIns.count, "check-in")): " : ""
    return "\(verb) \(count)\(names)\(more)"
  }

  private var verb: String {
    switch action {
    case .created: "added"
    case .edited: "edited"
    case .photoAttached: "attached a photo to"
    case .photoCleared: "cleared the photo of"
    case .discarded: "discarded"
    case .restored: "restored"
    case .imported: "imported"
    }
  }

  /// Writes `{"command":412,"action":"discarded","checkIns":[17]}`.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("command")
      json.integer(command)
      json.key("action")
      json.string(action.rawValue)
      json.key("checkIns")
      json.array { json in
        for number in checkIns { json.integer(number) }
      }
    }
  }
}

package import CheckInJournal

extension GoalProgress: JSONValue {
  /// Writes the goal and how far it has come as the object that the interface describes.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json["goal"] = goal.subject.name
      json["count"] = goal.count
      if let quantity = goal.subject.quantity { json["unit"] = quantity.unitSymbol }
      json["period"] = goal.period.name
      json["from"] = from.description
      json["to"] = to.description
      json["done"] = done
      json["wanted"] = wanted
      json["restDays"] = restDays
      json["kept"] = isKept
      json["streak"] = streak
    }
  }
}

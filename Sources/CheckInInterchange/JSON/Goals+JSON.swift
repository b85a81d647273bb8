package import CheckInJournal

extension GoalProgress {
  /// Writes the goal and how far it has come as the object that the interface describes.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("goal")
      json.string(goal.subject.name)
      json.key("count")
      json.integer(goal.count)
      json.key("period")
      json.string(goal.period.name)
      json.key("from")
      json.string(from.description)
      json.key("to")
      json.string(to.description)
      json.key("done")
      json.integer(done)
      json.key("wanted")
      json.integer(wanted)
      json.key("kept")
      json.boolean(isKept)
      json.key("streak")
      json.integer(streak)
    }
  }
}

extension [GoalProgress] {
  /// Writes the goals as an array.
  package func write(to json: inout JSONWriter) {
    json.array { json in
      for one in self { one.write(to: &json) }
    }
  }
}

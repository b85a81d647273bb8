package import CheckInJournal

extension AuditEntry {
  /// Writes the event's object.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("sequence")
      json.integer(event.sequence)
      json.key("recordedAt")
      json.string(event.recordedAt)
      json.key("origin")
      json.string(event.origin.name)
      json.key("action")
      json.string(event.action.name)
      json.key("checkIn")
      json.integer(orNull: event.checkIn > 0 ? event.checkIn : nil)
      json.key("changes")
      writeChanges(to: &json)
      if case .workout(let action) = event.action {
        json.key("workout")
        write(action.summary, to: &json)
      }
      json.key("command")
      json.integer(event.command)
      json.key("undoes")
      if let command = event.undoes { json.integer(command) } else { json.null() }
    }
  }

  private func write(_ summary: WorkoutAction.Summary, to json: inout JSONWriter) {
    json.object { json in
      let numbers = [
        ("exercise", summary.exercise), ("plan", summary.plan), ("session", summary.session), ("set", summary.set),
      ]
      for (name, number) in numbers {
        json.key(name)
        json.integer(orNull: number)
      }
      json.key("text")
      json.string(summary.text)
    }
  }

  /// Writes what changed, as an object with a member for each field.
  func writeChanges(to json: inout JSONWriter) {
    json.object { json in
      for change in shownChanges {
        json.key(change.field.rawValue)
        json.object { json in
          json.key("from")
          Self.write(change.from, to: &json)
          json.key("to")
          Self.write(change.to, to: &json)
        }
      }
    }
  }

  private static func write(_ value: Value, to json: inout JSONWriter) {
    switch value {
    case .none: json.null()
    case .text(let text): json.string(text)
    case .number(let number): json.integer(number)
    case .photo(let photo): Photo.write(photo, to: &json)
    }
  }
}

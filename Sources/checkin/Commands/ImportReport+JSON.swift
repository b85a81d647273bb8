import CheckInInterchange
import CheckInJournal

extension ImportReport {
  /// Writes the import's object.
  ///
  /// - Parameter hint: how to bring back discarded check-ins.
  func write(hint: String?, to json: inout JSONWriter) {
    json.object { json in
      json.key("read")
      json.integer(read)
      json.key("added")
      json.integer(added)
      json.key("duplicates")
      json.integer(duplicates)
      json.key("discarded")
      json.integer(discarded.count)
      json.key("restored")
      json.integer(restored)
      if isOfActivities {
        json.key("typed")
        json.integer(typed)
      }
      json.key("rejected")
      json.array { json in
        for row in rejected {
          json.object { json in
            json.key("row")
            json.integer(row.row)
            json.key("messages")
            json.strings(row.messages)
          }
        }
      }
      if isOfWorkouts {
        json.key("sets")
        json.integer(addedSets)
        json.key("exercises")
        json.integer(addedExercises)
        json.key("exerciseNames")
        json.array { json in
          for exercise in exercises {
            json.object { json in
              json.key("name")
              json.string(exercise.name)
              json.key("exercise")
              json.string(exercise.exercise)
              json.key("new")
              json.boolean(exercise.isNew)
              json.key("sets")
              json.integer(exercise.setCount)
            }
          }
        }
      }
      if isOfActivities { writeActivities(to: &json) }
      if isOfWorkouts || isOfActivities {
        json.key("columnsNotTaken")
        json.strings(unusedColumns)
        json.key("valuesNotTaken")
        json.array { json in
          for column in columnsNotImported { json.integer(orNull: column.values) }
        }
        json.key("dropped")
        json.array { json in
          for row in dropped {
            json.object { json in
              json.key("reason")
              json.string(row.reason)
              json.key("count")
              json.integer(row.count)
            }
          }
        }
      }
      json.key("photos")
      json.integer(photos)
      json.key("photosLeftOut")
      json.integer(photosLeftOut)
      json.key("hint")
      json.string(orNull: hint)
    }
  }

  /// Writes the activities of another program, with the types that they became.
  private func writeActivities(to json: inout JSONWriter) {
    json.key("activities")
    json.array { json in
      for activity in activities {
        json.object { json in
          json.key("activity")
          json.string(activity.name)
          json.key("type")
          json.string(orNull: activity.type?.name)
          json.key("count")
          json.integer(activity.count)
        }
      }
    }
    json.key("timesUnknown")
    json.integer(unknownTimeCount)
    json.key("timesWithoutZone")
    json.integer(zonelessTimeCount)
    json.key("sample")
    json.array { json in
      for one in sample {
        json.object { json in
          json.key("at")
          json.string(one.time.written)
          json.key("type")
          json.string(one.type?.name ?? "")
          json.key("title")
          json.string(one.title)
        }
      }
    }
  }
}

import CheckInInterchange
import CheckInJournal

extension ImportReport {
  /// Writes the import's object.
  ///
  /// - Parameter hint: how to bring back discarded check-ins.
  func write(hint: String?, to json: inout JSONWriter) {
    json.object { json in
      json["read"] = read
      json["added"] = added
      json["duplicates"] = duplicates
      json["discarded"] = discarded.count
      json["restored"] = restored
      if isOfActivities { json["typed"] = typed }
      json.objects("rejected", of: rejected) { json, row in
        json["row"] = row.row
        json["messages"] = row.messages.map(\.text)
      }
      if isOfWorkouts {
        json["sets"] = addedSets
        json["exercises"] = addedExercises
        json.objects("exerciseNames", of: exercises) { json, exercise in
          json["name"] = exercise.name
          json["exercise"] = exercise.exercise
          json["new"] = exercise.isNew
          json["sets"] = exercise.setCount
        }
      }
      if isOfActivities { writeActivities(to: &json) }
      if isOfWorkouts || isOfActivities {
        json["columnsNotTaken"] = unusedColumns
        json.array("valuesNotTaken", of: columnsNotImported) { json, column in
          if let values = column.values { json.integer(values) } else { json.null() }
        }
        json.objects("dropped", of: dropped) { json, row in
          json["reason"] = row.reason.text
          json["count"] = row.count
        }
      }
      json["photos"] = photos
      json["photosLeftOut"] = photosLeftOut
      json["hint"] = hint
    }
  }

  /// Writes the activities of another program, with the types that they became.
  private func writeActivities(to json: inout JSONWriter) {
    json.objects("activities", of: activities) { json, activity in
      json["activity"] = activity.name
      json["type"] = activity.type?.name
      json["count"] = activity.count
    }
    json["timesUnknown"] = unknownTimeCount
    json["timesWithoutZone"] = zonelessTimeCount
    json.objects("sample", of: sample) { json, one in
      json["at"] = one.time.written
      json["type"] = one.type?.name ?? ""
      json["title"] = one.title
    }
  }
}

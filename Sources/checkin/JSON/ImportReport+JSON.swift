import CheckInInterchange
import CheckInJournal

extension ImportReport {
  /// Writes the import's object.
  ///
  /// - Parameter hint: how discarded check-ins come back.
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
      json.key("rejected")
      json.array { json in
        for row in rejected {
          json.object { json in
            json.key("row")
            json.integer(row.row)
            json.key("messages")
            json.array { json in
              for message in row.messages { json.string(message) }
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
}

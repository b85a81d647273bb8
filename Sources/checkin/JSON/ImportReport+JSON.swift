import CheckInJournal

extension ImportReport {
  /// Writes the import's object.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("read")
      json.integer(read)
      json.key("added")
      json.integer(added)
      json.key("duplicates")
      json.integer(duplicates)
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
    }
  }
}

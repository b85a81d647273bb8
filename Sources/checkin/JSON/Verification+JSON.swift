import CheckInJournal
import EventLog

extension Verification {
  /// Writes the verification's object; `nil` stands for a journal that does not exist yet.
  static func write(_ verification: Verification?, to json: inout JSONWriter) {
    json.object { json in
      json.key("ok")
      json.boolean(verification?.isSound ?? true)
      json.key("events")
      json.integer(verification?.events ?? 0)
      json.key("segments")
      json.array { json in
        for segment in verification?.segments ?? [] { segment.write(to: &json) }
      }
      json.key("receipt")
      json.string(orNull: verification?.receipt?.description)
      json.key("photos")
      json.object { json in
        json.key("present")
        json.integer(verification?.photos.present ?? 0)
        json.key("missing")
        json.integer(verification?.photos.missing ?? 0)
        json.key("damaged")
        json.integer(verification?.photos.damaged ?? 0)
        json.key("purged")
        json.integer(verification?.photos.purged ?? 0)
      }
      json.key("snapshot")
      json.string((verification?.snapshot ?? .absent).rawValue)
      json.key("torn")
      Torn.write(verification?.torn, to: &json)
      json.key("problems")
      json.strings(verification?.problems ?? [])
      json.key("warnings")
      json.strings(verification?.warnings ?? [])
    }
  }
}

extension Verification.Segment {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("file")
      json.string(file)
      json.key("firstSequence")
      json.integer(firstSequence)
      json.key("events")
      json.integer(events)
      json.key("contentBytes")
      json.integer(contentBytes)
      json.key("sha256")
      json.string(digest.hexadecimal)
    }
  }
}

extension Verification.Torn {
  static func write(_ torn: Self?, to json: inout JSONWriter) {
    guard let torn else { return json.null() }
    json.object { json in
      json.key("segment")
      json.string(torn.segment)
      json.key("offset")
      json.integer(torn.offset)
      json.key("bytes")
      json.integer(torn.bytes)
    }
  }
}

extension Rebuild {
  /// Rounded; 0 where no time was taken.
  var eventsPerSecond: Int {
    seconds > 0 ? Int((Double(events) / seconds).rounded()) : 0
  }

  /// Writes the rebuild's object; `nil` stands for a journal that does not exist yet.
  static func write(_ rebuild: Rebuild?, to json: inout JSONWriter) {
    json.object { json in
      json.key("events")
      json.integer(rebuild?.events ?? 0)
      json.key("seconds")
      json.number(((rebuild?.seconds ?? 0) * 1_000_000).rounded() / 1_000_000)
      json.key("eventsPerSecond")
      json.integer(rebuild?.eventsPerSecond ?? 0)
      json.key("reason")
      json.string(rebuild?.reason ?? "asked")
      json.key("differences")
      json.array { json in
        for difference in rebuild?.differences ?? [] { json.string(difference) }
      }
      json.key("compared")
      json.boolean(rebuild?.isCompared ?? false)
    }
  }
}

import ArgumentParser
import CheckInJournal
import CheckInLanguage
import CheckInMaintenance

struct CompactCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "compact", _superCommandName: "checkin",
    abstract: "Recompress closed log segments to save space",
    discussion: """
      The log says the same afterwards, with the same digests: each segment is read back and compared before it takes \
      the place of the old one. The journal can be used in the meantime.
      """)

  @Flag(help: "Close the segment that is written to, and compact it as well.")
  var all = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let compaction = try session.writing(creating: false) { journal in
      try session.withProgress("Compacting") { progress in
        try journal.compact(includingActive: all, progress: progress)
      }
    }
    if !compaction.segments.isEmpty { session.output.isOfSavedCommand = true }
    if global.json {
      return try session.output.object { json in
        json["segments"] = compaction.segments
      }
    }
    let words = session.style.words
    for segment in compaction.segments {
      let sizes = words.count(
        segment.bytesAfter, "{before} → {n} byte", "{before} → {n} bytes", ["before": String(segment.bytesBefore)])
      try session.output.line("\(segment.file)  \(sizes)")
    }
    if compaction.segments.isEmpty {
      try session.output.line(
        all
          ? words("No closed segment would become smaller.")
          : words("No closed segment would become smaller; --all includes the one that is written to."))
    }
  }
}

extension Compaction.Segment: JSONValue {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json["file"] = file
      json["bytesBefore"] = bytesBefore
      json["bytesAfter"] = bytesAfter
    }
  }
}

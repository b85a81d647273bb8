import ArgumentParser
import CheckInJournal
import CheckInLanguage
import CheckInMaintenance

struct BackupCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", _superCommandName: "checkin",
    abstract: "Back up the journal",
    discussion: """
      It copies the journal into a directory, or updates the copy there. Only what the copy lacks is written, and what \
      was written is verified. Of the rest of the copy a part is read each time; "checkin verify" with --journal reads \
      all of it. The journal can be used in the meantime. The copy is a journal itself: --journal reads it, and "cp \
      -a" restores it.
      """)

  @Argument(help: ArgumentHelp("The directory of the backup.", valueName: "dir"), completion: .directory)
  var directory: String

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    guard !directory.isEmpty else { throw CommandFailure.usage("Name the directory of the backup") }
    guard session.location.isOccupied else {
      throw CommandFailure.notFound("There is no journal at \(session.location.path)")
    }
    let backup = try session.withProgress("Backing up") { progress in
      try Journal.backUp(at: session.location.path, to: directory, progress: progress)
    }
    session.confirmsWork()
    if global.json {
      try session.output.document { backup.write(to: &$0, directory: directory) }
    } else {
      try session.output.line(backup.line(directory, in: session.style.words))
      try session.output.line(backup.receipt.description)
    }
    guard backup.photosMissing == 0 else {
      if backup.photosMissing == 1 {
        throw JournalError(
          .damaged, "The backup lacks 1 photo missing or damaged in the journal; everything else is in it.")
      }
      throw JournalError(
        .damaged,
        "The backup lacks \(backup.photosMissing) photos missing or damaged in the journal; everything else is in it.")
    }
  }
}

extension Backup {
  fileprivate func line(_ directory: String, in words: Words) -> String {
    words.count(
      Int(clamping: receipt.sequence),
      "Backed up {n} event to {directory}: {segments} and {photos} copied, "
        + "{keptSegments} and {keptPhotos} there already",
      "Backed up {n} events to {directory}: {segments} and {photos} copied, "
        + "{keptSegments} and {keptPhotos} there already",
      [
        "directory": Escaping.escaped(directory),
        "segments": words.count(segments.copied, "{n} segment", "{n} segments"),
        "photos": words.count(photos.copied, "{n} photo", "{n} photos"),
        "keptSegments": String(segments.kept), "keptPhotos": String(photos.kept),
      ])
  }

  fileprivate func write(to json: inout JSONWriter, directory: String) {
    json.object { json in
      json["directory"] = directory
      json["sequence"] = receipt.sequence
      json["receipt"] = receipt.description
      json["segments"] = segments
      json["bytesCopied"] = bytesCopied
      json["photos"] = photos
      json["photosMissing"] = photosMissing
    }
  }
}

extension Backup.Count: JSONValue {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json["copied"] = copied
      json["kept"] = kept
    }
  }
}

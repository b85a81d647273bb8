import ArgumentParser
import CheckInJournal

struct BackupCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", _superCommandName: "checkin",
    abstract: "Copy the journal into a directory, or update the copy there.",
    discussion: """
      Only what the copy lacks is written, and what was written is verified. Of the rest of the copy a part is read \
      each time; "checkin verify" with --journal reads all of it. The journal can be used in the meantime. The copy is \
      a journal itself: --journal reads it, and "cp -a" restores it.
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
    if global.json {
      try session.output.document { backup.write(to: &$0, directory: directory) }
    } else {
      try session.output.line(
        "Backed up \(pluralized(Int(backup.receipt.sequence), "event")) to \(Escaping.escaped(directory)): "
          + "\(pluralized(backup.segments.copied, "segment")) and \(pluralized(backup.photos.copied, "photo")) copied, "
          + "\(backup.segments.kept) and \(backup.photos.kept) there already")
      try session.output.line(backup.receipt.description)
    }
    guard backup.photosMissing == 0 else {
      throw JournalError(
        .damaged,
        "The backup lacks \(pluralized(backup.photosMissing, "photo")) missing or damaged in the journal; everything "
          + "else is in it.")
    }
  }
}

extension Backup {
  fileprivate func write(to json: inout JSONWriter, directory: String) {
    json.object { json in
      json.key("directory")
      json.string(directory)
      json.key("sequence")
      json.integer(receipt.sequence)
      json.key("receipt")
      json.string(receipt.description)
      json.key("segments")
      segments.write(to: &json)
      json.key("bytesCopied")
      json.integer(bytesCopied)
      json.key("photos")
      photos.write(to: &json)
      json.key("photosMissing")
      json.integer(photosMissing)
    }
  }
}

extension Backup.Count {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("copied")
      json.integer(copied)
      json.key("kept")
      json.integer(kept)
    }
  }
}

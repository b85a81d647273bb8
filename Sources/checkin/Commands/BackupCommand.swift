import ArgumentParser
import CheckInJournal

struct BackupCommand: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy the journal into a directory, or bring the copy there up to date.",
    discussion: """
      Only what the copy lacks is written, and the copy is verified afterwards. Others may use the journal meanwhile. \
      The copy is a journal itself: --journal reads it, and "cp -a" brings it back.
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
        "Backed up \(counted(Int(backup.receipt.sequence), "event")) to \(Escaping.escaped(directory)): "
          + "\(counted(backup.segments.copied, "segment")) and \(counted(backup.photos.copied, "photo")) copied, "
          + "\(backup.segments.kept) and \(backup.photos.kept) there already")
      try session.output.line(backup.receipt.description)
    }
    guard backup.photosMissing == 0 else {
      throw JournalError(
        .damaged,
        "The backup lacks \(counted(backup.photosMissing, "photo")) missing or damaged in the journal; everything else "
          + "is in it.")
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

internal import EventLog
internal import Synchronization

/// A file in `photos/` that nothing needs.
///
/// ```swift
/// let removed = try journal.removeOrphanPhotos(try journal.orphanPhotos())
/// ```
public struct OrphanPhoto: Hashable, Sendable {
  /// The kind of an orphaned file.
  public enum Kind: String, Sendable {
    /// A photo that no event ever referred to, in this log or a peer log.
    case unnamed
    /// The remains of an interrupted write.
    case unfinished
  }

  /// The file's path in the journal's directory, such as `photos/ab/ab12….jpg`.
  public var file: String
  /// The size of the file, in bytes.
  public var byteCount: Int
  /// The reason why the file isn't needed.
  public var kind: Kind
}

extension Journal {
  /// Files in `photos/` that nothing needs. A photo that was cleared or replaced is needed for the history. Files with
  /// other names than the journal gives are not its to judge. Takes a pass over the log; of a group, over all logs.
  /// Writes nothing.
  ///
  /// - Throws: what ``readOnlyReason`` says, since what a damaged log names is not known; `damaged` where another log
  ///   of the group is damaged or not here; `inputOutput`.
  public func orphanPhotos() throws(JournalError) -> [OrphanPhoto] {
    if let readOnlyReason { throw readOnlyReason }
    let uses = try photoUses()
    if let gap = uses.gap { throw gap }
    let named = uses.uses
    let fileSystem = directory.fileSystem
    var orphans: [OrphanPhoto] = []
    do throws(FileError) {
      guard try fileSystem.kind(of: directory.photosPath) == .directory else { return [] }
      for folder in try fileSystem.list(directory.photosPath) where folder.utf8.count == 2 {
        let path = "\(directory.photosPath)/\(folder)"
        guard try fileSystem.kind(of: path) == .directory else { continue }
        for name in try fileSystem.list(path) {
          guard let kind = Self.kind(of: name, in: folder, named: named),
            try fileSystem.kind(of: "\(path)/\(name)") == .file
          else { continue }
          let byteCount = try fileSystem.open("\(path)/\(name)", for: .reading).size()
          orphans.append(OrphanPhoto(file: "photos/\(folder)/\(name)", byteCount: byteCount, kind: kind))
        }
      }
    } catch {
      throw JournalError(error)
    }
    return orphans
  }

  /// Removes those of the files that still nothing needs.
  ///
  /// A process that attaches a photo stores it and appends the event that names it without letting go of the journal's
  /// lock. While that lock is held here, and all that was appended is read, a photo without an event is therefore
  /// nobody's work in progress, however young it is; and neither is a temporary file.
  ///
  /// - Returns: the files that were removed.
  /// - Throws: as ``orphanPhotos()``; `busy`.
  public func removeOrphanPhotos(_ found: [OrphanPhoto]) throws(JournalError) -> [OrphanPhoto] {
    let wanted = Set(found)
    return try withWriteLock { _ throws(JournalError) in
      let orphans = try orphanPhotos().filter { wanted.contains($0) }
      try withJournalErrors {
        for orphan in orphans { try directory.fileSystem.remove("\(directory.path)/\(orphan.file)") }
        for folder in Set(orphans.map { parent(of: $0.file) }).sorted() {
          try directory.fileSystem.synchronizeDirectory("\(directory.path)/\(folder)")
        }
      }
      return orphans
    }
  }

  private static func kind(of name: String, in folder: String, named: [Digest: PhotoUses.Use]) -> OrphanPhoto.Kind? {
    let isUnfinished = name.hasSuffix(".jpg.new")
    guard isUnfinished || name.hasSuffix(".jpg") else { return nil }
    let stem = name.dropLast(isUnfinished ? 8 : 4)
    guard let digest = Digest(hexadecimal: stem), digest.hexadecimal == stem, stem.hasPrefix(folder) else { return nil }
    if isUnfinished { return .unfinished }
    return named[digest] == nil ? .unnamed : nil
  }
}

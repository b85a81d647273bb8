package import EventLog
package import FoundationEssentials

/// The devices that the files of a journal name: those of its group, and of one that it has left.
package struct GroupDevices {
  /// This journal, as the files call it; `nil` where none does.
  package let me: Group.Replica?
  /// The others that can be called by a name, in the order in which they became known.
  private let others: [Group.Replica]
  private let identities: Set<UUID>
  /// The identities of the other devices of the present group.
  let members: [UUID]
  /// The error of a file that couldn't be read; the other file counts nevertheless.
  package let failure: JournalError?

  /// Reads the files of the journal in a directory.
  package init(inJournalIn directory: LogDirectory) {
    var (group, left): (Group?, Group?)
    var failure: JournalError?
    do throws(JournalError) {
      group = try Group(inJournalAt: directory.path, directory.fileSystem)
    } catch {
      failure = error
    }
    do throws(JournalError) {
      left = try Group(leftByJournalAt: directory.path, directory.fileSystem)
    } catch {
      failure = failure ?? error
    }
    me = (group ?? left)?.me
    others = group?.devices(and: left) ?? left?.replicas ?? []
    let all = [group, left].compactMap(\.self).flatMap { [$0.me] + $0.replicas }
    identities = Set(all.map(\.journal))
    members = group?.replicas.map(\.journal) ?? []
    self.failure = failure
  }

  /// `true` if no file names a device, and every file could be read.
  var isEmpty: Bool { failure == nil && identities.isEmpty }

  /// Returns `true` if a file names the device, or if a file that might name it can't be read.
  ///
  /// If no file names a device, its log can't be restored unless this journal has a copy of it: for example, in a
  /// journal that was created from an event archive.
  func contains(_ replica: UUID) -> Bool { failure != nil || identities.contains(replica) }

  /// Returns the device's name; a short form of its identity if no file names it.
  package func name(of replica: UUID) -> String {
    if let me, me.journal == replica { return me.name }
    return others.first { $0.journal == replica }?.name ?? Self.shortName(of: replica)
  }

  /// Returns the device's index in the order in which the devices became known.
  ///
  /// Returns the number of the other devices if no file names it, which sorts it after all others.
  func place(of replica: UUID) -> Int { others.firstIndex { $0.journal == replica } ?? others.count }

  /// Returns the placeholder name of a device that no file names.
  static func shortName(of replica: UUID) -> String {
    "replica-" + replica.uuidString.lowercased().prefix(8)
  }
}

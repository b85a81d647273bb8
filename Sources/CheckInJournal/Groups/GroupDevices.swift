internal import EventLog
internal import FoundationEssentials

/// The devices that the files of a journal name: those of its group, and of one that it has left.
struct GroupDevices {
  /// This journal, as the files call it; `nil` where none does.
  let me: Group.Replica?
  /// The others that can be called by a name, in the order in which they became known.
  private let others: [Group.Replica]
  private let identities: Set<UUID>
  /// Why a file could not be read; the other one counts nevertheless.
  let failure: JournalError?

  /// Reads the files of the journal in a directory.
  init(inJournalIn directory: LogDirectory) {
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
    self.failure = failure
  }

  /// Whether no file names any device.
  var isEmpty: Bool { failure == nil && identities.isEmpty }

  /// Whether a file names the device, or a file that might cannot be read. What a device that none names has written is
  /// no longer to be had where its copy is not here, as in a journal that was made of a file of events.
  func contains(_ replica: UUID) -> Bool { failure != nil || identities.contains(replica) }

  /// What the device is called; a short form of its identity where no file says.
  func name(of replica: UUID) -> String {
    if let me, me.journal == replica { return me.name }
    return others.first { $0.journal == replica }?.name ?? Self.shortName(of: replica)
  }

  /// Where the device is in the order in which they became known; after all others where no file names it.
  func place(of replica: UUID) -> Int { others.firstIndex { $0.journal == replica } ?? others.count }

  /// What a device is called that no file names.
  static func shortName(of replica: UUID) -> String {
    "replica-" + replica.uuidString.lowercased().prefix(8)
  }
}

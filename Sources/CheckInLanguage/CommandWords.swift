package import CheckInJournal

extension JournalRemedy {
  /// The command line for the remedy, in quotation marks.
  fileprivate var command: String {
    switch self {
    case .verify: "'checkin verify'"
    case .repair: "'checkin repair'"
    case .rebuildSnapshot: "'checkin rebuild'"
    case .backUp: "'checkin backup'"
    case .move(let from, let to): "mv '\(from)' '\(to)'"
    case .createGroup(nil): "'checkin group create PLACE --as NAME'"
    case .createGroup: "'checkin group create'"
    case .joinGroup: "'checkin group join'"
    case .leaveGroup: "'checkin group leave'"
    case .forkJournal: "'checkin group fork'"
    case .restoreCheckIn(_, let name): "'checkin restore \(name)'"
    case .unlinkCheckIn(let number, let name): "'checkin session unlink \(name ?? String(number))'"
    case .startSession: "'checkin session start'"
    case .finishSession: "'checkin session finish'"
    case .discardSession(let number, let name): "'checkin session discard \(name ?? String(number))'"
    case .restoreSession(nil, _): "'checkin session restore'"
    case .restoreSession(let number?, let name): "'checkin session restore \(name ?? String(number))'"
    case .correctStart(let session, let name): "'checkin session edit \(name ?? String(session)) --at WHEN'"
    case .correctTimes(let session, let name): "'checkin session edit \(name ?? String(session)) --at WHEN --end WHEN'"
    case .correctSet(let session, let set, let names): "'checkin session set \(names ?? "\(session) \(set)") SET'"
    case .writeSets(let sets, nil): "'\(sets)'"
    case .writeSets(let sets, let exercise?): "'checkin log \(exercise) \(sets)'"
    case .removeSet(let session, let set, let names): "'checkin session remove \(names ?? "\(session) \(set)")'"
    case .editPlan(let number, let name): "'checkin plan edit \(name ?? String(number))'"
    case .restorePlan(let number, let name): "'checkin plan restore \(name ?? String(number))'"
    case .defineExercise: "'checkin exercise new'"
    case .renameExercise: "'checkin exercise rename'"
    case .retireExercise: "'checkin exercise retire'"
    case .restoreExercise(let name): "'checkin exercise restore \(name)'"
    }
  }
}

extension Message {
  /// The message for a user who can type commands: it names the commands that do what it suggests.
  package var inCommands: Message { naming(\.command) }
}

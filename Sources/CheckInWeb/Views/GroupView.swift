import CheckInJournal
import CheckInLanguage
import CheckInSync
import FoundationEssentials

/// The devices of the journal's group, as far as they are known here.
struct GroupView {
  struct Row {
    var deviceName: String
    var isThisDevice: Bool
    var deviceDetail: String
  }

  var replicas: [Row]
  /// The sync state of this device's changes: `3 changes wait to be carried`.
  var state: String
  var synced: String
  /// The remote through which the group syncs, and whether it is encrypted.
  var place: String
  /// Sentences about copies that cannot be used.
  var copyProblems: [String]
  var hasCopyProblems: Bool
  /// `2 conflicts to settle`
  var conflicts: String?

  /// - Parameters:
  ///   - lastWrites: by device, when its last event was recorded.
  ///   - messages: sentences about copies that cannot be used.
  init(
    _ status: GroupStatus, lastWrites: [UUID: Int64], messages: [Message], conflictCount: Int, zone: LocalTimeZone,
    in localization: Localization
  ) {
    let words = localization.words
    // Devices sync by the system's clock, whatever `CHECKIN_NOW` says.
    let today = zone.time(atInstant: Journal.systemMilliseconds()).day
    func moment(_ milliseconds: Int64) -> [String: String] {
      let time = zone.time(atInstant: milliseconds)
      return ["day": localization.relative(time.day, today: today), "time": localization.clock(of: time)]
    }
    let me = status.devices.first { $0.isMe }
    replicas = status.devices.map { device in
      var parts = [words.count(Int(clamping: device.events), "{n} change here", "{n} changes here")]
      if device.problem != nil, !device.isMe { parts.append(words("its copy here is incomplete")) }
      if let last = lastWrites[device.id] { parts.append(words("last wrote {day} {time}", moment(last))) }
      if !device.isMe, let me, let known = device.has[me.name] {
        let lacking = Int(clamping: me.events - min(known, me.events))
        parts.append(
          lacking == 0
            ? words("has everything of this device")
            : words.count(lacking, "lacks {n} change of this device", "lacks {n} changes of this device"))
      }
      return Row(
        deviceName: device.name, isThisDevice: device.isMe, deviceDetail: parts.joined(separator: " · "))
    }
    let waiting = Int(clamping: me?.waiting ?? 0)
    state =
      waiting > 0
      ? words.count(waiting, "{n} change waits to be carried.", "{n} changes wait to be carried.")
      : words("All changes of this device are also elsewhere.")
    synced = status.syncedAt.map { words("Last synced {day} {time}.", moment($0)) } ?? words("Not synced yet.")
    place =
      status.group.key == nil
      ? words("Through {place}, not sealed.", ["place": shown(status.place)])
      : words("Through {place}, sealed with the group’s key.", ["place": shown(status.place)])
    copyProblems = messages.map { shown(words($0)) }
    hasCopyProblems = !copyProblems.isEmpty
    conflicts = Self.conflicts(conflictCount, in: words)
  }

  /// `2 conflicts to settle`; `nil` for none.
  static func conflicts(_ count: Int, in words: Words) -> String? {
    count == 0 ? nil : words.count(count, "{n} conflict to settle", "{n} conflicts to settle")
  }
}

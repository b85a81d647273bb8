internal import CheckInJournal
internal import EventLog
internal import FoundationEssentials

extension EventFile {
  /// The first line of a file of events.
  ///
  /// ```
  /// {"format":"checkin-events","version":1,"journal":"8C1F…","events":413}
  /// ```
  ///
  /// With the logs of other devices, it says whose they are:
  ///
  /// ```
  /// {"format":"checkin-events","version":4,"journal":"8C1F…","events":413,"group":"0B5C…","name":"laptop",
  ///  "replicas":[{"journal":"5D0E…","name":"phone","events":212,"segments":[1],"digest":"9f86…"}]}
  /// ```
  struct Header {
    static let format = "checkin-events"
    /// The newest version, which knows marks of days. Version 4 knows several devices' logs, version 3 devices,
    /// durations, distances and days without a time, and version 2 the members of workouts. What is written is the
    /// first that knows all of the history, so that as many readers as can be understand it, and the others say what
    /// is wrong.
    static let version = 5
    /// The bytes at the start of an event archive.
    static let beginning = Array("{\"format\":\"\(format)\"".utf8)

    /// Another device's log.
    struct Replica {
      var journal: UUID
      /// The device's name.
      var name: String
      var eventCount: Int
      /// The first events of the log's segments, ascending from 1.
      var segments: [UInt64]
      /// Of the log up to its last event; see ``ReplicaPosition``.
      var digest: Digest
    }

    /// The identity of the journal that was exported.
    var journalID: UUID
    /// The number of lines of the journal's local log, which come first.
    var eventCount: Int
    var version: Int
    /// The group's UUID and this device's name in the group; `nil` if they weren't known.
    var group: (id: UUID, name: String)?
    /// The other devices, in the order in which their logs follow.
    var replicas: [Replica] = []

    /// The number of lines after the header, used to detect a truncated file.
    var lineCount: Int { replicas.reduce(eventCount) { $0 + $1.eventCount } }

    /// The devices, as a journal's directory keeps them; `nil` where only one wrote the journal, or their group is not
    /// known.
    var devices: Group? {
      guard let group, !replicas.isEmpty else { return nil }
      return Group(
        group: group.id, me: Group.Replica(journal: journalID, name: group.name),
        replicas: replicas.map { Group.Replica(journal: $0.journal, name: $0.name) }, place: "")
    }

    init(journalID: UUID, eventCount: Int, version: Int) {
      self.journalID = journalID
      self.eventCount = eventCount
      self.version = version
    }

    /// The header of a file of a journal's events; `nil` stands for an empty journal.
    ///
    /// - Parameters:
    ///   - events: of its own log.
    ///   - others: of those of the other devices.
    init(_ journal: Journal?, events: RecordedEvents?, others: [RecordedEvents]) throws(JournalError) {
      var version = 1
      if let journal {
        let later = try journal.laterFields()
        if later.contains(.marks) {
          version = Self.version
        } else if !others.isEmpty {
          version = 4
        } else {
          version = try !later.isEmpty ? 3 : journal.hasWorkouts() ? 2 : 1
        }
      }
      self.init(journalID: events?.journalID ?? UUID(), eventCount: events?.count ?? 0, version: version)
      guard !others.isEmpty else { return }
      if let group = try journal?.groupWithNames() { self.group = (group.group, group.me.name) }
      for log in others {
        guard let replica = log.journalID, let name = log.device else { continue }
        replicas.append(
          Replica(
            journal: replica, name: name, eventCount: log.count, segments: try log.segments(), digest: try log.digest())
        )
      }
    }

    func write(to json: inout JSONWriter) {
      json.object { json in
        json["format"] = Self.format
        json["version"] = version
        json["journal"] = journalID
        json["events"] = eventCount
        if let group {
          json["group"] = group.id
          json["name"] = group.name
        }
        guard !replicas.isEmpty else { return }
        json.objects("replicas", of: replicas) { json, replica in
          json["journal"] = replica.journal
          json["name"] = replica.name
          json["events"] = replica.eventCount
          json["segments"] = replica.segments
          json["digest"] = replica.digest
        }
      }
    }
  }
}

// MARK: - Reading

extension EventFile.Header {
  private struct Members: Decodable {
    struct Replica: Decodable {
      var journal: String
      var name: String
      var events: Int
      var segments: [UInt64]
      var digest: String
    }

    var format: String
    var version: Int
    var journal: String?
    var events: Int?
    var group: String?
    var name: String?
    var replicas: [Replica]?
  }

  /// Reads the header of the file that people know as `name`.
  ///
  /// - Throws: `JournalError` with `.refusedInput`, or `.newerVersion` where the format is newer than this version.
  init(_ line: [UInt8]?, of name: String) throws(JournalError) {
    let refusal = JournalError(
      .refusedInput,
      "\(name) is no file of events: its first line is not "
        + "{\"format\":\"\(Self.format)\",\"version\":1,\"journal\":…}."
    )
    guard let line, let members = try? JSONDecoder().decode(Members.self, from: Data(line)),
      members.format == Self.format
    else { throw refusal }
    guard members.version <= Self.version else {
      throw JournalError(
        .newerVersion,
        "\(name) has version \(members.version) of the format, and this checkin reads version \(Self.version). "
          + "Use the newer checkin that wrote it.")
    }
    guard let id = members.journal.flatMap({ UUID(uuidString: $0) }), let count = Self.count(members.events) else {
      throw refusal
    }
    self.init(journalID: id, eventCount: count, version: members.version)
    if let group = members.group.flatMap({ UUID(uuidString: $0) }), let own = members.name { self.group = (group, own) }
    for replica in members.replicas ?? [] {
      guard let log = Self.replica(replica) else {
        throw JournalError(.refusedInput, "The header of \(name) names a device's log in another form than is written.")
      }
      replicas.append(log)
    }
    // The names and identities of a group are valid and distinct, whether it is known or not.
    let devices = Group(
      me: Group.Replica(journal: id, name: group?.name ?? "replica-\(id.uuidString.lowercased().prefix(8))"),
      replicas: replicas.map { Group.Replica(journal: $0.journal, name: $0.name) }, place: "")
    if !replicas.isEmpty, let fault = devices.fault {
      throw JournalError(.refusedInput, "The header of \(name) cannot be used. \(fault)")
    }
  }

  /// A number of events that can be added to others without an overflow.
  private static func count(_ events: Int?) -> Int? {
    events.flatMap { (0...Int(UInt32.max)).contains($0) ? $0 : nil }
  }

  private static func replica(_ members: Members.Replica) -> Replica? {
    guard let journal = UUID(uuidString: members.journal), let count = count(members.events), count > 0,
      let digest = Digest(hexadecimal: members.digest), members.segments.first == 1,
      zip(members.segments, members.segments.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    return Replica(
      journal: journal, name: members.name, eventCount: count, segments: members.segments, digest: digest)
  }
}

public import CheckInJournal
public import EventLog
public import FoundationEssentials

/// A folder that something else carries between devices: a USB stick, Syncthing, a cloud drive, NFS.
///
/// ```
/// PLACE/
///   group.json                                    written once, by who made the group
///   replicas/<journal>/manifest                       what a replica says of itself
///   replicas/<journal>/00000000000000000001.chunk  its log, by the first event of each piece
///   replicas/<journal>/photos/<name>.photo
/// ```
///
/// Every file has one writer and appears whole, by a rename. What carries the folder may bring files late, in any order
/// and in parts, and may leave copies of files that it found changed on two sides: such a copy of a chunk tells that
/// two journals write as one replica, and every other file is not ours to judge. No time stamp is looked at.
public final class FolderRemote: Remote {
  private let folder: SharedFolder
  /// Known once the group's file was read or written.
  private var group: UUID?
  /// The chunks of each replica as they were last listed: first sequence numbers, ascending.
  private var listed: [UUID: [UInt64]] = [:]
  /// The heads in the headers of those chunks, including chunks that haven't arrived completely.
  private var seen: [UUID: [UInt64: RemoteHead]] = [:]
  /// The replicas with a folder of photos; `nil` until the replicas have been listed.
  private var photoReplicas: Set<UUID>?
  /// The paths of chunks of the right size whose content was found to be damaged.
  private var broken: Set<String> = []

  public convenience init(path: String) {
    self.init(fileSystem: DiskFileSystem(), path: path)
  }

  package init(fileSystem: any FileSystem, path: String) {
    folder = SharedFolder(fileSystem: fileSystem, path: path)
  }

  public var name: String { path }

  private static let descriptorName = "group.json"
  private var path: String { folder.path }
  private var descriptorPath: String { "\(path)/\(Self.descriptorName)" }
  private var replicasPath: String { path + "/replicas" }
  private func path(of replica: UUID) -> String { "\(replicasPath)/\(replica.text)" }
  private func cardPath(of replica: UUID) -> String { path(of: replica) + "/card" }
  private func photosPath(of replica: UUID) -> String { path(of: replica) + "/photos" }
  private func photoPath(_ name: Digest, of replica: UUID) -> String {
    "\(photosPath(of: replica))/\(name.hexadecimal)\(Self.photoSuffix)"
  }
  private func chunkPath(of replica: UUID, _ firstSequence: UInt64) -> String {
    "\(path(of: replica))/\(Self.chunkName(firstSequence))"
  }

  /// One byte more than the largest.
  private static let chunkFileLimit = ChunkFile.headerByteCount + RemoteLimits.chunkByteCount + Digest.byteCount + 1

  static func chunkName(_ firstSequence: UInt64) -> String {
    let digits = String(firstSequence)
    return String(repeating: "0", count: 20 - digits.count) + digits + ".chunk"
  }

  // MARK: - The group

  public func requireVacancy() throws(JournalError) {
    // What a power cut left of a file that never appeared is nobody's.
    let names = try folder.contents(of: path).filter { name in
      !name.hasPrefix(".") && !(name.hasPrefix(Self.descriptorName + ".") && name.hasSuffix(".new"))
    }
    guard !names.contains(Self.descriptorName) else {
      throw JournalError(
        .invalidValue, "\(path) has a group already: \(.joinGroup, as: "{1} enters it", or: "join it").")
    }
    guard names.isEmpty else {
      throw JournalError(
        .invalidValue, "\(path) is not empty: name a folder of its own for the group, such as \(path)/checkin.")
    }
  }

  public func create(_ descriptor: [UInt8], of group: UUID) throws(JournalError) {
    try folder.create()
    try requireVacancy()
    // Another device may be making one here at the same moment.
    try folder.write(descriptor, to: descriptorPath, through: "\(descriptorPath).\(UUID().text).new", isNew: true)
    self.group = group
  }

  public func state(of me: UUID?) throws(JournalError) -> RemoteState? {
    guard try folder.kind(of: path) == .directory else {
      throw JournalError(
        .inputOutput, "\(path) is not there: is the drive connected, and the folder shared with this device?")
    }
    if let kind = try folder.kind(of: replicasPath), kind != .directory { throw SharedFolder.misplaced(replicasPath) }
    guard let descriptor = try folder.content(of: descriptorPath, limit: RemoteLimits.descriptorByteCount) else {
      if try folder.kind(of: descriptorPath) != nil { throw SharedFolder.misplaced(descriptorPath) }
      if try folder.kind(of: replicasPath) != nil {
        throw JournalError(
          .inputOutput, "\(path) has replicas, but no group.json yet: wait until the folder is here completely.")
      }
      return nil
    }
    var state = RemoteState(descriptor: descriptor)
    group = try RemoteDescriptor(descriptor, at: path).group
    if let me { state.me = survey(me) }
    return state
  }

  public func replicas(besides me: UUID?, first known: Set<UUID>) throws(JournalError) -> RemoteReplicas {
    _ = try knownGroup()
    photoReplicas = Set([me].compactMap(\.self))
    var (ids, others): ([UUID], [String]) = ([], [])
    for name in try folder.contents(of: replicasPath) {
      if let id = UUID(text: name) { ids.append(id) } else { others.append(name) }
    }
    ids.removeAll { $0 == me }
    var found = RemoteReplicas()
    if let first = others.first {
      if others.count == 1 {
        found.notes.append("\(replicasPath)/\(first) is no replica of this group and was left alone.")
      } else {
        found.notes.append(
          "\(replicasPath) has \(others.count) entries that are not replicas, such as \(first). They were left alone.")
      }
    }
    if ids.count > RemoteLimits.replicaCount {
      found.notes.append(
        """
        \(replicasPath) has \(ids.count) folders of other devices, and only \(RemoteLimits.replicaCount) of them are \
        read. Move the folders away that belong to none of your devices.
        """)
      let ranks = ids.map { known.contains($0) ? 0 : (try? folder.kind(of: cardPath(of: $0))) == .file ? 1 : 2 }
      ids = zip(ids, ranks).sorted { $0.1 < $1.1 }.prefix(RemoteLimits.replicaCount).map(\.0)
    }
    found.all = ids.compactMap { survey($0) }
    return found
  }

  private func knownGroup() throws(JournalError) -> UUID {
    if let group { return group }
    guard try state(of: nil) != nil, let group else {
      throw JournalError(.invalidValue, "\(path) belongs to no group yet.")
    }
    return group
  }

  /// The faults and the notes of one replica that are reported at a time.
  private static let faultLimit = 3

  /// Lists a replica's chunks, and returns the replica's state in the folder.
  ///
  /// Every error is a fault of the replica, so that it concerns this replica alone.
  ///
  /// - Returns: `nil` if there is nothing of the replica.
  private func survey(_ id: UUID) -> RemoteState.Replica? {
    var replica = RemoteState.Replica(id: id)
    var (faults, notes): ([JournalError], [Message]) = ([], [])
    (listed[id], seen[id]) = (nil, nil)
    @discardableResult func attempt<Result>(_ body: () throws(JournalError) -> Result?) -> Result? {
      do throws(JournalError) { return try body() } catch {
        faults.append(error)
        return nil
      }
    }
    let names = attempt { () throws(JournalError) -> [String]? in
      guard let kind = try folder.kind(of: path(of: id)) else { return nil }
      guard kind == .directory else { throw SharedFolder.misplaced(path(of: id)) }
      return try folder.contents(of: path(of: id))
    }
    guard let names else {
      replica.faults = faults
      return faults.isEmpty ? nil : replica
    }
    var firsts: [UInt64] = []
    for name in names {
      if let first = Self.firstSequence(name) {
        firsts.append(first)
      } else if let first = Self.firstSequence(ofCopy: name) {
        attempt { () throws(JournalError) -> Void? in try examine(name, beginningAt: first, of: id, &notes) }
      }
    }
    listed[id] = firsts
    // As far as one leads on to the next: what lies behind a hole is as good as not there, and whoever wrote it fills
    // the hole.
    var hasMore = false
    for first in firsts {
      guard let header = attempt({ () throws(JournalError) in try header(of: id, first, &notes) }) else {
        if let head = seen[id]?[first] { replica.strays.append(head) }
        continue
      }
      let last = replica.head?.sequence ?? 0
      if first > last + 1 {
        hasMore = true
        replica.strays.append(header.head)
        continue
      }
      if header.head.sequence > last { replica.head = header.head }
    }
    if hasMore {
      notes.append("Events after \(replica.head?.sequence ?? 0) in \(path(of: id)) have not arrived completely yet.")
    }
    replica.manifest = attempt { () throws(JournalError) in
      try file(cardPath(of: id), limit: RemoteLimits.manifestByteCount)
    }
    attempt { () throws(JournalError) -> Void? in
      guard let kind = try folder.kind(of: photosPath(of: id)) else { return nil }
      guard kind == .directory else { throw SharedFolder.misplaced(photosPath(of: id)) }
      photoReplicas?.insert(id)
      return nil
    }
    replica.notes = Array(notes.prefix(Self.faultLimit))
    replica.faults = Array(faults.prefix(Self.faultLimit))
    if faults.count > Self.faultLimit {
      replica.faults.append(
        JournalError(.refusedInput, "\(path(of: id)) has further files with such faults: \(faults.count) in all."))
    }
    return replica
  }

  /// Returns the start of a file's content; `nil` if there is no file.
  ///
  /// - Throws: `refusedInput` if something else has the file's name.
  private func file(_ file: String, limit: Int) throws(JournalError) -> [UInt8]? {
    if let content = try folder.content(of: file, limit: limit) { return content }
    if try folder.kind(of: file) != nil { throw SharedFolder.misplaced(file) }
    return nil
  }

  /// `00000000000000000001.chunk`
  private static func firstSequence(_ name: String) -> UInt64? {
    guard name.utf8.count == 26, name.hasSuffix(".chunk"), let first = UInt64(name.dropLast(6)), first > 0,
      chunkName(first) == name
    else { return nil }
    return first
  }

  /// `00000000000000000001.sync-conflict-20261122-101500-ABCDEFG.chunk`, `00000000000000000001 (1).chunk`,
  /// `00000000000000000001 (laptop's conflicted copy).chunk`, `00000000000000000001.chunk~`: copies that programs which
  /// carry folders make where a file was written on two sides.
  private static func firstSequence(ofCopy name: String) -> UInt64? {
    guard name.utf8.count > 26, name.contains(".chunk"), !name.hasSuffix(".new"), let first = UInt64(name.prefix(20)),
      first > 0
    else { return nil }
    return first
  }

  /// A copy that says the same as the file itself means nothing; one that says something else tells of two writers.
  private func examine(
    _ name: String, beginningAt first: UInt64, of replica: UUID, _ notes: inout [Message]
  ) throws(JournalError) {
    let copyPath = "\(path(of: replica))/\(name)"
    guard let bytes = try folder.content(of: copyPath, limit: ChunkFile.headerByteCount),
      let copy = try? ChunkFile.header(bytes),
      let header = try? header(of: replica, first, &notes),
      copy.head.sequence == header.head.sequence, copy.head.token != header.head.token
    else { return }
    notes.append(
      """
      \(copyPath) is a copy that the program which carries the folder has made: two journals write as the same \
      replica. On the one whose sync is refused, \(run: .forkJournal, or: "fork the journal").
      """)
  }

  /// Reads the header of a chunk's file.
  ///
  /// Adds a note if the chunk is incomplete.
  ///
  /// - Returns: `nil` if the file is missing or incomplete.
  /// - Throws: `refusedInput` if the file is damaged, or no file; `newerVersion` if a newer version wrote it;
  ///   `inputOutput`.
  private func header(
    of replica: UUID, _ first: UInt64, _ notes: inout [Message]
  ) throws(JournalError) -> ChunkFile.Header? {
    let chunkPath = chunkPath(of: replica, first)
    guard let bytes = try file(chunkPath, limit: ChunkFile.headerByteCount) else { return nil }
    do throws(ChunkFile.Fault) {
      let header = try header(in: bytes, of: replica, first)
      seen[replica, default: [:]][first] = header.head
      if broken.contains(chunkPath) { throw .damaged }
      guard let size = folder.size(of: chunkPath),
        size >= ChunkFile.headerByteCount + header.bodyByteCount + Digest.byteCount
      else { throw .incomplete }
      return header
    } catch {
      switch error {
      case .incomplete:
        notes.append("\(chunkPath) has not arrived completely yet.")
        return nil
      case .damaged: throw Self.damaged(chunkPath)
      case .newerVersion:
        // A longer one than there are of this version is none of these.
        let bytes = try folder.content(of: chunkPath, limit: Self.chunkFileLimit) ?? []
        guard ChunkFile.isWholeOfOtherVersion(bytes) || bytes.count == Self.chunkFileLimit else {
          throw Self.damaged(chunkPath)
        }
        throw Self.newer(chunkPath)
      }
    }
  }

  /// - Throws: `damaged` also for the header of something else.
  private func header(
    in bytes: [UInt8], of replica: UUID, _ first: UInt64
  ) throws(ChunkFile.Fault) -> ChunkFile.Header {
    let header = try ChunkFile.header(bytes)
    guard header.replica == replica, header.firstSequence == first, header.group == group else { throw .damaged }
    return header
  }

  private static func damaged(_ path: String) -> JournalError {
    JournalError(
      .refusedInput,
      "\(path) is damaged. Remove it there: the next sync of the device that wrote it brings it again.")
  }

  private static func newer(_ path: String) -> JournalError {
    JournalError(.newerVersion, "\(path) was written by a newer version of checkin: install that one here, too.")
  }

  // MARK: - Logs

  public func push(_ chunk: RemoteChunk, after head: RemoteHead?) throws(JournalError) {
    let group = try knownGroup()
    let bytes = ChunkFile.bytes(chunk, of: group)
    let chunkPath = chunkPath(of: chunk.replica, chunk.firstSequence)
    // One that was there when the state was asked for lies behind a hole, or is damaged or incomplete, and is of this
    // log: it is made anew. One that has appeared or changed since was written by another journal that writes as this
    // replica.
    let there = try folder.content(of: chunkPath, limit: ChunkFile.headerByteCount)
    if let there {
      let known = seen[chunk.replica]?[chunk.firstSequence]
      let other = (try? ChunkFile.header(there))?.head
      // Whose it was cannot be told any more, so nobody writes over it.
      if other != nil, (try? header(in: there, of: chunk.replica, chunk.firstSequence)) == nil {
        throw Self.damaged(chunkPath)
      }
      let isListed = listed[chunk.replica]?.contains(chunk.firstSequence) == true
      guard isListed && other == known || other == chunk.head else { throw SharedFolder.busy(chunkPath) }
    }
    try folder.write(bytes, to: chunkPath, isNew: there == nil)
    broken.remove(chunkPath)
    seen[chunk.replica, default: [:]][chunk.firstSequence] = chunk.head
    var firsts = listed[chunk.replica, default: []]
    if let index = firsts.firstIndex(where: { $0 >= chunk.firstSequence }) {
      if firsts[index] != chunk.firstSequence { firsts.insert(chunk.firstSequence, at: index) }
    } else {
      firsts.append(chunk.firstSequence)
    }
    listed[chunk.replica] = firsts
  }

  public func confirm(
    _ head: RemoteHead, after acknowledged: UInt64, of replica: UUID
  ) throws(JournalError) {
    // What was written by a run that was cut off may not be durable yet, and may be damaged behind its header.
    var firstBroken: String?
    for (first, known) in seen[replica] ?? [:] where known.sequence > acknowledged && known.sequence <= head.sequence {
      let chunkPath = chunkPath(of: replica, first)
      if try fault(of: chunkPath, known) == nil {
        try folder.synchronize(file: chunkPath)
      } else {
        broken.insert(chunkPath)
        firstBroken = chunkPath
      }
    }
    if let firstBroken {
      throw JournalError(.busy, "\(firstBroken) is damaged. Sync again: then it is written anew.")
    }
    for directory in [path(of: replica), photosPath(of: replica)] { try folder.synchronize(directory: directory) }
  }

  public func damage(behind head: RemoteHead, of replica: UUID) throws(JournalError) -> JournalError? {
    for (first, known) in seen[replica] ?? [:] where known == head {
      let chunkPath = chunkPath(of: replica, first)
      // One that is still on its way tells of what its header says.
      if try fault(of: chunkPath, known) == .damaged { return Self.damaged(chunkPath) }
    }
    return nil
  }

  /// Returns the fault of a chunk whose header was read; `nil` if the chunk is intact.
  private func fault(of chunkPath: String, _ known: RemoteHead) throws(JournalError) -> ChunkFile.Fault? {
    guard let bytes = try folder.content(of: chunkPath, limit: Self.chunkFileLimit) else { return .incomplete }
    do throws(ChunkFile.Fault) {
      return try ChunkFile.chunk(bytes).head == known ? nil : .damaged
    } catch {
      return error
    }
  }

  public func chunks(
    of replica: UUID, after sequence: UInt64, byteCount: Int
  ) throws(JournalError) -> [RemoteChunk] {
    if listed[replica] == nil {
      listed[replica] = try folder.contents(of: path(of: replica)).compactMap { Self.firstSequence($0) }
    }
    let firsts = listed[replica, default: []]
    var chunks: [RemoteChunk] = []
    var (end, total) = (sequence, 0)
    while total < byteCount, let chunk = try next(of: replica, after: end, in: firsts) {
      end = chunk.head.sequence
      total += chunk.body.count
      chunks.append(chunk)
    }
    return chunks
  }

  /// The chunk that leads on from an event: of those that begin no later than the next one, the last that reaches it.
  private func next(
    of replica: UUID, after sequence: UInt64, in firsts: [UInt64]
  ) throws(JournalError) -> RemoteChunk? {
    var notes: [Message] = []
    for first in firsts.reversed() where first <= sequence &+ 1 {
      let chunkPath = chunkPath(of: replica, first)
      let found: ChunkFile.Header?
      do throws(JournalError) {
        found = try header(of: replica, first, &notes)
      } catch  where error.code == .refusedInput {
        // The survey has reported it.
        continue
      }
      if let header = found {
        // Earlier ones end earlier still, unless the log was sent again in other pieces.
        guard header.head.sequence > sequence else { continue }
        let limit = ChunkFile.headerByteCount + header.bodyByteCount + Digest.byteCount + 1
        guard let bytes = try folder.content(of: chunkPath, limit: limit) else { return nil }
        do throws(ChunkFile.Fault) {
          return try ChunkFile.chunk(bytes)
        } catch {
          switch error {
          case .incomplete: return nil
          case .damaged: throw Self.damaged(chunkPath)
          case .newerVersion: throw Self.newer(chunkPath)
          }
        }
      }
    }
    return nil
  }

  // MARK: - Cards and photos

  public func write(manifest: [UInt8], of replica: UUID) throws(JournalError) {
    try folder.write(manifest, to: cardPath(of: replica))
  }

  private static let photoSuffix = ".photo"

  /// The replicas whose photos may be there. A fault in the photos of one is its own: it is passed over here.
  private func replicasWithPhotos() throws(JournalError) -> [UUID] {
    if let photoReplicas { return photoReplicas.sorted { $0.text < $1.text } }
    return try folder.contents(of: replicasPath).compactMap { UUID(text: $0) }
  }

  public func photoNames() throws(JournalError) -> Set<Digest> {
    var names: Set<Digest> = []
    for replica in try replicasWithPhotos() {
      for name in (try? folder.contents(of: photosPath(of: replica))) ?? [] where name.hasSuffix(Self.photoSuffix) {
        if let digest = Digest(hexadecimal: name.dropLast(Self.photoSuffix.count)) { names.insert(digest) }
      }
    }
    return names
  }

  public func push(photo: [UInt8], named name: Digest, from replica: UUID) throws(JournalError) {
    try folder.write(photo, to: photoPath(name, of: replica))
    photoReplicas?.insert(replica)
  }

  public func remove(photo name: Digest, from replica: UUID) throws(JournalError) -> Bool {
    try folder.remove(photoPath(name, of: replica))
  }

  public func photo(named name: Digest, where isWhole: ([UInt8]) -> Bool) throws(JournalError) -> [UInt8]? {
    for replica in try replicasWithPhotos() {
      if let bytes = try? folder.content(of: photoPath(name, of: replica), limit: RemoteLimits.photoByteCount),
        isWhole(bytes)
      {
        return bytes
      }
    }
    return nil
  }
}

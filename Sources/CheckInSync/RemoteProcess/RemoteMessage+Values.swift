internal import CheckInJournal
internal import EventLog
internal import FoundationEssentials

/// The encoding of a remote's values in messages.
extension RemoteMessage {
  /// Adds a message within this one.
  mutating func add(_ message: RemoteMessage, field: UInt64) { add(message.encoded, field: field) }

  func messages(_ field: UInt64) -> [RemoteMessage] { (parts[field] ?? []).compactMap { RemoteMessage($0) } }

  func digest(_ field: UInt64) -> Digest? { bytes(field).flatMap { Digest($0) } }
  func identity(_ field: UInt64) -> UUID? { bytes(field).flatMap { UUID(bytes: $0) } }

  /// Sequence in 4, token in 5.
  var head: RemoteHead? {
    get {
      guard let sequence = self[4], let token = digest(5) else { return nil }
      return RemoteHead(sequence: sequence, token: token)
    }
    set {
      guard let newValue else { return }
      self[4] = newValue.sequence
      add(newValue.token.bytes, field: 5)
    }
  }

  /// Replica in 2, first sequence in 3, head in 4 and 5, body in 6.
  var chunk: RemoteChunk? {
    get {
      guard let replica = identity(2), let first = self[3], let head, let body = bytes(6) else { return nil }
      return RemoteChunk(replica: replica, firstSequence: first, head: head, body: body)
    }
    set {
      guard let newValue else { return }
      add(newValue.replica.bytes, field: 2)
      self[3] = newValue.firstSequence
      head = newValue.head
      add(newValue.body, field: 6)
    }
  }

  /// Replica in 2, head in 4 and 5, card in 6.
  var replica: RemoteState.Replica? {
    get {
      identity(2).map { RemoteState.Replica(id: $0, head: head, manifest: bytes(6)) }
    }
    set {
      guard let newValue else { return }
      add(newValue.id.bytes, field: 2)
      head = newValue.head
      if let manifest = newValue.manifest { add(manifest, field: 6) }
    }
  }

  /// Descriptor in 3, the replica in 4, notes in 5.
  var state: RemoteState? {
    get {
      guard let descriptor = bytes(3) else { return nil }
      return RemoteState(descriptor: descriptor, me: messages(4).first?.replica, notes: notes)
    }
    set {
      guard let newValue else { return }
      add(newValue.descriptor, field: 3)
      if let me = newValue.me { add(me) }
      notes = newValue.notes
    }
  }

  /// Replicas in 4, notes in 5.
  var replicas: RemoteReplicas {
    get { RemoteReplicas(messages(4).compactMap(\.replica), notes: notes) }
    set {
      for replica in newValue.all { add(replica) }
      notes = newValue.notes
    }
  }

  private mutating func add(_ replica: RemoteState.Replica) {
    var message = RemoteMessage(.done)
    message.replica = replica
    add(message, field: 4)
  }

  private var notes: [Message] {
    get { (parts[5] ?? []).map { Message(verbatim: String(decoding: $0, as: UTF8.self)) } }
    set { for note in newValue { add(Array(note.text.utf8), field: 5) } }
  }
}

package import CheckInJournal
internal import EventLog
internal import FoundationEssentials

/// The other side of ``RemoteProcess``: answers requests about a place, one after the other, until the asker closes.
package struct RemoteServer {
  private let open: (String) -> Result<any Remote, JournalError>
  private var remote: (any Remote)?

  /// - Parameter open: the place at an address.
  package init(_ open: @escaping (String) -> Result<any Remote, JournalError>) {
    self.open = open
  }

  /// Serves what comes from a socket.
  package mutating func run(on socket: Int32) {
    while let request = RemoteMessage.read(from: socket) {
      let answer: RemoteMessage
      do throws(JournalError) { answer = try self.answer(request) } catch { answer = RemoteMessage(error) }
      guard answer.write(to: socket) else { return }
    }
  }

  private mutating func answer(_ request: RemoteMessage) throws(JournalError) -> RemoteMessage {
    var answer = RemoteMessage(.done)
    if request.kind == .open {
      guard let address = request.bytes(2) else { throw Self.unknownRequest }
      remote = try open(String(decoding: address, as: UTF8.self)).get()
      return answer
    }
    guard let remote, let kind = request.kind else { throw Self.unknownRequest }
    switch kind {
    case .open: break
    case .create:
      guard let group = request.identity(2), let descriptor = request.bytes(3) else { throw Self.unknownRequest }
      try remote.create(descriptor, of: group)
    case .state:
      guard let state = try remote.state(of: request.identity(2)) else { return RemoteMessage(.nothing) }
      answer.state = state
    case .replicas:
      let known = (request.parts[3] ?? []).compactMap { UUID(bytes: $0) }
      answer.replicas = try remote.replicas(besides: request.identity(2), first: Set(known))
    case .push:
      guard let chunk = request.chunk else { throw Self.unknownRequest }
      try remote.push(chunk, after: request.messages(7).first?.head)
    case .confirm:
      guard let replica = request.identity(2), let head = request.head else { throw Self.unknownRequest }
      try remote.confirm(head, after: 0, of: replica)
    case .chunks:
      guard let replica = request.identity(2), let sequence = request[3], let byteCount = request[4] else {
        throw Self.unknownRequest
      }
      for chunk in try remote.chunks(of: replica, after: sequence, byteCount: Int(clamping: byteCount)) {
        var message = RemoteMessage(.done)
        message.chunk = chunk
        answer.add(message, field: 2)
      }
    case .manifest:
      guard let replica = request.identity(2), let manifest = request.bytes(3) else { throw Self.unknownRequest }
      try remote.write(manifest: manifest, of: replica)
    case .photoNames:
      for name in try remote.photoNames() { answer.add(name.bytes, field: 2) }
    case .pushPhoto:
      guard let replica = request.identity(2), let photo = request.bytes(3), let name = request.digest(5) else {
        throw Self.unknownRequest
      }
      try remote.push(photo: photo, named: name, from: replica)
    case .removePhoto:
      guard let replica = request.identity(2), let name = request.digest(5) else { throw Self.unknownRequest }
      guard try remote.remove(photo: name, from: replica) else { return RemoteMessage(.nothing) }
    case .photo:
      guard let name = request.digest(5), var others = request[4] else { throw Self.unknownRequest }
      let photo = try remote.photo(named: name) { _ in
        if others == 0 { return true }
        others -= 1
        return false
      }
      guard let photo else { return RemoteMessage(.nothing) }
      answer.add(photo, field: 3)
    }
    return answer
  }

  private static let unknownRequest = JournalError(
    .newerVersion, "checkin and checkin-sync are of different versions: install them together.")
}

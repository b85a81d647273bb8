/// Who sent a request.
enum Visitor: Hashable, Sendable {
  /// The person who started the server, on this machine.
  case owner
  /// A device that was paired.
  case device(Int)
  /// Anybody else. To them only what pairing needs is shown.
  case stranger
}

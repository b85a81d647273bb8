import NIOCore
import Synchronization

/// The connections that devices have open, so that they can be closed when a device is revoked: an event stream would
/// last.
///
/// A connection is of the device that used it last: a proxy sends the requests of several devices through one.
final class DeviceConnections: Sendable {
  private struct Connection {
    var channel: any Channel
    var number: Int
  }

  private let connections = Mutex<[ObjectIdentifier: Connection]>([:])

  /// The devices that are connected.
  var numbers: Set<Int> { connections.withLock { Set($0.values.map(\.number)) } }

  func add(_ channel: any Channel, of number: Int) {
    let id = ObjectIdentifier(channel)
    let connection = Connection(channel: channel, number: number)
    let isNew = connections.withLock { $0.updateValue(connection, forKey: id) == nil }
    guard isNew else { return }
    channel.closeFuture.whenComplete { [weak self] _ in self?.connections.withLock { _ = $0.removeValue(forKey: id) } }
  }

  /// Leaves a connection to itself: its device gets an answer before it goes.
  func release(_ channel: any Channel) {
    connections.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(channel)) }
  }

  /// Closes all connections of a device.
  func close(_ number: Int) {
    let closing = connections.withLock { $0.values.filter { $0.number == number }.map(\.channel) }
    for channel in closing { channel.close(promise: nil) }
  }
}

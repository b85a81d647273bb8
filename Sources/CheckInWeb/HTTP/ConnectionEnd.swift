import NIOCore
import NIOHTTP1

/// Ends connections as their clients expect it.
///
/// For a client of HTTP/1.0, an answer ends with the connection, unless both agreed to keep it; and it does not know
/// chunks. Hummingbird answers it like a client of HTTP/1.1 and keeps the connection, so the client would wait. Here
/// every answer to it is the last one of its connection. The same holds for other spellings of `Connection: close`.
final class ConnectionEnd: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// For each unanswered request: whether it is of an old version, and whether it is the last one.
  private var unanswered: [(isOld: Bool, isLast: Bool)] = []

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    let isOld = head.version == .http1_0 || head.version == .http0_9
    let isLast = isOld || !head.isKeepAlive
    if isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
    unanswered.append((isOld, isLast))
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head) where !unanswered.isEmpty:
      let request = unanswered.removeFirst()
      if request.isOld { head.version = .http1_0 }
      if request.isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    default: context.write(data, promise: promise)
    }
  }

  /// Adds a ``ConnectionEnd`` where requests still have their version: before Hummingbird's own handlers.
  final class Installer: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    func handlerAdded(context: ChannelHandlerContext) {
      do {
        let decoder = try context.pipeline.syncOperations.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try context.pipeline.syncOperations.addHandler(ConnectionEnd(), position: .after(decoder))
      } catch {
        context.close(promise: nil)
      }
    }
  }
}

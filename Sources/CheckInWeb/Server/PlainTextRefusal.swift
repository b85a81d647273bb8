import NIOCore
import NIOSSL

/// Answers who speaks plain HTTP to a port for TLS, instead of only hanging up.
final class PlainTextRefusal: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The first byte of a TLS handshake.
  private static let handshake: UInt8 = 22
  private static let answer =
    "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    + "This port speaks HTTPS only: open the address with https://\n"

  private var isRefused = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = unwrapInboundIn(data)
    guard !isRefused, let first = bytes.readableBytesView.first else { return }
    if first == Self.handshake {
      context.fireChannelRead(data)
      context.pipeline.syncOperations.removeHandler(self, promise: nil)
    } else {
      isRefused = true
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: Self.answer)), promise: nil)
      context.close(promise: nil)
    }
  }

  /// Adds a ``PlainTextRefusal`` before everything else.
  final class Installer: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    func handlerAdded(context: ChannelHandlerContext) {
      do {
        try context.pipeline.syncOperations.addHandler(PlainTextRefusal(), position: .first)
      } catch {
        context.close(promise: nil)
      }
    }
  }
}

import Hummingbird
import NIOCore

/// What belongs to one request.
struct WebContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The connection that it came by.
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}

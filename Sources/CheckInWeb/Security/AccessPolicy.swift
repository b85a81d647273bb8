import HTTPTypes
import Hummingbird
import NIOCore

/// Who may do what at a listener of the server: by which names it may be called, and who is let in. Everything that a
/// request is allowed follows from here.
struct AccessPolicy: Sendable {
  enum Gate: Sendable {
    /// Other accounts of this machine reach the listener too: the key lets in.
    case key(AccessKey)
    /// Everybody in the network reaches it: devices that were paired are let in.
    case devices(DeviceAccess)
  }

  let hosts: TrustedHosts
  /// Answered to everybody, since browsers ask for them without the cookie. They say nothing about the journal.
  let publicPaths: Set<String>
  let gate: Gate

  func admit(_ request: Request, from channel: any Channel, port: Int) throws -> Admission {
    if publicPaths.contains(request.uri.path) { return .admitted(.stranger, cookie: nil) }
    return switch gate {
    case .key(let key): key.admit(request, port: port)
    case .devices(let devices): try devices.admit(request, from: channel, port: port)
    }
  }
}

/// The decision about a request.
enum Admission {
  /// The request is admitted, and its response sets the cookie.
  ///
  /// If a paired device sent the request, its events are recorded for that device.
  case admitted(Visitor, device: String? = nil, cookie: String?)
  case refused(Response)
}

extension Request {
  /// The values of the cookies of a name. Browsers send one.
  func cookieValues(_ name: String) -> [Substring] {
    headers[values: .cookie].flatMap { line in
      line.split(separator: ";").compactMap { pair in
        let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
        return parts.count == 2 && parts[0] == name ? parts[1] : nil
      }
    }
  }
}

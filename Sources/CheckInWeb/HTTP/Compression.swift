import CheckInInterchange
import HTTPTypes
import Hummingbird
import NIOCore

/// Compresses answers of text for clients that accept gzip.
struct Compression: RouterMiddleware {
  typealias Context = WebContext

  /// Less than this fits into one packet anyway.
  private static let minimumByteCount = 1024
  private static let types = [
    "text/html", "text/css", "text/javascript", "text/plain", "text/csv", "text/calendar", "application/json",
    "application/jsonl", "application/manifest+json", "image/svg+xml",
  ]

  func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    let type = response.headers[.contentType]?.prefix { $0 != ";" }
    guard let type, Self.types.contains(String(type)), response.headers[.contentEncoding] == nil else {
      return response
    }
    response.headers[.vary] = [response.headers[.vary], "Accept-Encoding"].compactMap(\.self).joined(separator: ", ")
    guard Self.isAccepted(by: request), request.method != .head,
      response.body.contentLength.map({ $0 >= Self.minimumByteCount }) ?? true
    else { return response }
    let plain = response.body
    response.body = ResponseBody { writer in
      try await plain.write(GzipWriter(gzip: try GzipPacker(), inner: writer))
    }
    response.headers[.contentLength] = nil
    response.headers[.contentEncoding] = "gzip"
    return response
  }

  /// `true` if a request accepts a compressed answer.
  ///
  /// The length of a compressed page could tell the site that leads here what the page contains: its token next to what
  /// an address brings into it. So pages that another site leads to are not compressed.
  private static func isAccepted(by request: Request) -> Bool {
    guard ["same-origin", "none", nil].contains(request.headers[.secFetchSite]) else { return false }
    let codings = request.headers[values: .acceptEncoding].joined(separator: ",").lowercased().split(separator: ",")
    return codings.contains { coding in
      let parts = coding.split(separator: ";").map { $0.filter { $0 != " " } }
      let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      return (parts.first == "gzip" || parts.first == "*") && quality > 0
    }
  }
}

private struct GzipWriter: ResponseBodyWriter {
  let gzip: GzipPacker
  var inner: any ResponseBodyWriter

  mutating func write(_ buffer: ByteBuffer) async throws {
    let packed = try gzip.pack(Array(buffer.readableBytesView))
    if !packed.isEmpty { try await inner.write(ByteBuffer(bytes: packed)) }
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
    try await inner.write(ByteBuffer(bytes: try gzip.pack([], isLast: true)))
    try await inner.finish(trailingHeaders)
  }
}

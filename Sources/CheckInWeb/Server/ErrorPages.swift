import Hummingbird

/// Tells errors: to people as a page, to programs as an object.
struct ErrorPages: RouterMiddleware {
  let pages: Pages

  func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      return request.uri.path.hasPrefix("/api/") ? API.explain(error) : pages.explain(error)
    }
  }
}

import CheckInJournal
import CheckInLanguage
import NIOCore
import Synchronization

/// Rendered pages, for whoever asks for the same one again while nothing has changed.
///
/// A page is kept for one moment of the journal, and all of them go as soon as another moment is asked for: so what the
/// cache answers is what rendering again would.
final class PageCache: Sendable {
  /// The state that a page is rendered from, apart from its address and its reader.
  struct Version: Equatable, Sendable {
    var journal: JournalVersion
    var today: CivilDay
  }

  /// The address and the reader of a page.
  struct Key: Hashable, Sendable {
    /// The path with its query.
    var target: String
    var localization: Localization
    /// Part of every form in the page.
    var token: String
  }

  /// The bytes of all pages together stay below this.
  static let maximumBytes = 16 << 20

  private struct State {
    var version: Version?
    var pages: [Key: ByteBuffer] = [:]
    var byteCount = 0
  }

  private let state = Mutex(State())

  /// The page as it was rendered at this moment; `nil` if it was not.
  func page(_ key: Key, at version: Version) -> ByteBuffer? {
    state.withLock { $0.version == version ? $0.pages[key] : nil }
  }

  /// Keeps a page.
  ///
  /// - Parameter version: one before anything was read for the page. It may show more than was there at this moment,
  ///   and is then kept in vain, never shown in place of a newer one.
  func keep(_ page: ByteBuffer, for key: Key, at version: Version) {
    state.withLock { state in
      if state.version != version || state.byteCount + page.readableBytes > Self.maximumBytes {
        state = State(version: version)
      }
      guard page.readableBytes <= Self.maximumBytes, state.pages.updateValue(page, forKey: key) == nil else { return }
      state.byteCount += page.readableBytes
    }
  }
}

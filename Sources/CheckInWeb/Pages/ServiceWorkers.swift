import CheckInLanguage
import NIOCore
import Synchronization

/// The script of the service worker in each language, made once, because browsers ask for it with every page.
final class ServiceWorkers: Sendable {
  private let scripts = Mutex<[Language: ByteBuffer]>([:])

  /// Returns the script in a language. The first time, `make` makes it.
  func script(in language: Language, _ make: () -> String) -> ByteBuffer {
    scripts.withLock { scripts in
      if let made = scripts[language] { return made }
      let made = ByteBuffer(string: make())
      scripts[language] = made
      return made
    }
  }
}

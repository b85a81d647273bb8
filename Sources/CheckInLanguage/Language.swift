internal import CCatalogues
internal import Synchronization

/// A language that texts are translated into. English is the language of the source; of each other one there is a
/// catalogue in `Catalogues`; how to write one, the page "Translating" of the documentation tells.
///
/// ```swift
/// Language(rawValue: "pt") == .portuguese
/// ```
public enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case portuguese = "pt"
  case german = "de"
  case spanish = "es"

  /// The translator's file; `nil` for the language of the source.
  package var file: [UInt8]? {
    let catalogue: checkin_catalogue
    switch self {
    case .english: return nil
    case .portuguese: catalogue = checkin_portuguese()
    case .german: catalogue = checkin_german()
    case .spanish: catalogue = checkin_spanish()
    }
    return Array(UnsafeBufferPointer(start: catalogue.bytes, count: catalogue.count))
  }
}

/// The catalogues that are part of the program, each read when it is first asked for.
enum CatalogueStore {
  private static let read = Mutex<[Language: Catalogue]>([:])

  /// `nil` for English, which is the source's; and if a catalogue cannot be read, so that its texts stay English. The
  /// tests and `Tools/check-words` read every one of them.
  static func catalogue(of language: Language) -> Catalogue? {
    guard let file = language.file else { return nil }
    return read.withLock { read in
      if let known = read[language] { return known }
      guard let catalogue = try? Catalogue(file) else { return nil }
      read[language] = catalogue
      return catalogue
    }
  }
}

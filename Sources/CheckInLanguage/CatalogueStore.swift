internal import Synchronization

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

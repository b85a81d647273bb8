/// A language that texts are translated into. English is the language of the source; of each other one there is a
/// catalogue in `Catalogues`.
///
/// ```swift
/// Language(rawValue: "pt") == .portuguese
/// ```
public enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case portuguese = "pt"
  case german = "de"
  case spanish = "es"
}

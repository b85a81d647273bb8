/// The version of the project, for all its programs and documents. Nothing else states it, but the headings of
/// `CHANGELOG.md`.
package enum SoftwareVersion {
  /// Semantic Versioning 2.0.0.
  package static let text = "0.1.0"
}

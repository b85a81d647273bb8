/// The version of the project, for all its programs and documents. Only the headings of `CHANGELOG.md` state it too.
package enum SoftwareVersion {
  /// Semantic Versioning 2.0.0.
  package static let text = "0.1.0"
}

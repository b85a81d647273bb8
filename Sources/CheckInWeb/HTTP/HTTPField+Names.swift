import HTTPTypes

extension HTTPField.Name {
  static let host = Self(constant: "Host")
  static let secFetchSite = Self(constant: "Sec-Fetch-Site")
  static let secFetchMode = Self(constant: "Sec-Fetch-Mode")
  static let secFetchDest = Self(constant: "Sec-Fetch-Dest")

  /// Creates the name of a header that the HTTP library doesn't define.
  ///
  /// - Precondition: `text` is a token of HTTP, which the first use proves, because it is a constant.
  init(constant text: StaticString) {
    guard let name = Self("\(text)") else { preconditionFailure("\(text) is not the name of a header.") }
    self = name
  }
}

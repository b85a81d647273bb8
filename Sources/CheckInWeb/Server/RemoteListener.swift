public import CheckInJournal

/// The listener through which other devices reach the web app.
///
/// It listens at an address of this machine, over TLS, or behind a proxy that speaks TLS.
///
/// ```swift
/// let listener = try RemoteListener(
///   listen: "192.168.1.20", certificate: "page.pem", key: "page-key.pem", proxies: [])
/// ```
public struct RemoteListener: Sendable {
  let address: ListenAddress
  /// `nil` behind a proxy.
  let certificate: ServerCertificate?
  let hosts: TrustedHosts
  /// Warnings for the user who starts the web app.
  public let warnings: [String]

  /// Creates a listener from the options of `checkin serve`.
  ///
  /// The result is `nil` if the web app is for this machine only.
  ///
  /// - Parameters:
  ///   - listen: An address of this machine, with or without a port.
  ///   - proxies: The web app's addresses at proxies.
  /// - Throws: `invalidValue` if the options don't fit together, above all an address without TLS; the error of an
  ///   unusable certificate or key.
  public init?(
    listen: String?, certificate certificatePath: String?, key keyPath: String?, proxies: [String]
  ) throws(JournalError) {
    switch (certificatePath, keyPath) {
    case (let certificatePath?, let keyPath?):
      guard proxies.isEmpty else {
        throw JournalError(
          .invalidValue,
          "Either the page speaks TLS itself, or a proxy does: name a certificate or "
            + "--behind-proxy, not both")
      }
      guard let listen else {
        throw JournalError(.invalidValue, "A certificate needs --listen ADDRESS, where devices reach the page")
      }
      try self.init(at: ListenAddress(listen), certificatePath, keyPath)
    case (nil, nil) where !proxies.isEmpty:
      try self.init(at: ListenAddress(listen ?? "127.0.0.1"), behind: proxies)
    case (nil, nil):
      guard let listen else { return nil }
      throw JournalError(
        .invalidValue,
        "--listen \(listen) needs TLS: without it, everybody in the network could read your journal and your sign-in. "
          + "Name --tls-certificate FILE and --tls-key FILE, or --behind-proxy https://NAME")
    default:
      throw JournalError(.invalidValue, "--tls-certificate and --tls-key belong together: name both files")
    }
  }

  private init(at address: ListenAddress, _ certificatePath: String, _ keyPath: String) throws(JournalError) {
    let certificate = try ServerCertificate(
      certificate: certificatePath, key: keyPath, now: Journal.systemMilliseconds())
    // Browsers refuse names that the certificate is not for. The address itself serves who knows better.
    var names = certificate.names
    if !address.isEverywhere {
      if let index = names.firstIndex(of: address.urlHost) { names.remove(at: index) }
      let isNamed = names.contains { !$0.hasPrefix("*") }
      names.insert(address.urlHost, at: certificate.names.contains(address.urlHost) || !isNamed ? 0 : names.count)
    }
    guard names.contains(where: { !$0.hasPrefix("*") }) else {
      throw JournalError(
        .refusedInput,
        "The certificate in \(certificatePath) has no name that a device could open (subjectAltName). Listen at one "
          + "address instead of all, or make a certificate for this machine's name or address.")
    }
    self.address = address
    self.certificate = certificate
    hosts = TrustedHosts(scheme: "https", names: names, port: nil)
    warnings = [certificate.warning].compactMap(\.self)
  }

  private init(at address: ListenAddress, behind proxies: [String]) throws(JournalError) {
    var names: [WebName] = []
    for proxy in proxies { names.append(try WebName(proxy)) }
    guard Set(names.map(\.port)).count == 1, let port = names.first?.port else {
      throw JournalError(.invalidValue, "The addresses of --behind-proxy must have the same port")
    }
    self.address = address
    certificate = nil
    hosts = TrustedHosts(scheme: "https", names: names.map(\.host), port: port)
    warnings =
      address.isLoopback
      ? [] : ["Between the proxy and \(address.urlHost) nothing is encrypted: let nobody else reach that network."]
  }
}

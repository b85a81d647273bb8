import CheckInInterchange
import CheckInJournal
import HummingbirdTLS
import NIOSSL

/// A certificate and its key, checked before anything is listened to.
struct ServerCertificate: Sendable {
  private static let maximumByteCount = 1 << 20
  private static let warningSeconds = 14 * 86_400

  let configuration: TLSConfiguration
  /// The names that it is for, as they stand in an address of the web: `journal.example.org`, `*.example.org`,
  /// `192.168.1.20`, `[fd00::1]`.
  let names: [String]
  /// A warning that the certificate expires soon; `nil` if it doesn't.
  let warning: String?

  /// Reads two files in PEM. The first may have the certificates between the server's and a known authority behind it.
  ///
  /// - Parameter now: milliseconds since 1970.
  /// - Throws: `refusedInput` if they are not what they have to be; `notFound`, `inputOutput` if they cannot be read.
  init(certificate certificatePath: String, key keyPath: String, now: Int64) throws(JournalError) {
    let certificateBytes = try Self.content(of: certificatePath, noun: "certificate")
    let keyBytes = try Self.content(of: keyPath, noun: "key")
    let chain: [NIOSSLCertificate]
    do { chain = try NIOSSLCertificate.fromPEMBytes(certificateBytes) } catch {
      throw JournalError(.refusedInput, "\(certificatePath) has no certificate in PEM (-----BEGIN CERTIFICATE-----).")
    }
    let key: NIOSSLPrivateKey
    do { key = try NIOSSLPrivateKey(bytes: keyBytes, format: .pem) } catch {
      throw JournalError(
        .refusedInput, "\(keyPath) has no private key in PEM (-----BEGIN PRIVATE KEY-----) that needs no passphrase.")
    }
    guard let own = chain.first else {
      throw JournalError(.refusedInput, "\(certificatePath) has no certificate in PEM (-----BEGIN CERTIFICATE-----).")
    }
    warning = try Self.checkValidity(of: own, certificatePath, now: now)
    names = Self.names(of: own)
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["http/1.1"]
    do { _ = try NIOSSLContext(configuration: configuration) } catch {
      throw JournalError(
        .refusedInput, "The key in \(keyPath) does not belong to the certificate in \(certificatePath), or is too weak."
      )
    }
    self.configuration = configuration
  }

  private static func content(of path: String, noun: String) throws(JournalError) -> [UInt8] {
    guard let content = try OutputFile.content(of: path, limit: maximumByteCount) else {
      throw JournalError(.notFound, "There is no \(noun) at \(path)")
    }
    return content
  }

  private static func checkValidity(
    of certificate: NIOSSLCertificate, _ path: String, now: Int64
  ) throws(JournalError) -> String? {
    func day(_ seconds: Int) -> CivilDay {
      CheckInTime(instantMilliseconds: Int64(seconds) &* 1000, offsetMinutes: 0).day
    }
    let (first, last) = (certificate.notValidBefore, certificate.notValidAfter)
    let seconds = Int(now / 1000)
    guard seconds >= first else {
      throw JournalError(.refusedInput, "The certificate in \(path) is not valid before \(day(first)).")
    }
    guard seconds < last else {
      throw JournalError(.refusedInput, "The certificate in \(path) expired on \(day(last)): renew it.")
    }
    return last - seconds < warningSeconds
      ? "The certificate in \(path) expires on \(day(last)); renew it, and start the page again." : nil
  }

  private static func names(of certificate: NIOSSLCertificate) -> [String] {
    certificate._subjectAlternativeNames().compactMap { name in
      switch name.nameType {
      case .dnsName:
        let text = String(decoding: name.contents, as: UTF8.self).lowercased()
        return WebName.isHostName(text.hasPrefix("*.") ? String(text.dropFirst(2)) : text) ? text : nil
      case .ipAddress:
        return ListenAddress.text(of: Array(name.contents)).map { $0.contains(":") ? "[\($0)]" : $0 }
      default: return nil
      }
    }
  }
}

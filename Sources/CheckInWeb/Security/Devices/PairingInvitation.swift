public import CheckInJournal

/// An offer to pair one device, as it is shown: an address that holds the code.
///
/// ```swift
/// let invitation = try PairingInvitation(journal: path)
/// for line in QRCode(invitation.address)?.lines(.colored) ?? [] { print(line) }
/// ```
public struct PairingInvitation: Sendable {
  /// The address that the new device opens, within five minutes.
  ///
  /// The first device to open it gains access.
  public let address: String
  /// Milliseconds since 1970.
  public let expiresAt: Int64

  /// Makes an offer for the page that another process serves, or this one.
  ///
  /// - Throws: `notFound` if the journal is not served to devices; what ``DeviceRegister`` throws.
  public init(journal: String) throws(JournalError) {
    try self.init(DeviceRegister(journal: journal))
  }

  init(_ register: DeviceRegister) throws(JournalError) {
    guard let base = try ServedAddress.current(journal: register.journalPath) else {
      throw JournalError(
        .notFound,
        "This journal is not served to other devices now. Start checkin serve with --listen ADDRESS and TLS, or with "
          + "--behind-proxy; then ask again, in another terminal or on its page.")
    }
    let code = try register.offer()
    address = code.address(at: base)
    expiresAt = Journal.systemMilliseconds() + PairingCode.lifetimeMilliseconds
  }
}

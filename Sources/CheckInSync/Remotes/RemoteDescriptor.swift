package import CheckInJournal
package import EventLog
package import FoundationEssentials

/// A remote's description of its group: `group.json` in a folder.
package struct RemoteDescriptor: Hashable, Sendable {
  /// The parameters of the encryption of bodies.
  package struct Encryption: Hashable, Sendable {
    /// The salt of the passphrase's key derivation: 32 random bytes.
    package var salt: Digest
    /// The value that identifies the group's key.
    package var check: Digest

    package init(salt: Digest, check: Digest) {
      self.salt = salt
      self.check = check
    }
  }

  package static let version = 1
  package static let cipher = "chacha20-poly1305"

  package var group: UUID
  /// `nil` where what is left at the place can be read by whoever can read the place.
  package var encryption: Encryption?

  package init(group: UUID, encryption: Encryption?) {
    self.group = group
    self.encryption = encryption
  }

  /// Reads what a place answered.
  ///
  /// - Parameter remote: its name, for the error.
  package init(_ bytes: [UInt8], at remote: String) throws(JournalError) {
    guard let form = try? JSONDecoder().decode(Form.self, from: Data(bytes)), form.format == Form.name else {
      throw JournalError(.refusedInput, "What \(remote) says of its group cannot be read.")
    }
    guard form.version == Self.version, form.sealed == nil || form.sealed?.cipher == Self.cipher else {
      throw JournalError(
        .newerVersion,
        "\(remote) was set up by a newer version of checkin (format \(form.version)): install that one here, too.")
    }
    guard let group = form.group.flatMap({ UUID(text: $0) }) else {
      throw JournalError(.refusedInput, "What \(remote) says of its group cannot be read.")
    }
    self.group = group
    if let sealed = form.sealed {
      guard let salt = sealed.salt.flatMap({ Digest(hexadecimal: $0) }),
        let check = sealed.check.flatMap({ Digest(hexadecimal: $0) })
      else {
        throw JournalError(.refusedInput, "What \(remote) says of its sealing cannot be read.")
      }
      encryption = Encryption(salt: salt, check: check)
    }
  }

  /// The same as JSON.
  package var bytes: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json["format"] = Form.name
      json["version"] = Self.version
      json["group"] = group.text
      json.object("sealed", of: encryption) { json, encryption in
        json["cipher"] = Self.cipher
        json["salt"] = encryption.salt.hexadecimal
        json["check"] = encryption.check.hexadecimal
      }
    }
    return Array((json.text + "\n").utf8)
  }

  private struct Form: Decodable {
    static let name = "checkin-place"

    struct Sealed: Decodable {
      var cipher: String
      var salt: String?
      var check: String?
    }

    var format: String
    var version: Int
    var group: String?
    var sealed: Sealed?
  }
}

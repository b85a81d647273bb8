package import FoundationEssentials

extension UUID {
  /// The 16 bytes.
  package var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }

  /// The identity with these 16 bytes; `nil` where there are not 16.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
    self.init(uuid: value)
  }

  /// The identity as files and people name it here.
  package var text: String { uuidString }

  /// The identity that ``text`` is; `nil` for any other spelling.
  package init?(text: String) {
    guard let id = UUID(uuidString: text), id.text == text else { return nil }
    self = id
  }
}

public import CheckInJournal
import EventLog
import FoundationEssentials
import Glibc
import Synchronization

/// The devices that may use a journal's page, and the offers to pair another.
///
/// They are in `web/devices.json` beside the log: a file of mode 0600 that is replaced as a whole, so that the server
/// and commands beside it always read all of it. Of cookies and codes it has digests only. It is no part of the
/// journal: a backup does not have it.
///
/// ```swift
/// let register = DeviceRegister(journal: path)
/// for device in try register.devices() { print(device.number, device.name) }
/// try register.revoke(2)
/// ```
public final class DeviceRegister: Sendable {
  /// The content of the file.
  struct Content: Codable, Equatable {
    struct Offer: Codable, Equatable {
      var digest: String
      /// Milliseconds since 1970.
      var madeAt: Int64
    }

    var version = 1
    var nextNumber = 1
    var devices: [Device] = []
    var offers: [Offer] = []
    /// Digests of the cookies that were taken back last, so that their browsers can be told to forget everything.
    var revoked: [String] = []
  }

  /// The sender of a request, as its cookie identifies it.
  enum Recognition: Equatable {
    case device(Device)
    case revoked
    case unknown
  }

  private struct Cache {
    /// The file that was read.
    ///
    /// It stays open, so another file can't receive its inode number.
    var file: (any File)?
    var content = Content()
    /// The last-seen times that the file doesn't contain yet, by the device's number.
    ///
    /// In milliseconds since 1970.
    var seen: [Int: Int64] = [:]
  }

  static let maximumDeviceCount = 100
  private static let maximumOfferCount = 8
  private static let maximumRevokedCount = 64
  private static let maximumByteCount = 1 << 20
  /// The minimum lag of a recorded last-seen time, in milliseconds, that causes a rewrite of the file.
  static let seenStepMilliseconds: Int64 = 5 * 60_000

  /// The folder of what the page keeps beside the log.
  static func folder(ofJournal path: String) -> String { path + "/web" }

  let journalPath: String
  private let fileSystem: any FileSystem
  private let now: @Sendable () -> Int64
  private let cache = Mutex(Cache())

  private var folder: String { Self.folder(ofJournal: journalPath) }
  private var path: String { folder + "/devices.json" }

  public convenience init(journal path: String) {
    self.init(journal: path, fileSystem: DiskFileSystem(), now: Journal.systemMilliseconds)
  }

  /// - Parameter now: milliseconds since 1970. Not `CHECKIN_NOW`, at which no code would ever get old.
  init(journal path: String, fileSystem: any FileSystem = DiskFileSystem(), now: @escaping @Sendable () -> Int64) {
    journalPath = path
    self.fileSystem = fileSystem
    self.now = now
  }

  // MARK: - Reading

  /// The devices that may use the page, in the order in which they were paired.
  ///
  /// - Throws: `damaged` if the register cannot be understood, `newerVersion`, `inputOutput`.
  public func devices() throws(JournalError) -> [Device] {
    let now = now()
    return try withContent { cache in
      cache.content.devices.filter { !Self.isExpired($0, at: now) }.map { device in
        var device = device
        if let seenAt = cache.seen[device.number] { device.seenAt = max(device.seenAt, seenAt) }
        return device
      }
    }
  }

  /// Whose cookie this is. Takes as long for every cookie.
  func recognize(_ cookie: some StringProtocol) throws(JournalError) -> Recognition {
    let digest = Self.digest(cookie)
    let now = now()
    return try withContent { cache in
      var found: Device?
      for device in cache.content.devices where isSameSecret(device.digest, digest) { found = device }
      if let found, !Self.isExpired(found, at: now) {
        cache.seen[found.number] = now
        return .device(found)
      }
      return cache.content.revoked.reduce(false) { isSameSecret($1, digest) || $0 } ? .revoked : .unknown
    }
  }

  /// Returns `true` if a code can currently pair a device.
  func isOffered(_ code: PairingCode) throws(JournalError) -> Bool {
    let now = now()
    return try withContent { Self.offerIndex(code, in: $0.content, now) != nil }
  }

  private static func isExpired(_ device: Device, at now: Int64) -> Bool {
    now - device.seenAt > Device.lifetimeMilliseconds
  }

  private static func isValid(_ offer: Content.Offer, at now: Int64) -> Bool {
    (offer.madeAt..<(offer.madeAt + PairingCode.lifetimeMilliseconds)).contains(now)
  }

  private static func offerIndex(_ code: PairingCode, in content: Content, _ now: Int64) -> Int? {
    let digest = digest(code.text)
    var found: Int?
    for (index, offer) in content.offers.enumerated()
    where isSameSecret(offer.digest, digest) && isValid(offer, at: now) {
      found = index
    }
    return found
  }

  private static func digest(_ secret: some StringProtocol) -> String { Digest(of: secret.utf8).hexadecimal }

  // MARK: - Changing

  /// Offers to pair one device.
  func offer() throws(JournalError) -> PairingCode {
    let code = PairingCode()
    let now = now()
    try update { content throws(JournalError) in
      guard content.devices.count < Self.maximumDeviceCount else {
        throw JournalError(
          .invalidValue,
          "\(Self.maximumDeviceCount) devices are paired: revoke one with checkin serve --revoke NUMBER first.")
      }
      content.offers.append(Content.Offer(digest: Self.digest(code.text), madeAt: now))
      content.offers.removeFirst(max(0, content.offers.count - Self.maximumOfferCount))
    }
    return code
  }

  /// Pairs a device, and uses up the code.
  ///
  /// - Returns: the device and its cookie; `nil` if the code is not valid, or not any more.
  func pair(_ code: PairingCode, name: String) throws(JournalError) -> (device: Device, cookie: Secret)? {
    let cookie = Secret()
    let now = now()
    let device = try update { content throws(JournalError) -> Device? in
      guard let index = Self.offerIndex(code, in: content, now), content.devices.count < Self.maximumDeviceCount
      else { return nil }
      content.offers.remove(at: index)
      let device = Device(
        number: content.nextNumber, name: Device.name(name, unlike: content.devices.map(\.name)),
        digest: Self.digest(cookie.text), pairedAt: now, seenAt: now)
      content.devices.append(device)
      content.nextNumber += 1
      return device
    }
    return device.map { ($0, cookie) }
  }

  /// Takes the access of a device away. What it has open is closed by the server within a second.
  ///
  /// - Returns: the device; `nil` if there is none with this number.
  @discardableResult
  public func revoke(_ number: Int) throws(JournalError) -> Device? {
    try update { content throws(JournalError) -> Device? in
      guard let index = content.devices.firstIndex(where: { $0.number == number }) else { return nil }
      let device = content.devices.remove(at: index)
      content.revoked.append(device.digest)
      content.revoked.removeFirst(max(0, content.revoked.count - Self.maximumRevokedCount))
      return device
    }
  }

  /// Writes down when devices were seen, where the file is some minutes behind.
  func saveSeen() throws(JournalError) {
    let seen = cache.withLock { cache in
      cache.content.devices.reduce(into: [Int: Int64]()) { late, device in
        guard let seenAt = cache.seen[device.number], seenAt - device.seenAt >= Self.seenStepMilliseconds else {
          return
        }
        late[device.number] = seenAt
      }
    }
    guard !seen.isEmpty else { return }
    try update { content throws(JournalError) in
      for index in content.devices.indices {
        guard let seenAt = seen[content.devices[index].number] else { continue }
        content.devices[index].seenAt = max(content.devices[index].seenAt, seenAt)
      }
    }
  }

  // MARK: - The file

  /// Calls `body` with what the file has now.
  private func withContent<Answer: Sendable>(_ body: (inout Cache) -> Answer) throws(JournalError) -> Answer {
    try withJournalErrors {
      try cache.withLock { cache in
        try refresh(&cache)
        return body(&cache)
      }
    }
  }

  private func refresh(_ cache: inout Cache) throws {
    if let file = cache.file, try file.isNamed(path) { return }
    guard try fileSystem.kind(of: path) != nil else {
      (cache.file, cache.content) = (nil, Content())
      return
    }
    let file = try fileSystem.open(path, for: .reading)
    let bytes = try file.readBytes(at: 0, count: Self.maximumByteCount)
    (cache.file, cache.content) = (file, try Self.content(of: bytes, path))
  }

  private static func content(of bytes: [UInt8], _ path: String) throws(JournalError) -> Content {
    struct Form: Decodable { var version: Int }
    let decoder = JSONDecoder()
    if let form = try? decoder.decode(Form.self, from: Data(bytes)), form.version != 1 {
      throw JournalError(.newerVersion, "A newer version of checkin wrote \(path).")
    }
    do {
      return try decoder.decode(Content.self, from: Data(bytes))
    } catch {
      throw JournalError(
        .damaged, "\(path) cannot be understood, so no device is let in. Remove it, and pair the devices again.")
    }
  }

  /// Reads the file, lets `body` change it, and writes it, while no other process does.
  private func update<Answer>(
    _ body: (inout Content) throws(JournalError) -> Answer
  ) throws(JournalError) -> Answer {
    try withJournalErrors {
      if try fileSystem.kind(of: folder) == nil {
        guard try fileSystem.kind(of: journalPath) == .directory else {
          throw JournalError(.notFound, "There is no journal at \(journalPath)")
        }
        try fileSystem.createDirectories(folder)
      }
      let lock = try FileLock(folder + "/lock", fileSystem: fileSystem)
      guard try lock.take(timeoutSeconds: 5) else {
        throw JournalError(.busy, "Another process changes \(path); try again in a moment.")
      }
      defer { try? lock.release() }
      var content = try cache.withLock { cache in
        try refresh(&cache)
        return cache.content
      }
      let former = content
      let now = now()
      content.offers.removeAll { !Self.isValid($0, at: now) }
      content.devices.removeAll { Self.isExpired($0, at: now) }
      let answer = try body(&content)
      if content != former {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try fileSystem.writeAtomically(Array(try encoder.encode(content) + [10]).span.bytes, to: path)
      }
      return answer
    }
  }
}

import CheckInJournal
import EventLog
import Foundation
import NIOCore
import NIOEmbedded
import Synchronization
import TestSupport
import Testing

@testable import CheckInWeb

/// A clock that stands until it is moved.
final class StandingClock: Sendable {
  private let milliseconds = Mutex<Int64>(1_795_000_000_000)

  var now: Int64 { milliseconds.withLock { $0 } }

  func move(by step: Int64) { milliseconds.withLock { $0 += step } }
}

@Suite("The register of devices")
struct DeviceRegisterTests {
  let directory: TemporaryDirectory
  let clock = StandingClock()
  let register: DeviceRegister

  init() throws {
    directory = try TemporaryDirectory()
    register = Self.register(directory, clock)
  }

  private static func register(_ directory: TemporaryDirectory, _ clock: StandingClock) -> DeviceRegister {
    DeviceRegister(journal: directory.path, now: { clock.now })
  }

  private var path: String { directory.path + "/web/devices.json" }

  @Test("A code pairs one device, within five minutes")
  func pairing() throws {
    let code = try register.offer()
    #expect(try register.isOffered(code) && register.isOffered(PairingCode(typed: " \(code.text.uppercased()) ")))
    #expect(try !register.isOffered(PairingCode()))
    #expect(try register.pair(PairingCode(), name: "x") == nil)
    clock.move(by: PairingCode.lifetimeMilliseconds - 1)
    let (device, cookie) = try #require(try register.pair(code, name: "My phone"))
    #expect(device.name == "My phone" && device.number == 1)
    #expect(try register.recognize(cookie.text) == .device(device))
    #expect(try register.pair(code, name: "Again") == nil && !register.isOffered(code))
    #expect(try register.devices() == [device])
  }

  @Test("A code that is too old, or from the future, pairs nobody", arguments: [PairingCode.lifetimeMilliseconds, -1])
  func late(step: Int64) throws {
    let code = try register.offer()
    clock.move(by: step)
    #expect(try !register.isOffered(code) && register.pair(code, name: "x") == nil)
    #expect(try register.devices().isEmpty)
  }

  @Test("Of many who use a code at once, one is paired")
  func race() async throws {
    let code = try register.offer()
    let paired = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        // Each like a process of its own.
        group.addTask { [directory, clock] in
          (try? Self.register(directory, clock).pair(code, name: "x")) != nil
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(try paired == 1 && register.devices().count == 1)
  }

  @Test("A revoked device is nobody, also for who has read the register before")
  func revoking() throws {
    let other = Self.register(directory, clock)
    let (first, firstCookie) = try #require(try register.pair(register.offer(), name: "Phone"))
    let (second, secondCookie) = try #require(try register.pair(register.offer(), name: "phone"))
    #expect(second.name == "phone 2" && second.number == 2)
    #expect(try register.recognize(firstCookie.text) == .device(first))
    #expect(try other.revoke(1) == first && other.revoke(1) == nil && other.revoke(7) == nil)
    #expect(try register.recognize(firstCookie.text) == .revoked)
    #expect(try register.recognize(secondCookie.text) == .device(second))
    #expect(try register.recognize(Secret().text) == .unknown && register.recognize("") == .unknown)
    // Its number is not given again.
    #expect(try register.pair(register.offer(), name: "Phone")?.device.number == 3)
  }

  @Test("The file is its owner's alone, and has no secret in it")
  func secrecy() throws {
    let code = try register.offer()
    let (_, cookie) = try #require(try register.pair(register.offer(), name: "Phone"))
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!text.contains(cookie.text) && !text.contains(code.text) && text.contains("Phone"))
    for (path, mode) in [(path, 0o600), (directory.path + "/web", 0o700)] {
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == mode)
    }
    // Who reads it cannot use what it says.
    let digest = try #require(try register.devices().first?.digest)
    #expect(try register.recognize(digest) == .unknown)
  }

  @Test("A register that cannot be understood lets nobody in, and says what to do")
  func damage() throws {
    let (_, cookie) = try #require(try register.pair(register.offer(), name: "Phone"))
    let whole = try Data(contentsOf: URL(filePath: path))
    func replace(_ data: Data) throws { try data.write(to: URL(filePath: path), options: .atomic) }
    for damaged in [Data(), whole.prefix(40), Data("[]".utf8), Data([0xFF, 0, 1])] {
      try replace(damaged)
      let error = #expect(throws: JournalError.self) { try register.recognize(cookie.text) }
      #expect(error?.code == .damaged && error?.message.contains("Remove it") == true)
      #expect(throws: JournalError.self) { try register.offer() }
    }
    try replace(Data(#"{"version": 2, "devices": {}}"#.utf8))
    #expect(throws: JournalError.self) { try register.devices() }
    try replace(whole)
    #expect(try register.devices().count == 1)
    try FileManager.default.removeItem(atPath: path)
    #expect(try register.recognize(cookie.text) == .unknown)
  }

  @Test("When devices were seen is written down, and one that stays away for long is forgotten")
  func seen() throws {
    let (device, cookie) = try #require(try register.pair(register.offer(), name: "Phone"))
    clock.move(by: DeviceRegister.seenStepMilliseconds)
    _ = try register.recognize(cookie.text)
    try register.saveSeen()
    #expect(try Self.register(directory, clock).devices().map(\.seenAt) == [clock.now])
    #expect(device.pairedAt < clock.now)
    clock.move(by: Device.lifetimeMilliseconds + 1)
    #expect(try register.recognize(cookie.text) == .unknown && register.devices().isEmpty)
  }

  @Test("A power cut at any moment leaves the register as it was or as it becomes; what was answered stays")
  func powerCut() throws {
    let files = SimulatedFileSystem()
    try files.createDirectories("/journal")
    let register = DeviceRegister(journal: "/journal", fileSystem: files, now: { 0 })
    let (device, _) = try #require(try register.pair(register.offer(), name: "Phone"))
    files.record()
    try register.revoke(device.number)
    #expect(!files.moments.isEmpty)
    for moment in files.moments {
      for seed in 0..<20 {
        let after = SimulatedFileSystem(moment.disk)
        after.crash(seed: UInt64(seed))
        let devices = try DeviceRegister(journal: "/journal", fileSystem: after, now: { 0 }).devices()
        #expect(devices.isEmpty || devices == [device])
      }
    }
    files.crash(seed: 1)
    #expect(try DeviceRegister(journal: "/journal", fileSystem: files, now: { 0 }).devices().isEmpty)
  }

  @Test(
    "Names are cleaned",
    arguments: [
      ("  My \n phone\u{0} ", "My phone"), ("", "Device"), ("\u{1B}[2J", "[2J"), ("PHONE", "PHONE 2"),
      (String(repeating: "x", count: 100), String(repeating: "x", count: 60)),
    ])
  func names(given: String, wanted: String) { #expect(Device.name(given, unlike: ["Phone"]) == wanted) }

  @Test("Browsers are named by their kind")
  func browsers() {
    let iPhone =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 "
      + "Safari/604.1"
    #expect(Device.name(ofBrowser: iPhone) == "iPhone, Safari")
    let android = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36"
    #expect(Device.name(ofBrowser: android) == "Android phone, Chrome")
    #expect(Device.name(ofBrowser: nil) == "Device" && Device.name(ofBrowser: "curl/8") == "Device")
  }
}

@Suite("What devices have open")
struct DeviceConnectionsTests {
  @Test("Revoking closes the connections of the device, and none that another uses since")
  func closing() throws {
    let connections = DeviceConnections()
    let (own, shared, released) = (EmbeddedChannel(), EmbeddedChannel(), EmbeddedChannel())
    for channel in [own, shared, released] {
      try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
      connections.add(channel, of: 1)
    }
    connections.add(shared, of: 2)
    connections.release(released)
    connections.close(1)
    #expect(!own.isActive && shared.isActive && released.isActive)
    own.embeddedEventLoop.run()
    #expect(connections.numbers == [2])
    connections.close(2)
    #expect(!shared.isActive && released.isActive)
  }
}

@Suite("Wrong attempts")
struct AttemptBudgetTests {
  let clock = StandingClock()

  private func count(_ budget: AttemptBudget, from address: String) throws -> Int {
    let address = try SocketAddress(ipAddress: address, port: 1)
    return (0..<1000).prefix { _ in budget.take(from: address) }.count
  }

  @Test("An address gets ten, and one more every ten seconds")
  func perAddress() throws {
    let budget = AttemptBudget(now: { [clock] in clock.now })
    #expect(try count(budget, from: "192.0.2.1") == 10 && count(budget, from: "192.0.2.1") == 0)
    #expect(try count(budget, from: "192.0.2.2") == 10)
    clock.move(by: 25_000)
    #expect(try count(budget, from: "192.0.2.1") == 2)
    clock.move(by: 5000)
    #expect(try count(budget, from: "192.0.2.1") == 1)
    clock.move(by: 10_000_000)
    #expect(try count(budget, from: "192.0.2.1") == 10)
  }

  @Test("All together get a hundred, however many addresses they have")
  func altogether() throws {
    let budget = AttemptBudget(now: { [clock] in clock.now })
    let all = try (0..<250).map { try count(budget, from: "198.51.100.\($0)") }.reduce(0, +)
    #expect(all == 100)
    clock.move(by: 3000)
    #expect(try count(budget, from: "203.0.113.1") == 3)
  }

  @Test("A network of IPv6 counts as one address, and IPv4 in IPv6 as IPv4")
  func networks() throws {
    let budget = AttemptBudget(now: { [clock] in clock.now })
    #expect(try count(budget, from: "2001:db8::1") == 10 && count(budget, from: "2001:db8::2:3") == 0)
    #expect(try count(budget, from: "2001:db8:0:1::1") == 10)
    #expect(try count(budget, from: "192.0.2.1") == 10 && count(budget, from: "::ffff:192.0.2.1") == 0)
  }

  @Test("What was right costs nothing")
  func right() throws {
    let budget = AttemptBudget(now: { [clock] in clock.now })
    let address = try SocketAddress(ipAddress: "192.0.2.1", port: 1)
    for _ in 0..<200 {
      #expect(budget.take(from: address))
      budget.giveBack(to: address)
    }
  }
}

import Glibc
import NIOCore
import Synchronization

/// Slows down guessing: each address, and all of them together, may be wrong a few times at once, and then now and
/// then.
///
/// What is tried without being allowed is refused without being looked at. Devices that were paired, and the key on
/// this machine, need no attempts: nobody can use them up for their owner.
final class AttemptBudget: Sendable {
  /// The maximum number of spent attempts, and the time in which one of them recovers.
  struct Limit: Sendable {
    var count: Int
    var recoveryMilliseconds: Int64

    static let perAddress = Limit(count: 10, recoveryMilliseconds: 10_000)
    static let altogether = Limit(count: 100, recoveryMilliseconds: 1000)
  }

  private struct Account {
    var spent: Int
    /// The time at which the oldest spent attempt began to recover, in milliseconds of the budget's clock.
    var since: Int64

    mutating func recover(_ limit: Limit, at now: Int64) {
      let recovered = min(Int64(spent), (now - since) / limit.recoveryMilliseconds)
      spent -= Int(recovered)
      since = spent == 0 ? now : since + recovered * limit.recoveryMilliseconds
    }
  }

  private struct State {
    var addresses: [String: Account] = [:]
    var all = Account(spent: 0, since: 0)
  }

  private static let maximumAddressCount = 1000
  private let state = Mutex(State())
  private let now: @Sendable () -> Int64

  /// - Parameter now: milliseconds of a clock that is never set.
  init(now: @escaping @Sendable () -> Int64 = AttemptBudget.monotonicMilliseconds) {
    self.now = now
  }

  static let monotonicMilliseconds: @Sendable () -> Int64 = {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Spends an attempt of an address, if one is left; see ``giveBack(to:)``.
  ///
  /// - Returns: `true` if the address may try now; the attempt is then spent.
  func take(from address: SocketAddress?) -> Bool {
    let key = Self.key(address)
    let now = now()
    return state.withLock { state in
      state.all.recover(.altogether, at: now)
      var account = state.addresses[key, default: Account(spent: 0, since: now)]
      account.recover(.perAddress, at: now)
      guard account.spent < Limit.perAddress.count, state.all.spent < Limit.altogether.count else { return false }
      account.spent += 1
      state.all.spent += 1
      state.addresses[key] = account
      if state.addresses.count > Self.maximumAddressCount { Self.forget(in: &state, at: now) }
      return true
    }
  }

  /// An attempt that was right costs nothing.
  func giveBack(to address: SocketAddress?) {
    let key = Self.key(address)
    state.withLock { state in
      if let account = state.addresses[key], account.spent > 0 { state.addresses[key]?.spent -= 1 }
      state.all.spent = max(0, state.all.spent - 1)
    }
  }

  /// Forgets the addresses that have recovered, and if that is not enough, all: altogether they stay slow.
  private static func forget(in state: inout State, at now: Int64) {
    for key in state.addresses.keys { state.addresses[key]?.recover(.perAddress, at: now) }
    state.addresses = state.addresses.filter { $0.value.spent > 0 }
    if state.addresses.count > maximumAddressCount { state.addresses = [:] }
  }

  /// The address, or of IPv6 the network, in which one machine has as many addresses as it likes. Connections without
  /// an address share one budget.
  private static func key(_ address: SocketAddress?) -> String {
    guard let text = address?.ipAddress else { return "" }
    var bytes = in6_addr()
    guard inet_pton(AF_INET6, text, &bytes) == 1 else { return text }
    return withUnsafeBytes(of: &bytes) { bytes in
      // An address of IPv4 that came to a listener for both is one of IPv4.
      let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
      let network = isMapped ? bytes[12...] : bytes[..<8]
      return network.map { String($0) }.joined(separator: isMapped ? "." : " ")
    }
  }
}

import Dispatch
import Synchronization
import TestSupport
import Testing

/// Whatever a test waits for, it ends.
@Suite struct WaitingTests {
  @Test func aConditionThatComesTrueIsWaitedFor() async throws {
    let checks = Mutex(0)
    func isThird() -> Bool {
      checks.withLock { checks in
        checks += 1
        return checks % 3 == 0
      }
    }
    try await suspendUntil("it is asked three times") { isThird() }
    #expect(checks.withLock { $0 } == 3)
    try waitUntilThird()
    #expect(checks.withLock { $0 } == 6)

    func waitUntilThird() throws { try waitUntil("it is asked three times more") { isThird() } }
  }

  @Test func aConditionThatNeverHoldsIsNamedWithItsPlace() async throws {
    func waitInVain() throws { try waitUntil("pigs fly", limitSeconds: 0.01) { false } }
    let error = try #require(throws: WaitingError.self) { try waitInVain() }
    #expect(error.description.hasPrefix("EventLogTests/WaitingTests.swift:"))
    #expect(error.description.hasSuffix("in vain until pigs fly"))
    await #expect(throws: WaitingError.self) { try await suspendUntil("pigs fly", limitSeconds: 0.01) { false } }
  }

  @Test func aSignalThatNeverComesEndsTheWait() throws {
    let semaphore = DispatchSemaphore(value: 0)
    #expect(throws: WaitingError.self) { try semaphore.wait(until: "pigs fly", limitSeconds: 0.01) }
    semaphore.signal()
    try semaphore.wait(until: "it is signalled")
    let group = DispatchGroup()
    group.enter()
    #expect(throws: WaitingError.self) { try group.wait(until: "pigs fly", limitSeconds: 0.01) }
    group.leave()
    try group.wait(until: "nothing is to be done")
  }

  @Test func aProcessThatHangsIsEndedWithWhatItStarted() throws {
    let directory = try TemporaryDirectory()
    let error = try #require(throws: ChildProcess.Hung.self) {
      try Tool.shell("sleep 1000 & echo $! > child; wait", in: directory.path, limitSeconds: 1)
    }
    #expect(error.description.contains("sleep 1000 & echo"))
    let state = "cat /proc/$(cat child)/stat 2>/dev/null || true"
    try waitUntil("its child has ended") {
      let text = try Tool.shell(state, in: directory.path).text
      return text.isEmpty || text.contains(") Z ")
    }
  }
}

import Foundation
import PhotoProcessing
import TestSupport
import Testing

/// Whatever happens in the worker is an error here.
@Suite struct WorkerFaultTests {
  @Test(arguments: ["SEGV", "ABRT", "ILL", "TERM"]) func aCrashIsAnError(signal: String) throws {
    let error = try StandIn("cat > /dev/null; kill -\(signal) $$").error()
    #expect(error.code == .workerFailed)
    #expect(error.message.contains("signal"))
  }

  @Test(arguments: ["XCPU", "KILL"]) func aReachedLimitIsAnError(signal: String) throws {
    #expect(try StandIn("cat > /dev/null; kill -\(signal) $$").error().code == .limitReached)
  }

  @Test(arguments: [
    "sleep 1000", "cat > /dev/null; sleep 1000", "exec >&- <&-; sleep 1000", "while :; do :; done", "sleep 1000 & wait",
  ]) func aHangIsAnError(script: String) throws {
    #expect(try StandIn(script).error(timeLimit: .milliseconds(300)).code == .limitReached)
  }

  @Test(arguments: ["wait", "exit 0"]) func whatAWorkerStartedIsEndedToo(afterwards: String) throws {
    let directory = try TemporaryDirectory()
    let start = "sleep 1000 < /dev/null > /dev/null & echo $! > \(directory.path)/child"
    // Longer and longer, for a machine on which the shell needs long.
    for limit in [500, 5000, 50_000] where (try? directory.read("child"))?.isEmpty ?? true {
      _ = try StandIn("\(start); \(afterwards)").error(timeLimit: .milliseconds(limit))
    }
    let child = try #require(
      pid_t(String(decoding: try directory.read("child"), as: UTF8.self).trimmingCharacters(in: .newlines)))
    // Ended, or at least no longer running where nobody has asked for it yet. A signal that was sent need not have
    // arrived.
    try waitUntil("the worker's child has ended") {
      let state = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
      return state?.contains(") Z ") ?? true
    }
  }

  @Test(arguments: ["", "echo garbage", "head -c 3000000 /dev/zero", "printf CPR1", "exit 70", "cat"])
  func anAnswerThatIsNoneIsAnError(script: String) throws {
    #expect(try StandIn(script).error(photo: [UInt8](repeating: 65, count: 300_000)).code == .workerFailed)
  }

  @Test func anEndlessAnswerIsCutOff() throws {
    #expect(try StandIn("exec cat /dev/zero").error().code == .workerFailed)
  }

  @Test func aWorkerThatReadsNothingLeavesTheCallerAlive() throws {
    let photo = [UInt8](repeating: 0, count: 5_000_000)
    #expect(try StandIn("exec <&-; exit 0").error(photo: photo).code == .workerFailed)
  }

  @Test func aMissingWorkerIsAnErrorWithARemedy() throws {
    let missing = PhotoProcessor(worker: "/nowhere/checkin-photo")
    let error = try #require(throws: PhotoError.self) { try missing.process([1]) }
    #expect(error.code == .workerUnavailable)
    let sought = try #require(throws: PhotoError.self) { try WorkerLocation.find(beside: "/usr/bin") }
    #expect(sought.code == .workerUnavailable)
    #expect(sought.message.contains("swift build --product checkin-photo"))
  }

  @Test func theWorkerIsFoundWhereItIsBuiltAndWhereItIsInstalled() throws {
    let directory = try TemporaryDirectory()
    try Tool.require("mkdir -p bin libexec/checkin", in: directory.path)
    try Executable.copy("/bin/true", to: directory.path + "/libexec/checkin/checkin-photo")
    let installed = try WorkerLocation.find(beside: directory.path + "/bin")
    #expect(installed == directory.path + "/bin/../libexec/checkin/checkin-photo")
    try Executable.copy("/bin/true", to: directory.path + "/bin/checkin-photo")
    #expect(try WorkerLocation.find(beside: directory.path + "/bin") == directory.path + "/bin/checkin-photo")
  }

  @Test func theWorkerGetsNoVariablesOfTheCallers() throws {
    let directory = try TemporaryDirectory()
    _ = try StandIn("env > \(directory.path)/env; cat > /dev/null").error()
    #expect(!String(decoding: try directory.read("env"), as: UTF8.self).contains("HOME="))
  }

  @Test func theWorkerLimitsItself() throws {
    let directory = try TemporaryDirectory()
    let isSecured = ConfinementTrial.hasSeccomp ? "! grep -q 'Seccomp:.*0' /proc/$!/status" : "true"
    let result = try Tool.shell(
      """
      mkfifo photo
      '\(PhotoCorpus.worker)' 5< /dev/null < photo > /dev/null &
      exec 3> photo
      while ! grep -q 'open files *3 ' /proc/$!/limits && kill -0 $!; do sleep 0.01; done
      until \(isSecured); do sleep 0.01; done
      cat /proc/$!/limits /proc/$!/status
      ls /proc/$!/fd
      """, in: directory.path)
    let words = result.text.split(separator: "\n").map { $0.split { " \t".contains($0) }.joined(separator: " ") }
    #expect(words.contains { $0.hasPrefix("Max address space 600000000 600000000") })
    #expect(words.contains { $0.hasPrefix("Max cpu time 30 30") })
    #expect(words.contains { $0.hasPrefix("Max file size 4000000 4000000") })
    #expect(words.contains { $0.hasPrefix("Max core file size 0 0") })
    #expect(words.contains("NoNewPrivs: 1"))
    #expect(words.contains("Seccomp: 2") == ConfinementTrial.hasSeccomp)
    #expect(words.suffix(3) == ["0", "1", "2"])
  }
}

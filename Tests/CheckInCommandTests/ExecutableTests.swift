import Dispatch
import Synchronization
import TestSupport
import Testing

/// A program that a test has just written can be run, whatever processes other tests start at the same moment.
@Suite struct ExecutableTests {
  @Test func aNewProgramRunsWhileOtherThreadsStartProcesses() throws {
    let directory = try TemporaryDirectory()
    let isOver = Atomic(false)
    let group = DispatchGroup()
    for _ in 0..<3 {
      DispatchQueue.global().async(group: group) {
        while !isOver.load(ordering: .relaxed) { _ = try? Tool.shell("true", in: "/") }
      }
    }
    defer { isOver.store(true, ordering: .relaxed) }
    let path = directory.path + "/it's a program"
    for number in 1...60 {
      try Executable.write(script: "echo \(number)", to: path)
      #expect(try Tool.shell("exec \"./it's a program\"", in: directory.path).text == "\(number)\n")
    }
    isOver.store(true, ordering: .relaxed)
    try group.wait(until: "no more processes are started")
  }

  @Test func aCopyCanBeRun() throws {
    let directory = try TemporaryDirectory()
    try Executable.copy("/bin/echo", to: directory.path + "/echo")
    #expect(try Tool.shell("./echo it runs", in: directory.path).text == "it runs\n")
    #expect(throws: Tool.Failure.self) { try Executable.copy("/nowhere", to: directory.path + "/x") }
  }
}

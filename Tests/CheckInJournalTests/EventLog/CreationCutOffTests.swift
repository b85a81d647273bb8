import Glibc
import JournalTestSupport
import TestSupport
import Testing

/// A journal's names must be durable before an event is acknowledged.
@Suite("The creation of a journal is cut off")
struct CreationCutOffTests {
  @Test("What is acknowledged by a journal whose creation was cut off, at every operation")
  func creationCutOff() throws {
    let trial = Trial([.create(title: "One")])
    let whole = SimulatedFileSystem()
    _ = try trial.open(whole)
    for number in 1...whole.operationCount {
      let fileSystem = SimulatedFileSystem()
      // The process fails; the names that it made are there, and not all of them are durable.
      fileSystem.plan([SimulatedFault(.error(EIO), at: number)])
      _ = try? trial.open(fileSystem)
      fileSystem.plan([])
      // Not closed: that makes names of the same directory durable for the sake of the snapshot.
      let journal = try trial.open(fileSystem)
      try trial.commands[0].perform(on: journal)
      var choices = EverythingIsLost()
      fileSystem.crash(&choices)
      let problems = trial.problems(after: fileSystem, acknowledged: [0])
      #expect(problems.isEmpty, "operation \(number)")
    }
  }
}
